import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../accounts/exchange-account.entity.js';

export const datasets = [
  'spot_trades',
  'futures_trades',
  'futures_income',
  'deposits',
  'withdrawals',
  'movements_transfer',
  'movements_dust',
  'movements_convert',
  'movements_dividend',
] as const;
export type Dataset = (typeof datasets)[number];

/** partial: the end was not reached yet. gone: the venue does not know the symbol any more. */
export const cursorStates = ['partial', 'complete', 'gone'] as const;
export type CursorState = (typeof cursorStates)[number];

const SyncCursorSchema = defineEntity({
  name: 'SyncCursor',
  tableName: 'sync_cursors',
  properties: {
    accountId: () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    dataset: p.enum(datasets).primary(),
    /** Empty for the data sets that are not asked for by symbol. */
    symbol: p.text().primary(),
    state: p.enum(cursorStates),
    /** Highest id stored. */
    cursor: p.text().nullable(),
    /** The next pass begins behind this id: fills after it may still have neighbours that appear late. */
    resumeId: p.text().nullable(),
    /** The spans of time proven complete, as PostgreSQL's multirange. */
    covered: p.string().columnType('tstzmultirange').defaultRaw(`'{}'`),
    /** The venue tells nothing before this; null: it tells everything. */
    horizon: p.datetime().nullable(),
    /** Read again in each run until then: fills of a change seen may appear late. */
    suspectUntil: p.datetime().nullable(),
    /** The venue's time when it was last asked for. */
    askedAt: p.datetime().nullable(),
    /** Added by hand, by this person. */
    addedBy: p.uuid().nullable(),
    /** The venue's time when the pass under way began. */
    passStartedAt: p.datetime().nullable(),
    /** Rows stored, kept with the cursor so that lists need not count. */
    rowCount: p.integer().default(0),
  },
});

/** How far a data set of an account is read. Written in the statement that writes the rows. */
export class SyncCursor extends SyncCursorSchema.class {}
SyncCursorSchema.setClass(SyncCursor);
export { SyncCursorSchema };
