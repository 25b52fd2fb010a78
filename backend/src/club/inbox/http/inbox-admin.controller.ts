import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Clock } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, listAnswer, parseListQuery, type Actor } from '../../../platform/http/index.js';
import type { InboxItemWire } from '../../../platform/wire/index.js';
import { dueStateOf } from '../inbox.rules.js';
import { InboxService } from '../inbox.service.js';
import { assignments, inboxKinds, type InboxItem, type InboxPerson } from '../inbox.types.js';

const RESOURCE = 'inbox';
const kind = z.enum(inboxKinds, 'kind must be a kind of item in the inbox');
const listRules = {
  sortable: ['since'] as const,
  filters: { kind, assigned: z.enum(assignments, 'assigned must be mine or nobody') },
};
const adminId = (name: string) =>
  z
    .uuid(`${name} must be the id of a person, or null to unassign the item`)
    .transform((id) => id.toLowerCase())
    .nullable();
const assignBody = z.strictObject({
  kind,
  itemId: z.string('itemId must be text').min(1, 'Name the item by itemId').max(100, 'itemId can have up to 100 characters'),
  assigneeId: adminId('assigneeId'),
  from: adminId('from'),
});
const peopleQuery = z.object({ kind });

/** The inbox of the console. Everybody in the team has one; it holds what their role may decide. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class InboxAdminController {
  constructor(
    private readonly inbox: InboxService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Access('dashboard.read')
  @ApiOperation({ summary: 'What waits for a decision that the caller may make, oldest first' })
  async list(@CurrentActor() actor: Actor, @Query() query: Record<string, string | undefined>) {
    const { filter, order, offset, limit } = parseListQuery(query, listRules);
    const oldestFirst = query['sort'] === undefined ? 'ASC' : order;
    const { rows, total } = await this.inbox.list(actor, filter, { offset, limit }, oldestFirst);
    return listAnswer(RESOURCE, { rows: rows.map((item) => this.present(item, actor)), total }, offset);
  }

  @Get('people')
  @Access('dashboard.read')
  @ApiOperation({ summary: 'People of the team who may decide items of a kind' })
  async people(@CurrentActor() actor: Actor, @Query({ schema: peopleQuery }) query: z.output<typeof peopleQuery>) {
    return answer('People of the team', (await this.inbox.people(actor, query.kind)).map(presentPerson(actor)));
  }

  @Post('assign')
  @HttpCode(200)
  @Access('dashboard.read')
  @ApiOperation({ summary: 'Assigns an item to a person who may decide it, or unassigns it' })
  async assign(@CurrentActor() actor: Actor, @Body({ schema: assignBody }) body: z.output<typeof assignBody>) {
    const item = await this.inbox.assign(actor, body);
    return answer('The assignment is saved', this.present(item, actor));
  }

  private present({ itemId, since, dueAt, assignee, openedBy, ...same }: InboxItem, actor: Actor): InboxItemWire {
    const person = presentPerson(actor);
    return {
      id: `${same.kind}~${itemId}`,
      itemId,
      ...same,
      since: since.toISOString(),
      dueAt: dueAt.toISOString(),
      service: dueStateOf({ since, dueAt }, this.clock.now()),
      assignee: assignee && person(assignee),
      openedBy: openedBy && person(openedBy),
    };
  }
}

const presentPerson =
  ({ userId }: Actor) =>
  ({ id, fullName }: InboxPerson) => ({ id, fullName, self: id === userId });
