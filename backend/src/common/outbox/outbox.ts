import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Sealer } from '../crypto/sealer.js';
import { uuidv7 } from '../domain/ids.js';
import { currentTrace } from '../observability/trace.js';
import { tracing } from '../observability/tracing.js';

export interface OutboxEntry {
  /** Which OutboxHandler does it: `mail.send`, `exchange.start-sync`. */
  kind: string;
  /** Two entries with one key are one: the second is dropped. */
  dedupeKey: string;
  payload: unknown;
}

export const outboxSealContext = (id: string) => ({ table: 'outbox', rowId: id, userId: '', field: 'payload' });

/** Where mails and jobs leave a transaction: what is added here happens if, and only if, the transaction commits. */
@Injectable()
export class Outbox {
  constructor(private readonly sealer: Sealer) {}

  /** Adds an entry in the transaction of `em`. Returns its id. */
  async add(em: EntityManager, { kind, dedupeKey, payload }: OutboxEntry): Promise<string> {
    const id = uuidv7();
    const sealed = this.sealer.seal(JSON.stringify(payload), outboxSealContext(id));
    const statement =
      'insert into "outbox" ("id", "kind", "dedupe_key", "payload", "request_id", "traceparent") values (?, ?, ?, ?, ?, ?) on conflict ("dedupe_key") do nothing';
    await em.execute(statement, [
      id,
      kind,
      dedupeKey,
      sealed,
      currentTrace()?.requestId ?? null,
      tracing()?.current()?.traceparent ?? null,
    ]);
    return id;
  }
}
