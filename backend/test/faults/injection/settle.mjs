import { pause } from '../../../../scripts/lib/clock.mjs';

const DEADLINE_MS = 15 * 60_000;
const LOOK_MS = 500;
/** Between two words about what is still waited for. */
const TELL_MS = 15_000;

/**
 * What an hour without faults brings, at once: backoffs are over, and so are the leases of workers that died and the patience with jobs
 * that were lost. No worker may be alive while this is done, for a lease that one holds would be taken from it. What is due already keeps
 * its time, as it would.
 */
const timePasses = [
  `update outbox set available_at = least(available_at, now()), lease_until = lease_until - interval '1 hour',
    enqueued_at = enqueued_at - interval '1 hour' where sent_at is null and dead_at is null`,
  `update broadcasts set available_at = least(available_at, now()) where state in ('scheduled', 'sending')`,
  `update broadcast_deliveries set available_at = least(available_at, now()), lease_until = lease_until - interval '1 hour'
    where status in ('queued', 'sending', 'uncertain', 'failed_retryable')`,
  `update sync_runs set created_at = created_at - interval '1 hour', progress_at = progress_at - interval '1 hour'
    where state in ('queued', 'running')`,
];

/** What is still to be done, each with the number of rows that say so. */
const unfinished = {
  'outbox messages': `select count(*)::int as n from outbox where sent_at is null and dead_at is null`,
  broadcasts: `select count(*)::int as n from broadcasts where state in ('scheduled', 'sending')`,
  'broadcast mails': `select count(*)::int as n from broadcast_deliveries
    where status in ('queued', 'sending', 'uncertain', 'failed_retryable')`,
  'letters about signals': `select count(*)::int as n from signal_mailings where finished_at is null`,
  'signals without a mailing': `select count(*)::int as n from signals s
    where not exists (select 1 from signal_mailings m where m.subject_id = s.id)`,
  'audit events without a seal': `select count(*)::int as n from audit_unsealed`,
  'signals without a leaf': `select count(*)::int as n from signals s
    where not exists (select 1 from log_leaves l where l.subject_id = s.id)`,
  'readings from before': `select count(*)::int as n from sync_runs where state in ('queued', 'running') and created_at < $1`,
};

/** Accounts that are to be read: of members whose KYC is approved and whose key is usable. */
export const readAccounts = `select a.id, a.user_id, u.email from exchange_accounts a join users u on u.id = a.user_id
  where a.is_current and a.api_key is not null and u.kyc_status = 'approved' and u.status = 'active' and u.rejected_at is null
    order by a.id`;

/**
 * Lets an hour pass and waits until there is nothing left to do. `admin`: asks as the admin, { state(userId), read(userId) }. `more`:
 * statements that let it pass for other tables. Throws with what is left.
 */
export async function settle({ world, history, log }, admin, more = []) {
  history.note('the world is whole again');
  await Promise.all(world.workers.map((worker) => worker.end()));
  for (const sql of [...timePasses, ...more]) await world.database.rows(sql);
  const [{ now: since }] = await world.database.rows('select now()');
  await Promise.all(world.workers.map((worker) => worker.start()));
  const end = performance.now() + DEADLINE_MS;
  let tellAt = performance.now() + TELL_MS;
  for (;;) {
    const left = await leftovers(world, since);
    const unread = await unreadAccounts(world, admin, since);
    if (left.length === 0 && unread.length === 0) return log('outbox, queues and readings are finished');
    if (performance.now() > end)
      throw new Error(
        `it did not come to an end: ${[...left, ...unread.map(({ email, why }) => `account of ${email}: ${why}`)].join(', ')}`,
      );
    if (performance.now() > tellAt) {
      tellAt = performance.now() + TELL_MS;
      log(`waiting for ${[...left, ...(unread.length > 0 ? [`${unread.length} accounts`] : [])].join(', ')}`);
    }
    // A reading goes back only so far; the next one goes on from there.
    for (const { user_id: userId, idle } of unread) if (idle) await admin.read(userId);
    await pause(LOOK_MS);
  }
}

/** What is not finished, of readings what began before `since`. */
export async function leftovers(world, since) {
  const found = [];
  for (const [what, sql] of Object.entries(unfinished)) {
    const [{ n }] = await world.database.rows(sql, sql.includes('$1') ? [since] : []);
    if (n > 0) found.push(`${n} ${what}`);
  }
  return found;
}

/** Of which no reading begun since then has ended well, or where a gap is left. */
async function unreadAccounts(world, admin, since) {
  const unread = [];
  const accounts = await world.database.rows(
    `select r.*, exists (select 1 from sync_runs s where s.account_id = r.id and s.state = 'done' and s.created_at > $1) as read,
       not exists (select 1 from sync_runs s where s.account_id = r.id and s.state in ('queued', 'running')) as idle
         from (${readAccounts}) r`,
    [since],
  );
  for (const account of accounts) {
    const state = account.read ? await admin.state(account.user_id) : null;
    const gaps = (state?.coverage ?? []).filter(({ gapCount }) => gapCount > 0).length;
    if (state === null || gaps > 0) unread.push({ ...account, why: gaps > 0 ? `${gaps} data sets have gaps` : 'is not read' });
  }
  return unread;
}
