import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';
import { ExchangeAccount } from '../accounts/exchange-account.entity.js';

export const syncTriggers = ['approval', 'schedule', 'demand'] as const;
export type SyncTrigger = (typeof syncTriggers)[number];
/**
 * What a run reads. balances: the account as it stands, and what is new. history: a piece of what is older, and no balances. full: every symbol, the first time and
 * once a day, balances included.
 */
export const syncRunKinds = ['balances', 'history', 'full'] as const;
export type SyncRunKind = (typeof syncRunKinds)[number];
export const syncRunStates = ['queued', 'running', 'done', 'failed'] as const;
export type SyncRunState = (typeof syncRunStates)[number];

const SyncRunSchema = defineEntity({
  name: 'SyncRun',
  tableName: 'sync_runs',
  properties: {
    /** UUID version 7: sorts by when it was asked for. */
    id: p.uuid().primary(),
    accountId: () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().deleteRule('restrict').updateRule('no action'),
    userId: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('restrict').updateRule('no action'),
    trigger: p.enum(syncTriggers),
    state: p.enum(syncRunStates),
    /** Decided as the run begins; null before. */
    kind: p.enum(syncRunKinds).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** Sign of life while it runs, or when it will be tried again: whoever finds it old starts the run again. */
    progressAt: p.datetime().nullable(),
    /** Rows written by data set. */
    rows: p.json<Record<string, number>>().defaultRaw(`'{}'`),
    /** Symbols and windows read, and known so far, by data set: {done, of}. */
    progress: p.json<Record<string, { done: number; of: number }>>().defaultRaw(`'{}'`),
    /** Steps this run has finished, with the venue's time of each: what goes on after an interruption does not ask again. */
    steps: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** What could not be read, each with its reason. */
    warnings: p.json<string[]>().defaultRaw(`'[]'`),
    /** Why it failed, or why it waits to be tried again. */
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
    // The last of all that is done, or has failed.
    { name: 'sync_runs_state_index', properties: ['state', 'id'] },
  ],
});

/** One reading of an account. At most one is open at a time. */
export class SyncRun extends SyncRunSchema.class {}
SyncRunSchema.setClass(SyncRun);
export { SyncRunSchema };
