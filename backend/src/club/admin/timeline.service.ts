import { Injectable } from '@nestjs/common';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { TimelineRepository, type TimelineCursor, type TimelineEvent } from './timeline.repository.js';
import { timelineActionsFor } from './timeline.rules.js';

const PAGE = 25;

/** What happened to a user, for the console. */
@Injectable()
export class TimelineService {
  constructor(private readonly repository: TimelineRepository) {}

  /** Returns a page of what the actor may read, newest first. `next`: the cursor of the following page. Throws NotFound. */
  async page(
    actor: Actor,
    userId: string,
    before: TimelineCursor | null,
  ): Promise<{ events: TimelineEvent[]; next: TimelineCursor | null }> {
    const found = await this.repository.findPage(userId, timelineActionsFor(actor.teamRole), before, PAGE + 1);
    // Every user has at least the event of their sign-up.
    if (found.length === 0 && before === null) throw new NotFound('user');
    const events = found.slice(0, PAGE);
    const last = events.at(-1);
    return { events, next: last && found.length > PAGE ? { at: last.position, id: last.id } : null };
  }
}
