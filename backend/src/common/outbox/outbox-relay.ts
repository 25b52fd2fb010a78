import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { JobQueue, Pulse } from '../queue/index.js';
import { OutboxMessageRepository } from './outbox-message.repository.js';
import { deliverMessage } from './outbox.jobs.js';

const PULSE_MS = 300;
const BATCH = 100;

/** Moves due messages from the outbox to the queue. Several workers may run it at the same time: row locks keep a message with one of them. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Outbox');
  private readonly pulse = new Pulse({
    everyMs: PULSE_MS,
    round: async () => (await this.moveDue()) === BATCH,
    onOutage: (error) => this.log.warn({ err: error }, 'the outbox waits: database or queue is out of reach'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly queue: JobQueue,
    private readonly messages: OutboxMessageRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  /** Enqueues before the commit: a crash in between repeats a job, which the delivery's lease makes harmless; the other order would delay it by ten minutes. */
  private moveDue(): Promise<number> {
    return this.orm.em.fork().transactional(async (em) => {
      const messages = await this.messages.findDue(em, BATCH);
      if (messages.length === 0) return 0;
      await this.queue.enqueueAll(
        deliverMessage,
        messages.map(({ id, due, request_id: requestId, traceparent }) => ({
          payload: { v: 1 as const, id },
          options: { jobId: `outbox-${id}-${due}`, ...(requestId !== null && { requestId }), ...(traceparent !== null && { traceparent }) },
        })),
      );
      await this.messages.markEnqueued(
        em,
        messages.map(({ id }) => id),
      );
      return messages.length;
    });
  }
}
