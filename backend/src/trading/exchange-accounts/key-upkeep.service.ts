import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { findExpiringKeys, wipeStoppedKeys } from './key-upkeep.query.js';

const BATCH = 200;
/** Days before a key expires, the later reminder first. */
const REMINDERS = [3, 14] as const;
/** Keys that could not be used for this long are wiped (security 6). */
const UNUSABLE_DAYS = 30;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Sends expiry reminders and wipes unusable keys. Running it twice changes nothing. */
@Injectable()
export class KeyUpkeepService {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  /** Sends at most two emails about the expiry of a key: 14 days and 3 days before it; a key given later gets the second alone. */
  async remind(em: EntityManager): Promise<void> {
    for (let after: string | undefined = FIRST; after !== undefined;)
      after = await em.fork().transactional((tx) => this.remindSome(tx, after ?? FIRST));
  }

  /** Wipes keys that were stopped UNUSABLE_DAYS ago. */
  async wipe(em: EntityManager): Promise<void> {
    for (let wiped = BATCH; wiped === BATCH;) wiped = await em.fork().transactional((tx) => this.wipeSome(tx));
  }

  /** Returns the last account of a full batch; the next batch starts after it. */
  private async remindSome(tx: EntityManager, after: string): Promise<string | undefined> {
    const rows = await findExpiringKeys(tx, { after, days: Math.max(...REMINDERS), limit: BATCH });
    for (const { id, user_id, ends, days } of rows) {
      const stage = REMINDERS.find((reminder) => Number(days) <= reminder);
      if (stage === undefined) continue;
      await this.mail.queue(tx, {
        letter: 'key-expires',
        to: user_id,
        data: { day: ends.slice(0, 10) },
        dedupeKey: `key-expires:${id}:${ends}:${stage}`,
      });
    }
    return rows.length === BATCH ? rows.at(-1)?.id : undefined;
  }

  private async wipeSome(tx: EntityManager): Promise<number> {
    const rows = await wipeStoppedKeys(tx, { days: UNUSABLE_DAYS, limit: BATCH });
    for (const { id, user_id, key_state } of rows) {
      await this.audit.record(tx, {
        action: 'exchange.key-wipe',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: user_id,
        detail: { accountId: id, state: key_state },
      });
    }
    if (rows.length > 0) this.log.log({ keys: rows.length }, 'wiped keys that could not be used for a month');
    return rows.length;
  }
}
