import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { JobQueue, PollingLoop } from '../queue/index.js';
import { inJobs } from './job-division.rules.js';
import { OutboxDelivery } from './outbox-delivery.handler.js';
import { OutboxMessageRepository } from './outbox-message.repository.js';
import { deliverMessage } from './outbox.jobs.js';

const INTERVAL_MS = 300;
const BATCH = 200;

/**
 * Moves due messages from the outbox to the queue. Several workers may run it at the same time: row locks keep a message with one of them.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Outbox');
  private readonly loop = new PollingLoop({
    intervalMs: INTERVAL_MS,
    tick: async () => (await this.messages.hasDue(this.orm.em.fork())) && (await this.moveDue()) === BATCH,
    onFirstFailure: (error) => this.log.warn({ err: error }, 'the outbox waits: database or queue is out of reach'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly queue: JobQueue,
    private readonly messages: OutboxMessageRepository,
    private readonly delivery: OutboxDelivery,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Enqueues before the commit: a crash in between repeats a job, which the delivery's lease makes harmless; the other order would delay it
   * by ten minutes.
   */
  private moveDue(): Promise<number> {
    return this.orm.em.fork().transactional(async (em) => {
      const messages = await this.messages.findDue(em, BATCH);
      if (messages.length === 0) return 0;
      await this.queue.enqueueAll(
        deliverMessage,
        inJobs(messages, await this.lanesOf(messages)).map(([{ id, due, request_id: requestId, traceparent }, ...more]) => ({
          payload: { v: 1 as const, id, ...(more.length > 0 && { more: more.map((message) => message.id) }) },
          options: {
            // Of several, a second job could hold others: what was delivered meanwhile is passed over.
            ...(more.length === 0 && { jobId: `outbox-${id}-${due}` }),
            ...(requestId !== null && { requestId }),
            ...(traceparent !== null && { traceparent }),
          },
        })),
      );
      await this.messages.markEnqueued(
        em,
        messages.map(({ id }) => id),
      );
      return messages.length;
    });
  }

  /** Returns the lanes of messages, by their ids. */
  private async lanesOf(messages: readonly { id: string; kind: string }[]): Promise<ReadonlyMap<string, string>> {
    if (messages.length < 2) return new Map();
    const found = new Map<string, string>();
    for (const kind of new Set(messages.map((message) => message.kind))) {
      const ids = messages.filter((message) => message.kind === kind).map(({ id }) => id);
      for (const [id, lane] of await this.delivery.lanesOf(kind, ids)) found.set(id, lane);
    }
    return found;
  }
}
