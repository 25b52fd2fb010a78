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
  async add(em: EntityManager, entry: OutboxEntry): Promise<string> {
    const [id] = await this.addAll(em, [entry]);
    return id!;
  }

  /** As `add`, in one statement. Returns the ids in the order of the entries. */
  async addAll(em: EntityManager, entries: readonly OutboxEntry[]): Promise<string[]> {
    const requestId = currentTrace()?.requestId ?? null;
    const traceparent = tracing()?.current()?.traceparent ?? null;
    const messages = entries.map(({ kind, dedupeKey, payload, delaySeconds = 0 }) => {
      const id = uuidv7();
      const sealed = this.sealer.seal(JSON.stringify(payload), outboxSealContext(id));
      return { id, kind, dedupeKey, delaySeconds, payload: sealed, requestId, traceparent };
    });
    await this.messages.insertAll(em, messages);
    return messages.map(({ id }) => id);
  }

  /** Settles an entry that no worker has taken, as if it had been carried out. Returns its id; null: it was, or there is none. */
  cancel(em: EntityManager, dedupeKey: string): Promise<string | null> {
    return this.messages.cancel(em, dedupeKey);
  }
}
