import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { TimelineEventWire, TimelineWire } from '../../../platform/wire/index.js';
import type { TimelineCursor, TimelineEvent } from '../timeline.repository.js';
import { TimelineService } from '../timeline.service.js';

const MESSAGE = 'before must be the next of another page';
const cursor = z.tuple([z.iso.datetime({ precision: 6 }).regex(/^[12]/), z.uuid()]);
const timelineQuery = z.object({
  before: z
    .string(MESSAGE)
    .max(80, MESSAGE)
    .transform((text, context): TimelineCursor => {
      const parsed = cursor.safeParse(text.split('_'));
      if (parsed.success) return { at: parsed.data[0], id: parsed.data[1] };
      context.addIssue({ code: 'custom', message: MESSAGE });
      return z.NEVER;
    })
    .optional(),
});

/** The timeline on a user's page. */
@ApiTags('admin')
@Controller('admin/users')
export class TimelineAdminController {
  constructor(private readonly timeline: TimelineService) {}

  @Get(':id/timeline')
  @Access('users.read')
  @ApiOperation({
    summary: 'What happened to a user and the caller may read, newest first, 25 a page; `before` is the `next` of the last page',
  })
  async page(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: idParam('user') }) id: string,
    @Query({ schema: timelineQuery }) { before }: z.output<typeof timelineQuery>,
  ) {
    const { events, next } = await this.timeline.page(actor, id, before ?? null);
    return answer('Timeline', { events: events.map(presentEvent), next: next && `${next.at}_${next.id}` } satisfies TimelineWire);
  }
}

function presentEvent({ id, at, action, by, caseOf, caseId }: TimelineEvent): TimelineEventWire {
  return { id, at: at.toISOString(), action, by, case: caseOf === null || caseId === null ? null : { kind: caseOf, id: caseId } };
}
