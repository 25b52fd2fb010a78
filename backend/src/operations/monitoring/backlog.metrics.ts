import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Gauge } from 'prom-client';
import { VERIFIED } from '../audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { SILENT_SECONDS } from './heartbeat.service.js';

const gauge = (name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name: `tidemark_${name}`, help, labelNames, registers: [metricsRegistry], collect });
const outboxWaiting = gauge('outbox_waiting', 'Messages of the outbox that have not left', ['kind']);
const outboxDead = gauge('outbox_dead', 'Messages of the outbox that were given up', ['kind']);
const outboxOldest = gauge(
  'outbox_oldest_seconds',
  'For how long the oldest message of the outbox has not left, however often it was tried',
  ['kind'],
);
const outboxLag = gauge('outbox_lag_seconds', 'For how long the message that has been due longest waits', ['kind']);
const syncOverdue = gauge('sync_overdue_seconds', 'For how long the account whose sync has been due longest waits');
const syncAccounts = gauge('sync_accounts', 'Accounts that are to be synced');
const syncAge = gauge(
  'sync_age_seconds',
  'For how long the accounts that are to be synced have not been: the median, the 95th of 100, the oldest',
  ['quantile'],
);
const keys = gauge('exchange_keys', 'Keys of members at their exchanges, by what their last check found', ['state']);
const reviews = gauge('reviews_waiting', 'Submissions that wait for a decision', ['kind']);
const reviewAge = gauge('reviews_oldest_seconds', 'For how long the oldest submission waits for a decision', ['kind']);
const unsealed = gauge('audit_unsealed_seconds', 'For how long the oldest event of the audit log waits for its place in the chain');
const chainBroken = gauge(
  'audit_chain_broken',
  'Whether the last verification found the audit chain broken (1) or whole (0); no series before the first one',
);
const chainVerified = gauge('audit_verified_seconds', 'Since the last verification of the audit chain; no series before the first one');
const backupAge = gauge('backup_age_seconds', 'Age of the newest backup; without any, of the installation');
const processes = gauge('processes', 'Processes that gave a sign of life lately', ['role']);
const all = [
  outboxWaiting,
  outboxDead,
  outboxOldest,
  outboxLag,
  syncOverdue,
  syncAccounts,
  syncAge,
  keys,
  reviews,
  reviewAge,
  unsealed,
  backupAge,
  chainBroken,
  chainVerified,
  processes,
];

/** `/metrics` may be asked as often as anybody likes. */
const KEPT_MS = 5000;

interface Row {
  sync_overdue: number;
  sync_accounts: number;
  sync_ages: number[] | null;
  keys: Record<string, number> | null;
  kyc: number;
  kyc_age: number;
  payments: number;
  payments_age: number;
  unsealed_age: number;
  verified: { broken: boolean; age: number } | null;
  backup_age: number;
  processes: Record<string, number> | null;
}

const QUANTILES = [0.5, 0.95, 1];
const KEY_STATES = ['unchecked', 'valid', 'too_powerful', 'invalid'];
const age = (moment: string) => `coalesce(greatest(0, extract(epoch from now() - ${moment})), 0)::float8`;
// Members in the rejected list wait for nothing.
const pending = (table: string) => `from ${table} k join users u on u.id = k.user_id where k.status = 'pending' and u.rejected_at is null`;
const statement = `select
    (select ${age('min(next_sync_at)')} from exchange_accounts where is_current and sync_enabled) as sync_overdue,
    (select count(*)::int from exchange_accounts where is_current and sync_enabled) as sync_accounts,
    (select percentile_disc(array[${QUANTILES.join(', ')}]) within group (order by extract(epoch from now() - coalesce(last_synced_at, created_at))::float8)
       from exchange_accounts where is_current and sync_enabled) as sync_ages,
    (select json_object_agg(key_state, n) from (select key_state, count(*) as n from exchange_accounts where is_current group by key_state) k) as keys,
    (select count(*)::int ${pending('kyc_submissions')}) as kyc, (select ${age('min(k.submitted_at)')} ${pending('kyc_submissions')}) as kyc_age,
    (select count(*)::int ${pending('payments')}) as payments, (select ${age('min(k.submitted_at)')} ${pending('payments')}) as payments_age,
    (select ${age('min(at)')} from audit_unsealed) as unsealed_age,
    (select json_build_object('broken', detail ->> 'fault' is not null, 'age', extract(epoch from now() - at)) from audit_events where action = '${VERIFIED}' order by at desc limit 1) as verified,
    (select ${age('coalesce((select max(at) from backup_runs), (select min(executed_at) from mikro_orm_migrations))')}) as backup_age,
    (select json_object_agg(role, n) from (select role, count(*) as n from process_beats where seen_at > now() - interval '${SILENT_SECONDS} seconds' group by role) p) as processes`;

let source: BacklogMetrics | null = null;
let collected: { at: number; done: Promise<void> } | null = null;

function measure(backlogs: BacklogMetrics): void {
  source = backlogs;
  collected = null;
}

/** Each gauge asks; one of them reads. */
function collect(): Promise<void> {
  if (!collected || performance.now() - collected.at >= KEPT_MS) collected = { at: performance.now(), done: read() };
  return collected.done;
}

async function read(): Promise<void> {
  for (const one of all) one.reset();
  await source?.set();
}

/**
 * What waits, for whoever watches: of the whole product, not of this process, and the same from every worker. No series where the database
 * does not answer.
 */
@Injectable()
export class BacklogMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Operations');

  constructor(
    private readonly em: EntityManager,
    private readonly backlog: OutboxBacklog,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    measure(this);
  }

  onApplicationShutdown(): void {
    if (source === this) source = null;
  }

  async set(): Promise<void> {
    try {
      const [kinds, [row]] = await Promise.all([this.backlog.byKind(), this.em.fork().execute<Row[]>(statement)]);
      for (const { kind, waiting, sending, dead, oldestAt, lagSeconds } of kinds) {
        outboxWaiting.set({ kind }, waiting + sending);
        outboxDead.set({ kind }, dead);
        outboxOldest.set({ kind }, oldestAt === null ? 0 : Math.max(0, (this.clock.now().getTime() - oldestAt.getTime()) / 1000));
        outboxLag.set({ kind }, lagSeconds);
      }
      if (row) show(row);
    } catch (error) {
      this.log.debug({ err: error }, 'what waits could not be read for the metrics');
      for (const one of all) one.reset();
    }
  }
}

function show(row: Row): void {
  syncOverdue.set(row.sync_overdue);
  syncAccounts.set(row.sync_accounts);
  reviews.set({ kind: 'kyc' }, row.kyc);
  reviews.set({ kind: 'payment' }, row.payments);
  reviewAge.set({ kind: 'kyc' }, row.kyc_age);
  reviewAge.set({ kind: 'payment' }, row.payments_age);
  unsealed.set(row.unsealed_age);
  for (const [n, seconds] of (row.sync_ages ?? []).entries()) syncAge.set({ quantile: QUANTILES[n]! }, Math.max(0, seconds));
  for (const state of KEY_STATES) keys.set({ state }, row.keys?.[state] ?? 0);
  // Without labels a gauge is 0 where it was not set: no series says that nothing is known.
  for (const one of [chainBroken, chainVerified]) if (row.verified === null) one.remove();
  if (row.verified !== null) {
    chainBroken.set(row.verified.broken ? 1 : 0);
    chainVerified.set(Math.max(0, row.verified.age));
  }
  backupAge.set(row.backup_age);
  for (const role of ['api', 'worker']) processes.set({ role }, row.processes?.[role] ?? 0);
}
