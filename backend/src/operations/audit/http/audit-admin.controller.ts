import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  Access,
  answer,
  csvAnswer,
  CurrentActor,
  idParam,
  listAnswer,
  parseListQuery,
  StepUp,
  type Actor,
} from '../../../platform/http/index.js';
import { AuditEventRepository, auditSorts } from '../audit-event.repository.js';
import { AuditExportService } from '../audit-export.service.js';
import { ChainStateService } from '../chain-state.service.js';
import { presentChain, presentEvent } from './audit.presenter.js';

type ListParams = Record<string, string | undefined>;

const RESOURCE = 'audit-events';
const word = (name: string, max: number) =>
  z
    .string(`${name} must be text`)
    .max(max, `${name} can have up to ${max} characters`)
    .regex(/^[\x21-\x7e]*$/, `${name} is a word without blanks`);
const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time as in ISO 8601` }).transform((value) => new Date(value));
const person = (name: string) => z.uuid(`${name} must be an id`).transform((id) => id.toLowerCase());
const listRules = {
  sortable: auditSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
    q: word('q', 80),
    action: word('action', 80),
    actorId: person('actorId'),
    about: person('about'),
    targetType: word('targetType', 40),
    targetId: word('targetId', 64),
    from: moment('from'),
    to: moment('to'),
  },
};

/** What was done, by whom, to what: read only, as everything about the audit log. */
@ApiTags('admin')
@Controller()
export class AuditAdminController {
  constructor(
    private readonly events: AuditEventRepository,
    private readonly files: AuditExportService,
    private readonly chains: ChainStateService,
  ) {}

  @Get(`admin/${RESOURCE}`)
  @Access('audit.read')
  async list(@Query() query: ListParams) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.events.findPage(parsed.filter, parsed.order, parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentEvent), total }, parsed.offset);
  }

  @Get(`admin/${RESOURCE}.csv`)
  @Access('audit.read')
  @StepUp('recent')
  @ApiOperation({ summary: 'Every event of the filter as a file, 100,000 at most; the range does not count' })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Query() query: ListParams) {
    const { filter, order } = parseListQuery(query, listRules);
    return csvAnswer(await this.files.csv(actor, filter, order));
  }

  @Get(`admin/${RESOURCE}/actions`)
  @Access('audit.read')
  @ApiOperation({ summary: 'Every action that stands in the log' })
  async actions() {
    return answer('Actions', await this.events.findActions());
  }

  @Get(`admin/${RESOURCE}/chain`)
  @Access('audit.read')
  @ApiOperation({ summary: 'How far the log is sealed, and up to where it was last found unchanged' })
  async chain() {
    return answer('The audit chain', presentChain(await this.chains.now()));
  }

  @Post(`admin/${RESOURCE}/chain/verify`)
  @HttpCode(202)
  @Access('audit.read')
  @ApiOperation({ summary: 'Has a worker read the whole chain now' })
  async verify(@CurrentActor() actor: Actor) {
    await this.chains.verify(actor);
    return answer('The chain is being read', presentChain(await this.chains.now()));
  }

  @Get(`admin/${RESOURCE}/:id`)
  @Access('audit.read')
  async one(@Param('id', { schema: idParam('audit event') }) id: string) {
    return presentEvent(await this.events.getById(id));
  }
}
