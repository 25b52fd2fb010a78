import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Sealer } from '../crypto/sealer.js';
import { uuidv7 } from '../domain/ids.js';

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
    await em.execute('insert into "outbox" ("id", "kind", "dedupe_key", "payload") values (?, ?, ?, ?) on conflict ("dedupe_key") do nothing', [id, kind, dedupeKey, sealed]);
    return id;
  }
}
