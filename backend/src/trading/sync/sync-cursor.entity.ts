import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange-accounts/index.js';
import { datasets } from '../venues/index.js';

export { datasets, type Dataset } from '../venues/index.js';

/** partial: the end was not reached yet. gone: the venue no longer lists the symbol. */
export const cursorStates = ['partial', 'complete', 'gone'] as const;
export type CursorState = (typeof cursorStates)[number];

const SyncCursorSchema = defineEntity({
  name: 'SyncCursor',
  tableName: 'sync_cursors',
  properties: {
    accountId: () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    dataset: p.enum(datasets).primary(),
    /** Empty for data sets that are not read by symbol. */
    symbol: p.text().primary(),
    state: p.enum(cursorStates),
    /** Highest id stored. */
    cursor: p.text().nullable(),
    /** The next pass starts after this id: fills after it may still appear late. */
    resumeId: p.text().nullable(),
    /** Time ranges that are proven complete. */
    covered: p.string().columnType('tstzmultirange').defaultRaw(`'{}'`),
    /** The venue's data begins here; null: no limit. */
    horizon: p.datetime().nullable(),
    /** Read again in each run until then, because fills of a known change may appear late. */
    suspectUntil: p.datetime().nullable(),
    /** Venue time of the last request. */
    askedAt: p.datetime().nullable(),
    /** The user who added the symbol. */
    addedBy: p.uuid().nullable(),
    /** Venue time when the current pass started. */
    passStartedAt: p.datetime().nullable(),
    /** Number of rows stored, so that lists need not count. */
    rowCount: p.integer().default(0),
  },
});

/** How far a data set of an account has been read. Written in the statement that writes the rows. */
export class SyncCursor extends SyncCursorSchema.class {}
SyncCursorSchema.setClass(SyncCursor);
export { SyncCursorSchema };
