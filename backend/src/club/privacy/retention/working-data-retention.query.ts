import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { AuditLog } from '../../../operations/audit/index.js';
import type { RetentionPeriods } from '../../../platform/config/index.js';
import { MAIL_KIND } from '../../../messaging/mail/index.js';
import { db, type Database } from '../../../database.js';
import { alertRetentionRules } from './alert-retention.query.js';
import { isHeld } from './retention-predicates.query.js';
import { daysAfter, type AuditedRule, type RetentionRule } from './retention-rule.query.js';
import { telegramRetentionRules } from './telegram-retention.query.js';

const BATCH = 500;
/** Sync compares the last ten runs of an account (sync/futures-snapshot.ts), and its member sees the last. */
const RUNS_KEPT = 10;

const eb = expressionBuilder<
  Database & {
    s: Database['sessions'];
    r: Database['sync_runs'];
    t: Database['mail_tokens'];
    o: Database['outbox'];
    m: Database['dev_mails'];
    i: Database['team_invitations'];
    d: Database['deliveries'];
    e: Database['events'];
    a: Database['delivery_attempts'];
    n: Database['notices'];
    q: Database['comment_reports'];
    c: Database['calendar_events'];
  },
  's' | 'r' | 't' | 'o' | 'm' | 'i' | 'd' | 'e' | 'a' | 'n' | 'q' | 'c'
>();
const sessionEnd = sql<string>`least(coalesce(s.ended_at, 'infinity'), s.idle_ends_at, s.absolute_ends_at)`;
const isLastRun = eb(
  'r.id',
  '>=',
  eb.fn.coalesce(
    eb
      .selectFrom('sync_runs as l')
      .select('l.id')
      .whereRef('l.account_id', '=', 'r.account_id')
      .orderBy('l.id', 'desc')
      .offset(RUNS_KEPT - 1)
      .limit(1),
    'r.id',
  ),
);

