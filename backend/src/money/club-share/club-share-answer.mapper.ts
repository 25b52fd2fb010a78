import { centsToText } from '../../platform/domain/cents.rules.js';
import { over, toDecimal } from '../../platform/domain/scaled.js';
import { attribute, inFillOrder, inSignalOrder } from './attribution.rules.js';
import type { ChargedLine, ClubMember, ClubShareCase, ClubShareConfig, Fill, Lot, PeriodShare, Signal } from './club-share.types.js';
import { isFollowed } from './follow.rules.js';
import { chargedLines, periodShares } from './share-periods.rules.js';
import { entryQty, openQty, slippageOf, slippageSummary } from './slippage.rules.js';

/** Computes the club's share of every member's trades and returns it as plain JSON: amounts as decimal strings, times in ISO 8601. */
export function clubShareAnswer({ config, signals: unordered, members: all, manager }: ClubShareCase) {
  const signals = inSignalOrder(unordered);
  const members = all.map((member) => memberAnswer(member, signals, config));
  const { median, p10, p90, ...counts } = slippageSummary(members.map(({ slippages }) => slippages));
  return {
    methodologyVersion: 'club-share-1',
    members: members.map(({ answer }) => answer),
    followRate: manager && followRate(signals, manager, config),
    slippage: { ...counts, median: decimalOrNull(median), p10: decimalOrNull(p10), p90: decimalOrNull(p90) },
  };
}

const decimalOrNull = (value: bigint | null) => (value === null ? null : toDecimal(value));

function memberAnswer({ id, fills, disputes, issued }: ClubMember, signals: readonly Signal[], config: ClubShareConfig) {
  const { lines: found, lots, own } = attribute(signals, inFillOrder(fills), config.entryBand);
  const lines = chargedLines(found, disputes);
  const slippages = [...lots].map(([signal, entries]) => slippageOf(signal, entries));
  const answer = {
    id,
    lines: lines.map(plainLine),
    signals: [...lots].map(([signal, entries], n) => plainSignal(signal, entries, lines, slippages[n]!)),
    own: own.map(({ fill, qty }) => ({ trade: fill.id, qty: toDecimal(qty) })),
    periods: periodShares(lines, issued, config).map(plainPeriod),
  };
  return { answer, slippages };
}

const plainLine = ({ signal, entry, exit, qty, gross, fees, profit, state }: ChargedLine) => ({
  signal: signal.id,
  entry: entry.id,
  exit: exit.id,
  at: new Date(exit.at).toISOString(),
  qty: toDecimal(qty),
  entryPrice: toDecimal(entry.price),
  exitPrice: toDecimal(exit.price),
  gross: toDecimal(gross),
  fees: toDecimal(fees),
  profit: toDecimal(profit),
  state,
});

const plainSignal = (signal: Signal, lots: readonly Lot[], lines: readonly ChargedLine[], slippage: bigint) => ({
  signal: signal.id,
  entryTrades: lots.map(({ entry }) => entry.id),
  entryQty: toDecimal(entryQty(lots)),
  openQty: toDecimal(openQty(lots)),
  realisedProfit: toDecimal(lines.reduce((sum, line) => (line.signal === signal ? sum + line.profit : sum), 0n)),
  slippage: toDecimal(slippage),
});

const plainPeriod = ({ name, share, ...amounts }: PeriodShare) => ({
  name,
  profit: toDecimal(amounts.profit),
  cumulativeProfit: toDecimal(amounts.cumulativeProfit),
  highWaterMarkBefore: toDecimal(amounts.highWaterMarkBefore),
  chargeable: toDecimal(amounts.chargeable),
  exactShare: toDecimal(amounts.exactShare),
  share: centsToText(share),
  highWaterMarkAfter: toDecimal(amounts.highWaterMarkAfter),
  carryForward: toDecimal(amounts.carryForward),
});

/** Returns how many of the signals with a model entry the manager's own account followed. */
function followRate(signals: readonly Signal[], fills: readonly Fill[], { entryBand, followSize }: ClubShareConfig) {
  const { lots } = attribute(signals, inFillOrder(fills), entryBand);
  const filled = signals.filter(({ modelEntry }) => modelEntry !== null);
  const followed = filled.filter((signal) => isFollowed(entryQty(lots.get(signal) ?? []), signal.recommendedQty!, followSize));
  return {
    filled: filled.length,
    followed: followed.map(({ id }) => id),
    rate: filled.length === 0 ? null : toDecimal(over(BigInt(followed.length), BigInt(filled.length))),
  };
}
