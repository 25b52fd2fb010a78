import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { markets } from '../../trading/venues/index.js';

export const lineStates = ['charged', 'frozen', 'dropped'] as const;
export type LineState = (typeof lineStates)[number];

const amount = () => p.decimal('string').columnType('numeric');
const member = () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('no action').updateRule('no action');

/** What the club's share of a member was computed from last, and when. The figures are in the tables below. */
const ShareResultSchema = defineEntity({
  name: 'ShareResult',
  tableName: 'share_results',
  properties: {
    userId: member,
    computedAt: p.datetime(),
    /** Versions of the inputs (share-result.repository.ts): another one now means that the figures are out of date. */
    tradesVersion: p.integer(),
    changesVersion: p.integer(),
    rulesVersion: p.string().length(80),
    /** JSON for `club share --file` (docs/club-share.md), byte for byte as members download it. */
    caseFile: p.text().lazy(),
  },
});

/** A line of a member: a quantity that followed a signal and was closed. Computed; replaced where it changes. */
const ShareLineSchema = defineEntity({
  name: 'ShareLine',
  tableName: 'share_lines',
  properties: {
    userId: member,
    /** In the order of the exits, from 1. */
    position: p.integer().primary().autoincrement(false),
    /** No foreign key: signals are never removed, and each check would lock the signal's row. */
    signalId: p.uuid(),
    /** BTC/USDT */
    symbol: p.string().length(45),
    market: p.enum(markets),
    side: p.enum(['long', 'short'] as const),
    /** Ids of both trades in the case. */
    entry: p.string().length(200),
    exit: p.string().length(200),
    /** Both trades as the exchange told them (share-trade.mapper.ts). */
    entryTrade: p.json<object>(),
    exitTrade: p.json<object>(),
    closedAt: p.datetime(),
    qty: amount(),
    gross: amount(),
    /** Null: a fee is in a coin without a stored price. */
    fees: amount().nullable(),
    profit: amount().nullable(),
    state: p.enum(lineStates),
  },
  checks: [{ name: 'share_lines_fees_check', expression: `("fees" is null) = ("profit" is null)` }],
});

/** What a member entered of a signal, closed or not. Computed; replaced where it changes. */
const ShareEntrySchema = defineEntity({
  name: 'ShareEntry',
  tableName: 'share_entries',
  properties: {
    userId: member,
    /** No foreign key, as in `share_lines`. */
    signalId: p.uuid().primary(),
    /** Quantity of the trades that followed the signal. */
    qty: amount(),
    /** How far their average price was from the model entry, of the model entry; positive is worse. */
    slippage: amount(),
  },
});

/** The share of a member for a period. */
const SharePeriodSchema = defineEntity({
  name: 'SharePeriod',
  tableName: 'share_periods',
  properties: {
    userId: member,
    name: p.string().length(10).primary(),
    startsAt: p.datetime(),
    /** Exclusive. */
    endsAt: p.datetime(),
    profit: amount(),
    cumulativeProfit: amount(),
    highWaterMarkBefore: amount(),
    highWaterMark: amount(),
    chargeable: amount(),
    exactShare: amount(),
    /** Whole cents. */
    share: amount(),
    carryForward: amount(),
    /** Lines closed in the period that wait, and the profit of those whose fees are known. */
    frozenLines: p.integer(),
    frozenProfit: amount(),
  },
  indexes: [{ name: 'share_periods_end_index', properties: ['endsAt', 'share', 'userId'] }],
});

export const shareResultEntities = [ShareResultSchema, ShareLineSchema, ShareEntrySchema, SharePeriodSchema];
