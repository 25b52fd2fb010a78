import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Gauge } from 'prom-client';
import { Clock } from '../../platform/domain/index.js';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { QUANTILES, readBacklog, type BacklogRow } from './backlog.sql.js';

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

/** TTL of the values: `/metrics` is not rate limited. */
const TTL_MS = 5000;

const KEY_STATES = ['unchecked', 'valid', 'too_powerful', 'invalid'];

let source: BacklogMetrics | null = null;
let collected: { at: number; done: Promise<void> } | null = null;

function measure(backlogs: BacklogMetrics): void {
  source = backlogs;
  collected = null;
}

/** Called by every gauge of a scrape; the first call reads for all. */
function collect(): Promise<void> {
  if (!collected || performance.now() - collected.at >= TTL_MS) collected = { at: performance.now(), done: read() };
  return collected.done;
}

async function read(): Promise<void> {
  for (const one of all) one.reset();
  await source?.set();
}

/**
 * Exports the backlogs of the whole installation; every worker reports the same values. Exports no series while the database is
 * unreachable.
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
      const [kinds, row] = await Promise.all([this.backlog.byKind(), readBacklog(this.em.fork())]);
      for (const { kind, waiting, sending, dead, oldestAt, lagSeconds } of kinds) {
        outboxWaiting.set({ kind }, waiting + sending);
        outboxDead.set({ kind }, dead);
        outboxOldest.set({ kind }, oldestAt === null ? 0 : Math.max(0, (this.clock.now().getTime() - oldestAt.getTime()) / 1000));
        outboxLag.set({ kind }, lagSeconds);
      }
      show(row);
    } catch (error) {
      this.log.debug({ err: error }, 'what waits could not be read for the metrics');
      for (const one of all) one.reset();
    }
  }
}

function show(row: BacklogRow): void {
  syncOverdue.set(row.sync_overdue);
  syncAccounts.set(row.sync_accounts);
  reviews.set({ kind: 'kyc' }, row.kyc);
  reviews.set({ kind: 'payment' }, row.payments);
  reviewAge.set({ kind: 'kyc' }, row.kyc_age);
  reviewAge.set({ kind: 'payment' }, row.payments_age);
  unsealed.set(row.unsealed_age);
  for (const [n, seconds] of (row.sync_ages ?? []).entries()) syncAge.set({ quantile: QUANTILES[n]! }, Math.max(0, seconds));
  for (const state of KEY_STATES) keys.set({ state }, row.keys?.[state] ?? 0);
  // A gauge without labels starts at 0. Removing it says that the value is unknown.
  for (const one of [chainBroken, chainVerified]) if (row.verified === null) one.remove();
  if (row.verified !== null) {
    chainBroken.set(row.verified.broken ? 1 : 0);
    chainVerified.set(Math.max(0, row.verified.age));
  }
  backupAge.set(row.backup_age);
  for (const role of ['api', 'worker']) processes.set({ role }, row.processes?.[role] ?? 0);
}
