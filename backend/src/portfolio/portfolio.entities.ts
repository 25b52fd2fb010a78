import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange/index.js';

/** Amounts are worth in USDT unless they say otherwise; null is unknown or undefined, never 0. */
const amount = () => p.decimal('string').columnType('numeric');
const account = () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action');

/** What a day's figures have to be read with. */
export const dayFlags = ['unpriced', 'estimated', 'unreconciled', 'partial', 'incomplete'] as const;
export type DayFlag = (typeof dayFlags)[number];

/** Where the computation of one account's portfolio stands. */
const PortfolioStateSchema = defineEntity({
  name: 'PortfolioState',
  tableName: 'portfolio_states',
  properties: {
    accountId: account,
    /** The venue's time of the balances that the last day stands on; null before the first computation. */
    readAt: p.datetime().nullable(),
    computedAt: p.datetime().nullable(),
    /** The earliest row that came since: days from here on are computed anew. Null: nothing did. */
    dirtyFrom: p.datetime().nullable(),
    /** How often rows came: whoever computes takes `dirtyFrom` away only where none came meanwhile. */
    marks: p.integer().default(0),
    /** Since when somebody computes; null: nobody does. */
    startedAt: p.datetime().nullable(),
    firstDay: p.date().nullable(),
    /** What the exchange says that the account is worth at `readAt`, the figure that `equity` has to meet. */
    reported: amount().nullable(),
    equity: amount().nullable(),
    unrealised: amount().nullable(),
    /** What the exchange reported at `readAt`, by wallet and asset (`spot:BTC`). */
    holdings: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Holdings that no row explains, by wallet and asset: where the account began. */
    opening: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** What moved without a row since the opening was set, with the day on which it was found. */
    unexplained: p.json<{ at: string; wallet: string; asset: string; amount: string; dust: boolean }[]>().defaultRaw(`'[]'`),
    /** How far back the account's figures reach (store/portfolio-store.ts `StoredPast`). */
    past: p.json<object>().nullable(),
    /** The first day whose figures rest on everything that happened; null: none yet. */
    completeFrom: p.date().nullable(),
    /** Why the last computation did not end, for people. */
    failure: p.text().nullable(),
    /** 0: never computed. */
    methodologyVersion: p.smallint().default(0),
  },
});
export class PortfolioState extends PortfolioStateSchema.class {}
PortfolioStateSchema.setClass(PortfolioState);

/** An account on one UTC day: valued at the midnight that ends it, the last one at the reading. */
const PortfolioDaySchema = defineEntity({
  name: 'PortfolioDay',
  tableName: 'portfolio_days',
  properties: {
    accountId: account,
    day: p.date().primary(),
    equity: amount().nullable(),
    /** Of `equity`: coins, and the futures wallets with their open profit. */
    spot: amount().nullable(),
    futures: amount().nullable(),
    unrealised: amount().nullable(),
    inflow: amount(),
    outflow: amount(),
    /** Null: the exchange no longer provides what it takes. */
    realised: amount().nullable(),
    fees: amount().nullable(),
    funding: amount().nullable(),
    /** Time-weighted, 0.01 is 1 %; null: undefined. */
    dayReturn: amount().nullable(),
    /** The chain of returns of this segment, which begins with 1. */
    index: amount().nullable(),
    /** Of the periods that ended this day, which deposits and withdrawals cut. */
    indexHigh: amount().nullable(),
    indexLow: amount().nullable(),
    /** Deepest fall of the index within the day; 0 or less. */
    dayFall: amount().nullable(),
    /** 0 or less, from the segment's highest period index. */
    drawdown: amount().nullable(),
    /** Rises where the chain of returns is broken; 0 where none runs. */
    segment: p.smallint(),
    btcPrice: amount().nullable(),
    flags: p.json<DayFlag[]>().defaultRaw(`'[]'`),
  },
});
export class PortfolioDay extends PortfolioDaySchema.class {}
PortfolioDaySchema.setClass(PortfolioDay);

export const periodMethods = ['exact', 'dietz', 'estimated'] as const;

/** A stretch between two valuations of which the chain of returns is made; a flow ends it. */
const PortfolioPeriodSchema = defineEntity({
  name: 'PortfolioPeriod',
  tableName: 'portfolio_periods',
  properties: {
    accountId: account,
    startedAt: p.datetime().primary(),
    endedAt: p.datetime(),
    /** After the flow that began it. */
    valueStart: amount().nullable(),
    /** Before the flow that ends it. */
    valueEnd: amount().nullable(),
    /** The flow at its end, signed; within it where the method is dietz. */
    flow: amount(),
    method: p.enum(periodMethods),
    periodReturn: amount().nullable(),
    segment: p.smallint(),
  },
});
export class PortfolioPeriod extends PortfolioPeriodSchema.class {}
PortfolioPeriodSchema.setClass(PortfolioPeriod);

export const flowKinds = ['deposit', 'withdrawal', 'opening', 'unexplained', 'other'] as const;

/** Money that came from outside or left. */
const PortfolioFlowSchema = defineEntity({
  name: 'PortfolioFlow',
  tableName: 'portfolio_flows',
  properties: {
    accountId: account,
    kind: p.enum(flowKinds).primary(),
    id: p.text().primary(),
    at: p.datetime(),
    asset: p.text(),
    /** In the asset, signed. */
    quantity: amount(),
    price: amount().nullable(),
    value: amount().nullable(),
  },
  indexes: [{ name: 'portfolio_flows_time_index', properties: ['accountId', 'at', 'kind', 'id'] }],
});
export class PortfolioFlow extends PortfolioFlowSchema.class {}
PortfolioFlowSchema.setClass(PortfolioFlow);

/** What trading an asset has brought, average cost. */
const PortfolioPositionSchema = defineEntity({
  name: 'PortfolioPosition',
  tableName: 'portfolio_positions',
  properties: {
    accountId: account,
    market: p.enum(['spot', 'futures'] as const).primary(),
    /** A coin, or a contract. */
    asset: p.text().primary(),
    realised: amount(),
    fees: amount(),
    funding: amount(),
    /** Null: hedge mode, whose sides are in `legs`. */
    openQty: amount().nullable(),
    /** Null: part of it came without a cost. */
    openCost: amount().nullable(),
    /** Acquired without a known cost, and left out of `realised`. */
    unknownQty: amount(),
    trades: p.integer(),
    lastTradeAt: p.datetime().nullable(),
    /** The long and the short side of a contract in hedge mode. */
    legs: p.json<object[]>().defaultRaw(`'[]'`),
  },
});
export class PortfolioPosition extends PortfolioPositionSchema.class {}
PortfolioPositionSchema.setClass(PortfolioPosition);

/** The books as they stood when a day ended, to go on from there. */
const PortfolioCheckpointSchema = defineEntity({
  name: 'PortfolioCheckpoint',
  tableName: 'portfolio_checkpoints',
  properties: {
    accountId: account,
    day: p.date().primary(),
    books: p.json<object>().lazy(),
  },
});
export class PortfolioCheckpoint extends PortfolioCheckpointSchema.class {}
PortfolioCheckpointSchema.setClass(PortfolioCheckpoint);

export const portfolioEntities = [
  PortfolioStateSchema,
  PortfolioDaySchema,
  PortfolioPeriodSchema,
  PortfolioFlowSchema,
  PortfolioPositionSchema,
  PortfolioCheckpointSchema,
] as const;
