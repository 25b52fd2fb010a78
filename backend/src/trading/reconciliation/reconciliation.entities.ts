import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange-accounts/index.js';
import { venues } from '../venues/index.js';
import { pairSources, reconciliationKinds, reconciliationStatuses, type Remark, type ResidualOfDay } from './reconciliation.types.js';

const amount = () => p.decimal('string').columnType('numeric');
const account = () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action');

/** Base and quote of a venue's spot symbols. Delisted pairs are kept, because members' trades of them are. */
const VenuePairSchema = defineEntity({
  name: 'VenuePair',
  tableName: 'venue_pairs',
  properties: {
    venue: p.enum(venues).primary(),
    symbol: p.text().primary(),
    base: p.text(),
    quote: p.text(),
    /** listed: provided by the venue. split: derived from the symbol by known quote assets. */
    source: p.enum(pairSources),
    listed: p.boolean(),
  },
});
export class VenuePair extends VenuePairSchema.class {}
VenuePairSchema.setClass(VenuePair);

/** The latest reconciliation of an asset. Amounts are signed contributions to the balance that add up to `expected`. */
const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliations',
  properties: {
    accountId: account,
    kind: p.enum(reconciliationKinds).primary(),
    asset: p.text().primary(),
    /** Null: not derivable from the venue's data. */
    opening: amount().nullable(),
    buys: amount(),
    sells: amount(),
    fees: amount(),
    deposits: amount(),
    withdrawals: amount(),
    transfers: amount(),
    /** Null: the venue's list of conversions is not read. Likewise the next two. */
    converts: amount().nullable(),
    dust: amount().nullable(),
    dividends: amount().nullable(),
    earn: amount(),
    realizedPnl: amount(),
    funding: amount(),
    other: amount(),
    expected: amount().nullable(),
    reported: amount(),
    residual: amount().nullable(),
    /** Absolute value of the residual in USDT; null without a price. */
    residualWorth: amount().nullable(),
    status: p.enum(reconciliationStatuses),
    reasons: p.json<Remark[]>().defaultRaw(`'[]'`),
    hints: p.json<Remark[]>().defaultRaw(`'[]'`),
    /** Sums of the futures journal by the venue's own kinds. */
    income: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Net deposits of the funding wallet, whose balance the venue does not provide. */
    fundingWallet: amount(),
    /** Movements count from here on; null: from the account's beginning. */
    openingAt: p.datetime().nullable(),
    /** Time at which the opening was derived: residuals show errors from here on. Null: from the account's beginning. */
    checkedSince: p.datetime().nullable(),
    /** Time of the residual's last change. */
    residualSince: p.datetime().nullable(),
    /** The venue's time of the balances. */
    readAt: p.datetime(),
    reconciledAt: p.datetime().defaultRaw('now()'),
    methodologyVersion: p.smallint(),
  },
  indexes: [
    {
      name: 'reconciliations_worth_index',
      expression:
        'create index "reconciliations_worth_index" on "reconciliations" ' +
        '("residual_worth" desc nulls last, "account_id" desc, "kind" desc, "asset" desc)',
    },
  ],
});
export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);

/** The account as a whole at its latest reconciliation. */
const ReconciliationStateSchema = defineEntity({
  name: 'ReconciliationState',
  tableName: 'reconciliation_states',
  properties: {
    accountId: account,
    readAt: p.datetime(),
    reconciledAt: p.datetime().defaultRaw('now()'),
    /** Notes on the whole account: gaps, split symbols, limits of the venue's data. */
    notes: p.json<Remark[]>().defaultRaw(`'[]'`),
    /** Digest of the inputs (reconciliation-inputs.sql.ts); a different one makes the reconciliation out of date. */
    inputs: p.text().nullable(),
    methodologyVersion: p.smallint(),
  },
});
export class ReconciliationState extends ReconciliationStateSchema.class {}
ReconciliationStateSchema.setClass(ReconciliationState);

/** Result of an account's last reconciliation of a UTC day. */
const ReconciliationDaySchema = defineEntity({
  name: 'ReconciliationDay',
  tableName: 'reconciliation_days',
  properties: {
    accountId: account,
    day: p.date().primary(),
    readAt: p.datetime(),
    balanced: p.integer(),
    explained: p.integer(),
    open: p.integer(),
    unavailable: p.integer(),
    /** Sum of all residuals with a price, in USDT. */
    residualWorth: amount(),
    /** The largest residuals. */
    residuals: p.json<ResidualOfDay[]>().defaultRaw(`'[]'`),
  },
});
export class ReconciliationDay extends ReconciliationDaySchema.class {}
ReconciliationDaySchema.setClass(ReconciliationDay);

export const reconciliationEntities = [VenuePairSchema, ReconciliationSchema, ReconciliationStateSchema, ReconciliationDaySchema] as const;
