import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { Sealer } from '../crypto/sealer.service.js';
import { metricsRegistry } from '../observability/metrics.js';
import { scrub } from '../observability/logger.js';
import { inSpan } from '../observability/tracing.js';
import { HandlesJob, type JobContext, type JobHandler } from '../queue/index.js';
import { deliverMessage } from './outbox.jobs.js';
import { OutboxMessageRepository, type ClaimedMessage } from './outbox-message.repository.js';
import { outboxSealContext } from './outbox.service.js';
import { DeferDelivery, OUTBOX_HANDLER, UndeliverableError, type OutboxHandler } from './outbox-handler.port.js';

const FIRST_RETRY_SECONDS = 10;
const MAX_RETRY_SECONDS = 30 * 60;

const delivered = new Counter({
  name: 'tidemark_outbox_total',
  help: 'Outbox deliveries',
  labelNames: ['kind', 'outcome'],
  registers: [metricsRegistry],
});

/**
 * Returns the backoff before try `attempts + 1`: doubling from 10 s to 30 min, ±20 % jitter so that a recovering mail server is not
 * flooded.
 */
export function retrySeconds(attempts: number, random = Math.random()): number {
  const base = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, attempts - 1), MAX_RETRY_SECONDS);
  return base * (0.8 + 0.4 * random);
}

/** Leases messages, runs their handlers and records the outcomes. */
@Injectable()
@HandlesJob(deliverMessage)
export class OutboxDelivery implements JobHandler<z.infer<typeof deliverMessage.payload>>, OnApplicationBootstrap {
  private readonly log = new Logger('Outbox');
  private readonly handlers = new Map<string, OutboxHandler<unknown>>();

  constructor(
    private readonly em: EntityManager,
    private readonly messages: OutboxMessageRepository,
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

  /**
   * Delivers one message after the other; one that fails holds up no other. Those that could not be claimed, and those that are left when
   * the worker shuts down, go to another job at once.
   */
  async handle({ id, more = [] }: z.infer<typeof deliverMessage.payload>, { signal }: JobContext): Promise<void> {
    const failures: { id: string; error: unknown }[] = [];
    const waiting = [id, ...more];
    for (let next = waiting.shift(); next !== undefined; next = signal.aborted ? undefined : waiting.shift()) {
      const one = next;
      await RequestContext.create(this.em, () => this.deliver(one)).catch((error: unknown) => failures.push({ id: one, error }));
    }
    // Those that could not even be claimed, and those that were not begun.
    const left = [...failures.map((failure) => failure.id), ...waiting];
    if (left.length > 0) await this.messages.release(this.em, left);
    if (failures.length > 0) throw failures[0]!.error;
  }

  /** Returns the lanes of messages of one kind, by their ids. */
  async lanesOf(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return (await this.handlers.get(kind)?.lanesOf?.(ids)) ?? new Map<string, string>();
  }

  private async deliver(id: string): Promise<void> {
    const message = await this.messages.claim(this.em, id);
    if (!message) return;
    try {
      const handler = this.handlers.get(message.kind);
      if (!handler) throw new UndeliverableError(`no handler for ${message.kind}`);
      const payload: unknown = JSON.parse(this.sealer.open(message.payload!, outboxSealContext(id)).toString('utf8'));
      const { kind, attempts } = message;
      const span = {
        name: `outbox ${kind}`,
        kind: 'internal',
        facts: { 'tidemark.outbox.kind': kind, 'tidemark.outbox.attempt': attempts },
      } as const;
      await inSpan(
        span,
        () => handler.handle(payload, { id, attempt: attempts, createdAt: new Date(message.created_at) }),
        (error) => error instanceof DeferDelivery,
      );
    } catch (error) {
      if (error instanceof DeferDelivery && !message.expired) await this.messages.defer(this.em, id, error.afterMs);
      else await this.postpone(message, error as Error);
      return;
    }
    await this.messages.markSent(this.em, id);
    delivered.inc({ kind: message.kind, outcome: 'sent' });
    this.log.log({ kind: message.kind, messageId: id, attempt: message.attempts }, 'message delivered');
  }

  private async postpone(message: ClaimedMessage, error: Error): Promise<void> {
    const dead = message.expired || error instanceof UndeliverableError;
    await this.messages.recordFailure(this.em, message.id, {
      error: scrub(error.message).slice(0, 500),
      retrySeconds: retrySeconds(message.attempts),
      dead,
    });
    delivered.inc({ kind: message.kind, outcome: dead ? 'dead' : 'postponed' });
    const fields = { err: error, kind: message.kind, messageId: message.id, attempt: message.attempts };
    if (dead) this.log.error(fields, 'message given up');
    else this.log.warn(fields, 'message will be tried again');
  }
}
