import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/domain/index.js';
import { HandlesOutbox, type OutboxHandler } from '../../platform/outbox/index.js';
import { JobQueue, queuedOnce } from '../../platform/queue/index.js';
import { computeShare } from './share.jobs.js';

/** The outbox message after which a member's share is computed again. */
export const SHARE_CHANGED = 'club-share.changed';

const payloadSchema = z.object({ v: z.literal(1), userId: z.uuid() });

/** Queues the computation at once, because the member or an admin looks at it; `club-share.due` would a minute later. */
@Injectable()
@HandlesOutbox(SHARE_CHANGED)
export class ShareChangedHandler implements OutboxHandler<unknown> {
  constructor(
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(payload: unknown): Promise<void> {
    const { userId } = payloadSchema.parse(payload);
    await this.queue.enqueue(computeShare, { v: 1, userId }, queuedOnce(`share-${userId}`, this.clock.now()));
  }
}
