import { toDecimal } from '../../../platform/domain/scaled.js';
import type { TaxDepositWire, TaxDisposalWire, TaxFuturesWire, TaxReportWire, TaxUnknownWire } from '../../../platform/wire/index.js';
import type { DepositOfMember } from '../deposit-cost.repository.js';
import type { DisposalLine, TaxTotals, UnknownLine } from '../engine/index.js';
import { centsToText } from '../tax-case.mapper.js';
import type { TaxLine } from '../tax-computation.service.js';
import { TAX_RULES, type TaxReport } from '../tax-report.service.js';

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const money = (cents: bigint | null) => (cents === null ? null : centsToText(cents));

export const presentDisposal = (line: DisposalLine): TaxDisposalWire => ({
  ...presentAny(line),
  daysHeld: line.daysHeld,
  overOneYear: line.overOneYear,
  proceeds: centsToText(line.proceeds),
  fees: centsToText(line.fees),
  cost: centsToText(line.cost),
  gain: centsToText(line.gain),
});

export const presentUnknown = (line: UnknownLine): TaxUnknownWire => ({
  ...presentAny(line),
  cause: line.cause,
  proceeds: money(line.proceeds),
  fees: money(line.fees),
  cost: money(line.cost),
});

function presentAny({ id, time, kind, asset, qty, acquiredAt, isAffected }: DisposalLine | UnknownLine) {
  return {
    id,
    time: new Date(time).toISOString(),
    kind,
    asset,
    quantity: toDecimal(qty),
    acquiredAt: iso(acquiredAt),
    affected: isAffected,
  };
}

export function presentLines(lines: readonly TaxLine[]): (TaxDisposalWire | TaxUnknownWire)[] {
  const presented: (TaxDisposalWire | TaxUnknownWire)[] = [];
  for (const line of lines) {
    if (line.list === 'disposal') presented.push(presentDisposal(line));
    if (line.list === 'unknown') presented.push(presentUnknown(line));
  }
  return presented;
}

const presentFutures = ({ realised, fees, funding, other, result }: TaxTotals['futures']): TaxFuturesWire => ({
  realised: centsToText(realised),
  fees: centsToText(fees),
  funding: centsToText(funding),
  other: centsToText(other),
  result: centsToText(result),
});

export function presentReport({
  venue,
  year,
  method,
  years,
  readAt,
  isFinal,
  gaps,
  futuresKnown,
  totals,
  disposals,
  unknown,
}: TaxReport): TaxReportWire {
  const { disposals: sums } = totals;
  return {
    venue,
    year,
    method,
    currency: 'USDT',
    years,
    readAt: readAt?.toISOString() ?? null,
    final: isFinal,
    rulesVersion: TAX_RULES,
    totals: {
      disposals: sums.disposals,
      proceeds: centsToText(sums.proceeds),
      fees: centsToText(sums.fees),
      cost: centsToText(sums.cost),
      gain: centsToText(sums.gain),
      gains: centsToText(sums.gains),
      losses: centsToText(sums.losses),
      overOneYear: centsToText(sums.overOneYear),
      rewards: centsToText(totals.rewards.value),
      rewardCount: totals.rewards.count,
      futures: presentFutures(totals.futures),
      unknownDisposals: totals.unknown.disposals,
      unknownProceeds: centsToText(totals.unknown.proceeds),
      withoutProceeds: totals.unknown.withoutProceeds,
      unvalued: totals.unvalued,
      affected: totals.affected,
    },
    assets: totals.byAsset.map(({ asset, disposals: count, proceeds, fees, cost, gain }) => ({
      asset,
      disposals: count,
      proceeds: centsToText(proceeds),
      fees: centsToText(fees),
      cost: centsToText(cost),
      gain: centsToText(gain),
    })),
    contracts: totals.byContract.map((line) => ({ contract: line.contract, side: line.side, ...presentFutures(line) })),
    rewards: totals.rewardsByAsset.map(({ asset, count, qty, value }) => ({
      asset,
      count,
      quantity: toDecimal(qty),
      value: centsToText(value),
    })),
    holdings: totals.holdings.map(({ asset, qty, cost, unknownQty }) => ({
      asset,
      quantity: toDecimal(qty),
      cost: money(cost),
      unknownQuantity: toDecimal(unknownQty),
    })),
    futuresKnown,
    gaps: gaps.map(({ dataset, symbols, from, to, reason }) => ({
      dataset,
      symbols,
      from: from?.toISOString() ?? null,
      to: to?.toISOString() ?? null,
      reason,
    })),
    disposals: disposals.map(presentDisposal),
    unknown: unknown.map(presentUnknown),
  };
}

export const presentDeposit = ({ id, at, coin, amount, cost, acquiredOn }: DepositOfMember): TaxDepositWire => ({
  id,
  time: new Date(at).toISOString(),
  asset: coin,
  quantity: amount,
  cost,
  acquiredOn,
});
