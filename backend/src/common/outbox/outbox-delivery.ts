import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { Sealer } from '../crypto/sealer.js';
import { metricsRegistry } from '../observability/metrics.js';
import { scrub } from '../observability/logger.js';
import { inSpan } from '../observability/tracing.js';
import { HandlesJob, type JobHandler } from '../queue/index.js';
import { deliverMessage } from './outbox.jobs.js';
import { outboxSealContext } from './outbox.js';
import { NotYet, OUTBOX_HANDLER, UndeliverableError, type OutboxHandler } from './outbox-handler.js';

/** How long a delivery may take; whoever holds one longer is taken for dead. */
export const LEASE_SECONDS = 60;
const FIRST_RETRY_SECONDS = 10;
const LONGEST_RETRY_SECONDS = 30 * 60;
const GIVE_UP_AFTER_HOURS = 48;

const delivered = new Counter({
  name: 'tidemark_outbox_total',
  help: 'Outbox deliveries',
  labelNames: ['kind', 'outcome'],
  registers: [metricsRegistry],
});

interface Claimed {
  id: string;
  kind: string;
  payload: Buffer;
  attempts: number;
  created_at: string | Date;
  expired: boolean;
}

/** Seconds until try `attempts + 1`: doubling from 10 s to 30 min, each ±20 % so that a returning mail server is not stormed. */
export function retrySeconds(attempts: number, random = Math.random()): number {
  const base = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, attempts - 1), LONGEST_RETRY_SECONDS);
  return base * (0.8 + 0.4 * random);
}

/** Claims a message for 60 s, lets its handler act, and writes down what came of it. */
@Injectable()
@HandlesJob(deliverMessage)
export class OutboxDelivery implements JobHandler<z.infer<typeof deliverMessage.payload>>, OnApplicationBootstrap {
  private readonly log = new Logger('Outbox');
  private readonly handlers = new Map<string, OutboxHandler<unknown>>();

  constructor(
    private readonly em: EntityManager,
    private readonly sealer: Sealer,
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metatype, instance } of this.discovery.getProviders()) {
      const kind = typeof metatype === 'function' ? this.reflector.get<string | undefined>(OUTBOX_HANDLER, metatype) : undefined;
      if (!kind) continue;
      if (this.handlers.has(kind)) throw new Error(`the outbox kind ${kind} has two handlers`);
      this.handlers.set(kind, instance as OutboxHandler<unknown>);
    }
  }

  async handle({ id }: { v: 1; id: string }): Promise<void> {
    const message = await this.claim(id);
    if (!message) return; // sent already, dead, or leased by another delivery
    try {
      const handler = this.handlers.get(message.kind);
      if (!handler) throw new UndeliverableError(`no handler for ${message.kind}`);
      const payload: unknown = JSON.parse(this.sealer.open(message.payload, outboxSealContext(id)).toString('utf8'));
      const { kind, attempts } = message;
      const span = {
        name: `outbox ${kind}`,
        kind: 'internal',
        facts: { 'tidemark.outbox.kind': kind, 'tidemark.outbox.attempt': attempts },
      } as const;
      await inSpan(
        span,
        () => handler.handle(payload, { id, attempt: attempts, createdAt: new Date(message.created_at) }),
        (error) => error instanceof NotYet,
      );
    } catch (error) {
      if (error instanceof NotYet && !message.expired) await this.wait(message, error.afterMs);
      else await this.postpone(message, error as Error);
      return;
    }
    await this.em.execute('update "outbox" set "sent_at" = now(), "payload" = null, "lease_until" = null, "error" = null where "id" = ?', [
      id,
    ]);
    delivered.inc({ kind: message.kind, outcome: 'sent' });
    this.log.log({ kind: message.kind, messageId: id, attempt: message.attempts }, 'message delivered');
  }

  private async claim(id: string): Promise<Claimed | undefined> {
    const [row] = await this.em.execute<Claimed[]>(
      `update "outbox" set "lease_until" = now() + interval '${LEASE_SECONDS} seconds', "attempts" = "attempts" + 1
       where "id" = ? and "sent_at" is null and "dead_at" is null and coalesce("lease_until", '-infinity') < now()
       returning "id", "kind", "payload", "attempts", "created_at", coalesce("retried_at", "created_at") < now() - interval '${GIVE_UP_AFTER_HOURS} hours' as "expired"`,
      [id],
    );
    return row;
  }

  private async wait({ id }: Claimed, afterMs: number): Promise<void> {
    await this.em.execute(
      `update "outbox" set "lease_until" = null, "enqueued_at" = null, "attempts" = "attempts" - 1, "available_at" = now() + ? * interval '1 millisecond' where "id" = ?`,
      [afterMs, id],
    );
  }

  private async postpone(message: Claimed, error: Error): Promise<void> {
    const dead = message.expired || error instanceof UndeliverableError;
    const reason = scrub(error.message).slice(0, 500);
    await this.em.execute(
      `update "outbox" set "lease_until" = null, "enqueued_at" = null, "error" = ?, "available_at" = now() + ? * interval '1 second', "dead_at" = ${dead ? 'now()' : 'null'} where "id" = ?`,
      [reason, retrySeconds(message.attempts), message.id],
    );
    delivered.inc({ kind: message.kind, outcome: dead ? 'dead' : 'postponed' });
    const fields = { err: error, kind: message.kind, messageId: message.id, attempt: message.attempts };
    if (dead) this.log.error(fields, 'message given up');
    else this.log.warn(fields, 'message will be tried again');
  }
}
