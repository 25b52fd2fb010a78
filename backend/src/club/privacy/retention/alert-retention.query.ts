import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { db, type Database } from '../../../database.js';
import { daysAfter, type AuditedRule, type RetentionRule } from './retention-rule.query.js';

const eb = expressionBuilder<
  Database & { f: Database['alert_firings']; g: Database['account_alert_firings']; w: Database['alerts'] },
  'f' | 'g' | 'w'
>();
const among = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[])`;
const none = () => [];

/** Returns the retention rules about alerts that fired, and about those that watch nothing any more. */
export function alertRetentionRules(noticeDays: number, audited: AuditedRule): RetentionRule[] {
  return [
    audited(
      {
        name: 'alert-firings',
        data: 'When alerts of members fired',
        kept: `${noticeDays} days`,
        key: sql<string>`f.id::text`,
        lock: 'f',
        rows: (database, at) => database.selectFrom('alert_firings as f').where(daysAfter(eb.ref('f.fired_at'), noticeDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('alert_firings').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'account-alert-firings',
        data: 'When alerts of members about their account fired',
        kept: `${noticeDays} days`,
        key: sql<string>`g.id::text`,
        lock: 'g',
        rows: (database, at) =>
          database.selectFrom('account_alert_firings as g').where(daysAfter(eb.ref('g.fired_at'), noticeDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('account_alert_firings').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'position-alerts',
        data: 'Alerts that were kept for positions that are closed',
        kept: `${noticeDays} days`,
        key: sql<string>`w.id::text`,
        lock: 'w',
        rows: (database, at) =>
          database
            .selectFrom('alerts as w')
            .where('w.kind', '=', 'liquidation')
            .where('w.state', '=', 'ended')
            .where(daysAfter(eb.ref('w.checked_to'), noticeDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('alerts').where(among(ids)).execute(),
    ),
  ];
}
