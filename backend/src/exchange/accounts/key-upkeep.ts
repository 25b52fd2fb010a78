import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { MailOutbox } from '../../mail/index.js';

const BATCH = 200;
/** Days before a key ends by itself, the later letter first. */
const REMINDERS = [3, 14] as const;
/** A key that cannot be used for so long is kept no longer (security 6). */
const UNUSABLE_DAYS = 30;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** What time alone brings about for stored keys. Everything may be done twice. */
@Injectable()
export class KeyUpkeep {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  /** Two letters at most about one end of one key: 14 days before it, and 3; a key that begins later gets the second alone. */
  async remind(em: EntityManager): Promise<void> {
    for (let after: string | undefined = FIRST; after !== undefined;)
      after = await em.fork().transactional((tx) => this.remindSome(tx, after ?? FIRST));
  }

  /** Wipes keys that were stopped long ago. */
  async wipe(em: EntityManager): Promise<void> {
    for (let wiped = BATCH; wiped === BATCH;) wiped = await em.fork().transactional((tx) => this.wipeSome(tx));
  }

  /** Returns the last account of a full batch, after which the next one begins. */
  private async remindSome(tx: EntityManager, after: string): Promise<string | undefined> {
    const rows = await tx.execute<{ id: string; user_id: string; ends: string; days: string }[]>(
      `select a.id, a.user_id, a.key_rights->>'expiresAt' as ends, extract(epoch from (a.key_rights->>'expiresAt')::timestamptz - now()) / 86400 as days
       from exchange_accounts a join users u on u.id = a.user_id
       where a.id > ? and a.is_current and a.api_key is not null and a.key_state = 'valid' and u.status = 'active' and u.rejected_at is null
         and (a.key_rights->>'expiresAt')::timestamptz between now() and now() + make_interval(days => ?)
       order by a.id limit ?`,
      [after, Math.max(...REMINDERS), BATCH],
    );
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
    const rows = await tx.execute<{ id: string; user_id: string; key_state: string }[]>(
      `update exchange_accounts set api_key = null, secret_key = null, passphrase = null, fingerprint = sha256(gen_random_uuid()::text::bytea), updated_at = now()
       where id in (select id from exchange_accounts where api_key is not null and key_state in ('invalid', 'too_powerful') and key_checked_at < now() - make_interval(days => ?) limit ? for update skip locked)
       returning id, user_id, key_state`,
      [UNUSABLE_DAYS, BATCH],
    );
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
