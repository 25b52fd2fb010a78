import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Sealer } from '../crypto/sealer.service.js';
import { uuidv7 } from '../domain/ids.js';
import { currentTrace } from '../observability/trace.js';
import { tracing } from '../observability/tracing.js';
import { OutboxMessageRepository } from './outbox-message.repository.js';

export interface OutboxEntry {
  /** Selects the OutboxHandler: `mail.send`, `exchange.start-sync`. */
  kind: string;
  /** A second entry with the same key is dropped. */
  dedupeKey: string;
  payload: unknown;
  /** It is carried out no earlier than so many seconds from now. */
  delaySeconds?: number;
}

export const outboxSealContext = (id: string) => ({ table: 'outbox', rowId: id, userId: '', field: 'payload' });

/** Adds side effects (emails, jobs) to a transaction: they happen if, and only if, it commits. */
@Injectable()
export class Outbox {
  constructor(
    private readonly sealer: Sealer,
    private readonly messages: OutboxMessageRepository,
  ) {}

  /** Adds an entry in the transaction of `em`. Returns its id. */
  async add(em: EntityManager, { kind, dedupeKey, payload, delaySeconds = 0 }: OutboxEntry): Promise<string> {
    const id = uuidv7();
    await this.messages.insert(em, {
      id,
      kind,
      dedupeKey,
      delaySeconds,
      payload: this.sealer.seal(JSON.stringify(payload), outboxSealContext(id)),
      requestId: currentTrace()?.requestId ?? null,
      traceparent: tracing()?.current()?.traceparent ?? null,
    });
    return id;
  }
}
