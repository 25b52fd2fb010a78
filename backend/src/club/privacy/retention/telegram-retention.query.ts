import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { db, type Database } from '../../../database.js';
import { daysAfter, type AuditedRule, type RetentionRule } from './retention-rule.query.js';

const eb = expressionBuilder<
  Database & { u: Database['telegram_updates']; l: Database['telegram_link_codes']; f: Database['signal_drafts'] },
  'u' | 'l' | 'f'
>();
const among = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[])`;
const none = () => [];

/** Returns the retention rules about what the Telegram bot works with. */
export function telegramRetentionRules(workingDays: number, audited: AuditedRule): RetentionRule[] {
  return [
    audited(
      {
        // Telegram keeps updates for a day: it cannot send one again that is older.
        name: 'telegram-updates',
        data: 'Numbers of updates of the Telegram bot',
        kept: `${workingDays} days`,
        key: sql<string>`u.update_id::text`,
        lock: 'u',
        rows: (database, at) =>
          database.selectFrom('telegram_updates as u').where(daysAfter(eb.ref('u.received_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) =>
        db(tx)
          .deleteFrom('telegram_updates')
          .where(sql<SqlBool>`update_id = any(${ids}::bigint[])`)
          .execute(),
    ),
    audited(
      {
        name: 'telegram-codes',
        data: 'Links with which members wanted to connect Telegram',
        kept: `${workingDays} days after they expire`,
        key: sql<string>`l.id::text`,
        lock: 'l',
        rows: (database, at) =>
          database.selectFrom('telegram_link_codes as l').where(daysAfter(eb.ref('l.expires_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('telegram_link_codes').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'signal-drafts',
        data: 'Drafts of signals that admins sent to their Telegram',
        kept: `${workingDays} days after they expire`,
        key: sql<string>`f.id::text`,
        lock: 'f',
        rows: (database, at) => database.selectFrom('signal_drafts as f').where(daysAfter(eb.ref('f.expires_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('signal_drafts').where(among(ids)).execute(),
    ),
  ];
}
