import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { JobQueue, Pulse } from '../queue/index.js';
import { deliverMessage } from './outbox.jobs.js';

const PULSE_MS = 300;
const BATCH = 100;

interface Due {
  id: string;
  /** When it became due, was left by a worker that died, or was enqueued for the last time: each try has a job id of its own, for one that failed keeps its id for days. */
  due: string;
  request_id: string | null;
  traceparent: string | null;
}

/**
 * Moves due messages from the outbox to the queue. Several workers may run it: a row is picked by one.
 * A message whose lease has run out (a killed worker), or that was enqueued but not sent within ten minutes (a flushed Redis, a lost job), is enqueued again.
 */
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
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  /** Enqueues before the commit: a crash in between repeats a job, which delivery's lease makes harmless; the other order would lose ten minutes. */
  private moveDue(): Promise<number> {
    return this.orm.em.fork().transactional(async (em) => {
      const messages = await em.execute<Due[]>(
        `select "id", extract(epoch from coalesce("lease_until", "enqueued_at", "available_at"))::text as "due", "request_id", "traceparent" from "outbox"
         where "sent_at" is null and "dead_at" is null and "available_at" <= now()
           and ("enqueued_at" is null or "lease_until" < now() or ("lease_until" is null and "enqueued_at" < now() - interval '10 minutes'))
         order by "id" limit ${BATCH} for update skip locked`,
      );
      if (messages.length === 0) return 0;
      await this.queue.enqueueAll(
        deliverMessage,
        messages.map(({ id, due, request_id: requestId, traceparent }) => ({
          payload: { v: 1 as const, id },
          options: { jobId: `outbox-${id}-${due}`, ...(requestId !== null && { requestId }), ...(traceparent !== null && { traceparent }) },
        })),
      );
      await em.execute('update "outbox" set "enqueued_at" = now(), "lease_until" = null where "id" = any(?::uuid[])', [
        `{${messages.map(({ id }) => id).join(',')}}`,
      ]);
      return messages.length;
    });
  }
}
