import { toCents } from '../../platform/domain/cents.rules.js';
import { times } from '../../platform/domain/scaled.js';
import type { ChargedLine, ClubShareConfig, Dispute, IssuedShare, PeriodShare, ShareLine } from './club-share.types.js';

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Charges every line with its exit, unless the member disputes it: then never, or when the dispute ends for the club. */
export function chargedLines(lines: readonly ShareLine[], disputes: readonly Dispute[]): ChargedLine[] {
  return lines.map((line) => {
    const dispute = disputes.find(({ entry, exit }) => entry === line.entry.id && exit === line.exit.id);
    if (!dispute) return { ...line, state: 'charged', chargedAt: line.exit.at };
    if (dispute.state === 'upheld') return { ...line, state: 'charged', chargedAt: Math.max(line.exit.at, dispute.resolvedAt) };
    return { ...line, state: dispute.state === 'open' ? 'frozen' : 'dropped', chargedAt: null };
  });
}

/**
 * Computes the club's share of each period: of the profit above the member's high-water mark, losses carried forward. With the last period
 * that was invoiced all before it are closed: what changes there later counts in the first period after them, and lowers its share to zero
 * at most.
 */
export function periodShares(
  lines: readonly ChargedLine[],
  issued: readonly IssuedShare[],
  { periods, shareRate }: ClubShareConfig,
): PeriodShare[] {
  const amounts = new Map(issued.map(({ period, amount }) => [period, amount]));
  const lastIssued = periods.findLastIndex(({ name }) => amounts.has(name));
  let [cumulativeProfit, highWaterMark, exactShares, shares] = [0n, 0n, 0n, 0n];
  return periods.map(({ name, from, to }, n) => {
    const charged = lines.filter(({ chargedAt }) => chargedAt !== null && chargedAt >= from && chargedAt < to);
    const profit = charged.reduce((sum, line) => sum + line.profit, 0n);
    const highWaterMarkBefore = highWaterMark;
    cumulativeProfit += profit;
    highWaterMark = larger(highWaterMark, cumulativeProfit);
    const chargeable = highWaterMark - highWaterMarkBefore;
    const exactShare = times(shareRate, chargeable);
    exactShares += exactShare;
    const share = n <= lastIssued ? (amounts.get(name) ?? 0n) : larger(0n, toCents(exactShares) - shares);
    shares += share;
    const carryForward = highWaterMark - cumulativeProfit;
    return {
      name,
      profit,
      cumulativeProfit,
      highWaterMarkBefore,
      chargeable,
      exactShare,
      share,
      highWaterMarkAfter: highWaterMark,
      carryForward,
    };
  });
}
