import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../accounts/exchange-account.entity.js';
import { venues } from '../port/index.js';
import { pairSources, reconciliationKinds, reconciliationStatuses, type Remark, type ResidualOfDay } from './reconciliation.js';

const amount = () => p.decimal('string').columnType('numeric');
const account = () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action');

/** What a venue's spot symbols are made of. A pair that is not listed any more stays: members' trades of it do, too. */
const VenuePairSchema = defineEntity({
  name: 'VenuePair',
  tableName: 'venue_pairs',
  properties: {
    venue: p.enum(venues).primary(),
    symbol: p.text().primary(),
    base: p.text(),
    quote: p.text(),
    /** listed: the venue told it. split: the symbol was taken apart by known quote assets. */
    source: p.enum(pairSources),
    listed: p.boolean(),
  },
});
export class VenuePair extends VenuePairSchema.class {}
VenuePairSchema.setClass(VenuePair);

/** The latest reconciliation of an asset. Every amount is signed: what it added to the balance; together they are `expected`. */
const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliations',
  properties: {
    accountId: account,
    kind: p.enum(reconciliationKinds).primary(),
    asset: p.text().primary(),
    /** Null where the venue's data does not tell it. */
    opening: amount().nullable(),
    buys: amount(),
    sells: amount(),
    fees: amount(),
    deposits: amount(),
    withdrawals: amount(),
    transfers: amount(),
    /** Null: the venue's list of conversions is not read. The next two alike. */
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
    /** Size of the residual in USDT; null without a price. */
    residualWorth: amount().nullable(),
    status: p.enum(reconciliationStatuses),
    reasons: p.json<Remark[]>().defaultRaw(`'[]'`),
    hints: p.json<Remark[]>().defaultRaw(`'[]'`),
    /** Sums of the futures journal by the venue's own kinds. */
    income: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Deposits less withdrawals that used the funding wallet, whose balance the venue's account does not tell. */
    fundingWallet: amount(),
    /** Movements are counted from here on; null: from the account's beginning. */
    openingAt: p.datetime().nullable(),
    /** A residual shows what went wrong from here on, because the opening was derived then; null: from the account's beginning. */
    checkedSince: p.datetime().nullable(),
    /** Since when the residual is what it is. */
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
        'create index "reconciliations_worth_index" on "reconciliations" ("residual_worth" desc nulls last, "account_id" desc, "kind" desc, "asset" desc)',
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
    /** What holds for the whole account: gaps, symbols that were guessed, what the venue does not tell. */
    notes: p.json<Remark[]>().defaultRaw(`'[]'`),
    /** A digest of what it was made of: where it differs, the reconciliation is out of date. */
    inputs: p.text().nullable(),
    methodologyVersion: p.smallint(),
  },
});
export class ReconciliationState extends ReconciliationStateSchema.class {}
ReconciliationStateSchema.setClass(ReconciliationState);

/** How an account stood at the last reconciliation of a day (UTC). */
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
    /** Sizes of all residuals with a price, in USDT. */
    residualWorth: amount(),
    /** The largest residuals. */
    residuals: p.json<ResidualOfDay[]>().defaultRaw(`'[]'`),
  },
});
export class ReconciliationDay extends ReconciliationDaySchema.class {}
ReconciliationDaySchema.setClass(ReconciliationDay);

export const reconciliationEntities = [VenuePairSchema, ReconciliationSchema, ReconciliationStateSchema, ReconciliationDaySchema] as const;