const among = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[])`;

/** Returns the retention rules about operational records. Each batch leaves one audit record, because it contains no member's documents. */
export function workingDataRetentionRules(
  { sessionDays, sessionNetworkDays, workingDays, channelLogDays, noticeDays }: RetentionPeriods,
  audit: AuditLog,
): RetentionRule[] {
  const audited: AuditedRule = (rule, remove) => ({
    ...rule,
    batch: BATCH,
    remove: async (tx, keys) => {
      await remove(tx, keys);
      await audit.record(tx, {
        action: 'retention.delete',
        actorId: null,
        actorRole: null,
        detail: { rule: rule.name, rows: keys.length },
      });
      return 0;
    },
  });
  const sessions: Pick<RetentionRule, 'key' | 'lock' | 'exemptions'> = {
    key: sql<string>`s.id::text`,
    lock: 's',
    exemptions: (at) => [{ why: 'on hold', when: isHeld(at) }],
  };
  const none = () => [];
  return [
    audited(
      {
        name: 'sessions',
        data: 'Sessions',
        kept: `${sessionDays} days after their end`,
        ...sessions,
        rows: (database, at) =>
          database
            .selectFrom('sessions as s')
            .innerJoin('users as u', 'u.id', 's.user_id')
            .where(daysAfter(sessionEnd, sessionDays), '<=', at),
      },
      (tx, ids) => db(tx).deleteFrom('sessions').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'session-networks',
        data: 'Networks of sessions, which are shortened from the first',
        kept: `${sessionNetworkDays} days after their end`,
        ...sessions,
        rows: (database, at) =>
          database
            .selectFrom('sessions as s')
            .innerJoin('users as u', 'u.id', 's.user_id')
            .where('s.network', 'is not', null)
            .where(daysAfter(sessionEnd, sessionNetworkDays), '<=', at),
      },
      (tx, ids) => db(tx).updateTable('sessions').set({ network: null, subnet_key: null, device_key: null }).where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'sync-runs',
        data: 'Readings of exchange accounts, as the program noted them',
        kept: `${workingDays} days after their end, and the last ${RUNS_KEPT} of each account`,
        key: sql<string>`r.id::text`,
        lock: 'r',
        rows: (database, at) =>
          database
            .selectFrom('sync_runs as r')
            .where('r.state', 'in', ['done', 'failed'])
            .where((row) => row(daysAfter(row.fn.coalesce('r.finished_at', 'r.created_at'), workingDays), '<=', at)),
        exemptions: () => [{ why: `among the last ${RUNS_KEPT} of their account`, when: isLastRun }],
      },
      (tx, ids) => db(tx).deleteFrom('sync_runs').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'mail-tokens',
        data: 'Links that were mailed',
        kept: `${workingDays} days`,
        key: sql<string>`encode(t.hash, 'hex')`,
        lock: 't',
        rows: (database, at) => database.selectFrom('mail_tokens as t').where(daysAfter(eb.ref('t.created_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, hashes) =>
        db(tx)
          .deleteFrom('mail_tokens')
          .where(sql<SqlBool>`encode(hash, 'hex') = any(${hashes}::text[])`)
          .execute(),
    ),
    audited(
      {
        name: 'team-invitations',
        data: 'Invitations to the team',
        kept: `${workingDays} days after they expire`,
        key: sql<string>`i.id::text`,
        lock: 'i',
        rows: (database, at) =>
          database.selectFrom('team_invitations as i').where(daysAfter(eb.ref('i.expires_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('team_invitations').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'undelivered-mails',
        data: 'What mails say that could not be delivered; the others lose it when they leave',
        kept: `${workingDays} days after they were given up`,
        key: sql<string>`o.id::text`,
        lock: 'o',
        rows: (database, at) =>
          database
            .selectFrom('outbox as o')
            .where('o.kind', '=', MAIL_KIND)
            .where('o.payload', 'is not', null)
            .where(daysAfter(eb.fn.coalesce('o.sent_at', 'o.dead_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) =>
        db(tx)
          .updateTable('outbox')
          .set({ payload: null, dropped_at: sql<string | null>`case when dead_at is not null then coalesce(dropped_at, now()) end` })
          .where(among(ids))
          .execute(),
    ),
    audited(
      {
        name: 'channel-attempts',
        data: 'What was answered to each try of a webhook, a Telegram message or a notification',
        kept: `${channelLogDays} days`,
        key: sql<string>`a.id::text`,
        lock: 'a',
        rows: (database, at) => database.selectFrom('delivery_attempts as a').where(daysAfter(eb.ref('a.at'), channelLogDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('delivery_attempts').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'channel-deliveries',
        data: 'Deliveries to webhooks, Telegram and devices that have ended',
        kept: `${channelLogDays} days after their last change`,
        key: sql<string>`d.id::text`,
        lock: 'd',
        rows: (database, at) =>
          database
            .selectFrom('deliveries as d')
            .where('d.state', 'in', ['sent', 'failed_permanent', 'uncertain', 'suppressed', 'expired'])
            .where(daysAfter(eb.ref('d.updated_at'), channelLogDays), '<=', at)
            // The number of a post closes the positions of copy bots: it is needed for as long as its signal may change.
            .where((row) =>
              row.not(
                row.exists(
                  row
                    .selectFrom('channel_addresses as c')
                    .innerJoin('events as v', 'v.subject_id', 'd.thread_id')
                    .select('c.id')
                    .whereRef('c.id', '=', 'd.address_id')
                    .where('c.channel', '=', 'copy-bot')
                    .where((inner) => inner(daysAfter(inner.ref('v.expires_at'), channelLogDays), '>', at)),
                ),
              ),
            ),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('deliveries').where(among(ids)).execute(),
    ),
    audited(
      {
        // Those of signals stay, as the signals do: they number its states.
        name: 'channel-test-events',
        data: 'Test events of webhooks, and greetings and notices about the account on Telegram and on devices',
        kept: `${channelLogDays} days after their last delivery`,
        key: sql<string>`e.id::text`,
        lock: 'e',
        rows: (database, at) =>
          database
            .selectFrom('events as e')
            .where('e.audience', '=', 'owner')
            .where(daysAfter(eb.ref('e.created_at'), channelLogDays), '<=', at)
            .where((row) =>
              row.not(row.exists(row.selectFrom('deliveries as q').select('q.id').whereRef('q.thread_id', '=', 'e.subject_id'))),
            ),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('events').where(among(ids)).execute(),
    ),
    ...telegramRetentionRules(workingDays, audited),
    audited(
      {
        name: 'notices',
        data: 'Notifications in the notification centre',
        kept: `${noticeDays} days`,
        key: sql<string>`n.id::text`,
        lock: 'n',
        rows: (database, at) => database.selectFrom('notices as n').where(daysAfter(eb.ref('n.created_at'), noticeDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('notices').where(among(ids)).execute(),
    ),
    ...alertRetentionRules(noticeDays, audited),
    audited(
      {
        name: 'comment-reports',
        data: 'Reports of comments that the team has decided about',
        kept: `${noticeDays} days`,
        key: sql<string>`q.id::text`,
        lock: 'q',
        rows: (database, at) => database.selectFrom('comment_reports as q').where(daysAfter(eb.ref('q.resolved_at'), noticeDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) => db(tx).deleteFrom('comment_reports').where(among(ids)).execute(),
    ),
    audited(
      {
        name: 'calendar-signups',
        data: 'Which members signed up for an event',
        kept: `${noticeDays} days after its end`,
        key: sql<string>`p.event_id || ' ' || p.user_id`,
        lock: 'p',
        rows: (database, at) =>
          database
            .selectFrom('calendar_signups as p')
            .innerJoin('calendar_events as c', 'c.id', 'p.event_id')
            .where(daysAfter(eb.ref('c.ends_at'), noticeDays), '<=', at),
        exemptions: none,
      },
      (tx, keys) =>
        db(tx)
          .deleteFrom('calendar_signups')
          .where(sql<SqlBool>`event_id || ' ' || user_id = any(${keys}::text[])`)
          .execute(),
    ),
    audited(
      {
        name: 'development-mailbox',
        data: 'Mails of the development mailbox',
        kept: `${workingDays} days`,
        key: sql<string>`m.id::text`,
        lock: 'm',
        rows: (database, at) => database.selectFrom('dev_mails as m').where(daysAfter(eb.ref('m.received_at'), workingDays), '<=', at),
        exemptions: none,
      },
      (tx, ids) =>
        db(tx)
          .deleteFrom('dev_mails')
          .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
          .execute(),
    ),
  ];
}
