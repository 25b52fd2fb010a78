import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { ExchangeAccount } from '../exchange-accounts/index.js';

export const syncTriggers = ['approval', 'schedule', 'demand'] as const;
export type SyncTrigger = (typeof syncTriggers)[number];
/**
 * What a run reads. balances: current balances and new rows. history: older rows, no balances. full: every symbol and the balances, the
 * first time and once a day.
 */
export const syncRunKinds = ['balances', 'history', 'full'] as const;
export type SyncRunKind = (typeof syncRunKinds)[number];
/** Units (symbols, windows) read, and known so far. */
export interface Progress {
  done: number;
  of: number;
}
export const syncRunStates = ['queued', 'running', 'done', 'failed'] as const;
export type SyncRunState = (typeof syncRunStates)[number];

const SyncRunSchema = defineEntity({
  name: 'SyncRun',
  tableName: 'sync_runs',
  properties: {
    /** UUID version 7: sorts by the time of the request. */
    id: p.uuid().primary(),
    accountId: () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().deleteRule('restrict').updateRule('no action'),
    userId: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('restrict').updateRule('no action'),
    trigger: p.enum(syncTriggers),
    state: p.enum(syncRunStates),
    /** Set when the run starts. */
    kind: p.enum(syncRunKinds).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** Heartbeat while it runs, or the time of its next attempt; a run with an old one is started again. */
    progressAt: p.datetime().nullable(),
    /** Rows written by data set. */
    rows: p.json<Record<string, number>>().defaultRaw(`'{}'`),
    /** By data set. */
    progress: p.json<Record<string, Progress>>().defaultRaw(`'{}'`),
    /** Finished steps with their venue time, which later attempts skip. */
    steps: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** What could not be read, with reasons. */
    warnings: p.json<string[]>().defaultRaw(`'[]'`),
    /** Why it failed, or why it waits for another attempt. */
    error: p.string().length(500).nullable(),
  },
  uniques: [
    {
      name: 'sync_runs_open_unique',
      expression: `create unique index "sync_runs_open_unique" on "sync_runs" ("account_id") where "state" in ('queued', 'running')`,
    },
  ],
  indexes: [
    { name: 'sync_runs_user_index', properties: ['userId', 'id'] },
    { name: 'sync_runs_account_index', properties: ['accountId', 'id'] },
    // Finds the newest runs by state.
    { name: 'sync_runs_state_index', properties: ['state', 'id'] },
  ],
});

/** One sync of an account. At most one is open at a time. */
export class SyncRun extends SyncRunSchema.class {}
SyncRunSchema.setClass(SyncRun);
export { SyncRunSchema };
