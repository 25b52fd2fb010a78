import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange-accounts/index.js';

/** Amounts are in USDT unless noted otherwise; null is unknown or undefined, never 0. */
const amount = () => p.decimal('string').columnType('numeric');
const account = () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action');

/** Version of the rules of returns, valuation and cost (rules.md 2 and 3). Figures of another version are computed again. */
export const METHODOLOGY_VERSION = 2;

/** Limits of a day's figures (engine/portfolio.types.ts). */
export const dayFlags = ['unpriced', 'estimated', 'unreconciled', 'partial', 'incomplete'] as const;
export type DayFlag = (typeof dayFlags)[number];

/** State of the computation of one account's portfolio. */
const PortfolioStateSchema = defineEntity({
  name: 'PortfolioState',
  tableName: 'portfolio_states',
  properties: {
    accountId: account,
    /** The venue's time of the balances behind the last day; null before the first computation. */
    readAt: p.datetime().nullable(),
    computedAt: p.datetime().nullable(),
    /** Time of the earliest row stored since: days from here on are computed again. Null: none. */
    dirtyFrom: p.datetime().nullable(),
    /** Version counter of stored rows: a computation clears `dirtyFrom` only if it has not changed meanwhile. */
    marks: p.integer().default(0),
    /** Start of the running computation; null: none runs. */
    startedAt: p.datetime().nullable(),
    firstDay: p.date().nullable(),
    /** Value of the account at `readAt` by the exchange, which `equity` has to match. */
    reported: amount().nullable(),
    equity: amount().nullable(),
    unrealised: amount().nullable(),
    /** Balances that the exchange reported at `readAt`, by wallet and asset (`spot:BTC`). */
    holdings: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Holdings from before the rows, by wallet and asset. */
    opening: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Balance changes without a row since the opening, dated by their discovery. */
    unexplained: p.json<{ at: string; wallet: string; asset: string; amount: string; dust: boolean }[]>().defaultRaw(`'[]'`),
    /** How far back the account's figures reach (store/portfolio-store.sql.ts `StoredPast`). */
    past: p.json<object>().nullable(),
    /** First day with complete data; null: none yet. */
    completeFrom: p.date().nullable(),
    /** What each coin and contract made on the last day (store/day-results.mapper.ts); null: not computed. */
    dayResults: p.json<object>().nullable(),
    /** Why the last computation failed, for people. */
    failure: p.text().nullable(),
    /** 0: never computed. */
    methodologyVersion: p.smallint().default(0),
  },
});
export class PortfolioState extends PortfolioStateSchema.class {}
PortfolioStateSchema.setClass(PortfolioState);

/** An account on one UTC day, valued at the midnight that ends it; the last day at the reading. */
const PortfolioDaySchema = defineEntity({
  name: 'PortfolioDay',
  tableName: 'portfolio_days',
  properties: {
    accountId: account,
    day: p.date().primary(),
    equity: amount().nullable(),
    /** Parts of `equity`: coins, and futures wallets with unrealised profit. */
    spot: amount().nullable(),
    futures: amount().nullable(),
    unrealised: amount().nullable(),
    inflow: amount(),
    outflow: amount(),
    /** Null: the exchange no longer provides the data. */
    realised: amount().nullable(),
    fees: amount().nullable(),
    funding: amount().nullable(),
    /** Time-weighted, 0.01 is 1 %; null: undefined. */
    dayReturn: amount().nullable(),
    /** Cumulative return index of this segment, beginning with 1. */
    index: amount().nullable(),
    /** Highest and lowest index of the sub-periods that ended this day. */
    indexHigh: amount().nullable(),
    indexLow: amount().nullable(),
    /** Maximum drawdown within the day; 0 or less. */
    dayFall: amount().nullable(),
    /** Drawdown from the segment's highest index; 0 or less. */
    drawdown: amount().nullable(),
    /** Number of the contiguous chain of returns; 0: none. */
    segment: p.smallint(),
    btcPrice: amount().nullable(),
    flags: p.json<DayFlag[]>().defaultRaw(`'[]'`),
  },
});
export class PortfolioDay extends PortfolioDaySchema.class {}
PortfolioDaySchema.setClass(PortfolioDay);

export const periodMethods = ['exact', 'dietz', 'estimated'] as const;

/** A sub-period of the chain of returns, between two valuations; ended by a flow. */
const PortfolioPeriodSchema = defineEntity({
  name: 'PortfolioPeriod',
  tableName: 'portfolio_periods',
  properties: {
    accountId: account,
    startedAt: p.datetime().primary(),
    endedAt: p.datetime(),
    /** After the flow at its beginning. */
    valueStart: amount().nullable(),
    /** Before the flow at its end. */
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

/** An external flow: money that entered or left the account. */
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

/** Trading result of an asset by average cost. */
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
    /** Null in hedge mode: see `legs`. */
    openQty: amount().nullable(),
    /** Null: part of it has no known cost. */
    openCost: amount().nullable(),
    /** Quantity without a known cost, excluded from `realised`. */
    unknownQty: amount(),
    trades: p.integer(),
    lastTradeAt: p.datetime().nullable(),
    /** The long and the short side of a contract in hedge mode. */
    legs: p.json<object[]>().defaultRaw(`'[]'`),
  },
});
export class PortfolioPosition extends PortfolioPositionSchema.class {}
PortfolioPositionSchema.setClass(PortfolioPosition);

/** Cost books at the end of a day, from which a computation continues. */
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
