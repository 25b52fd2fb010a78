import type { EntityManager } from '@mikro-orm/postgresql';
import type { AuditLog } from '../../../operations/audit/index.js';
import type { RetentionPeriods } from '../../../platform/config/index.js';
import { MAIL_KIND } from '../../../messaging/mail/index.js';
import { days, listOf, type RetentionRule, type Spared } from './retention-rule.js';
import { held } from './standing-sql.js';

const BATCH = 500;
/** The next readings of an account rest on what the last ones noted (sync/futures-head.ts counts ten), and its member is shown the last. */
const RUNS_KEPT = 10;

const sessionEnd = `least(coalesce(s.ended_at, 'infinity'), s.idle_ends_at, s.absolute_ends_at)`;
const onHold: Spared = { why: 'on hold', when: held };
const lastRun = `r.id >= coalesce((select l.id from sync_runs l where l.account_id = r.account_id order by l.id desc offset ${RUNS_KEPT - 1} limit 1), r.id)`;

type Act = (em: EntityManager, list: string) => Promise<unknown>;

/** What the program notes while it works. One record in the audit log a batch: nobody's papers are among it. */
export function workingRules({ sessionDays, sessionNetworkDays, workingDays }: RetentionPeriods, audit: AuditLog): RetentionRule[] {
  const acting = (rule: Omit<RetentionRule, 'act' | 'batch'>, act: Act): RetentionRule => ({
    ...rule,
    batch: BATCH,
    act: async (em, keys) => {
      await act(em, listOf(keys));
      await audit.record(em, {
        action: 'retention.delete',
        actorId: null,
        actorRole: null,
        detail: { rule: rule.name, rows: keys.length },
      });
      return { files: 0 };
    },
  });
  const sessions = { from: 'clock, sessions s join users u on u.id = s.user_id', key: 's.id::text', lock: 's', spared: [onHold] };
  return [
    acting(
      {
        name: 'sessions',
        data: 'Sessions',
        kept: `${sessionDays} days after their end`,
        ...sessions,
        past: `${sessionEnd} + ${days(sessionDays)} <= clock.now`,
      },
      (em, list) => em.execute('delete from sessions where id = any(?::uuid[])', [list]),
    ),
    acting(
      {
        name: 'session-networks',
        data: 'Networks of sessions, which are shortened from the first',
        kept: `${sessionNetworkDays} days after their end`,
        ...sessions,
        past: `s.network is not null and ${sessionEnd} + ${days(sessionNetworkDays)} <= clock.now`,
      },
      (em, list) =>
        em.execute('update sessions set network = null, subnet_key = null, device_key = null where id = any(?::uuid[])', [list]),
    ),
    acting(
      {
        name: 'sync-runs',
        data: 'Readings of exchange accounts, as the program noted them',
        kept: `${workingDays} days after their end, and the last ${RUNS_KEPT} of each account`,
        from: 'clock, sync_runs r',
        key: 'r.id::text',
        lock: 'r',
        past: `r.state in ('done', 'failed') and coalesce(r.finished_at, r.created_at) + ${days(workingDays)} <= clock.now`,
        spared: [{ why: `among the last ${RUNS_KEPT} of their account`, when: lastRun }],
      },
      (em, list) => em.execute('delete from sync_runs where id = any(?::uuid[])', [list]),
    ),
    acting(
      {
        name: 'mail-tokens',
        data: 'Links that were mailed',
        kept: `${workingDays} days`,
        from: 'clock, mail_tokens t',
        key: `encode(t.hash, 'hex')`,
        lock: 't',
        past: `t.created_at + ${days(workingDays)} <= clock.now`,
        spared: [],
      },
      (em, list) => em.execute(`delete from mail_tokens where encode(hash, 'hex') = any(?::text[])`, [list]),
    ),
    acting(
      {
        name: 'undelivered-mails',
        data: 'What mails say that could not be delivered; the others lose it when they leave',
        kept: `${workingDays} days after they were given up`,
        from: 'clock, outbox o',
        key: 'o.id::text',
        lock: 'o',
        past: `o.kind = '${MAIL_KIND}' and o.payload is not null and coalesce(o.sent_at, o.dead_at) + ${days(workingDays)} <= clock.now`,
        spared: [],
      },
      (em, list) =>
        em.execute(
          'update outbox set payload = null, dropped_at = case when dead_at is not null then coalesce(dropped_at, now()) end where id = any(?::uuid[])',
          [list],
        ),
    ),
    acting(
      {
        name: 'development-mailbox',
        data: 'Mails of the development mailbox',
        kept: `${workingDays} days`,
        from: 'clock, dev_mails m',
        key: 'm.id::text',
        lock: 'm',
        past: `m.received_at + ${days(workingDays)} <= clock.now`,
        spared: [],
      },
      (em, list) => em.execute('delete from dev_mails where id = any(?::bigint[])', [list]),
    ),
  ];
}
