import { centsToText } from '../../../platform/domain/cents.rules.js';
import { toDecimal } from '../../../platform/domain/scaled.js';
import type { TaxDepositWire, TaxDisposalWire, TaxFuturesWire, TaxReportWire, TaxUnknownWire } from '../../../platform/wire/index.js';
import type { DepositOfMember } from '../deposit-cost.repository.js';
import type { DisposalLine, TaxTotals, UnknownLine } from '../engine/index.js';
import { amountsOf, centsOrNull, timeOrNull } from '../tax-text.mapper.js';
import type { ListedLine } from '../tax-computation.service.js';
import { TAX_RULES, type TaxReport } from '../tax-report.service.js';

const presentDisposal = (line: DisposalLine): TaxDisposalWire => ({
  ...presentAny(line),
  daysHeld: line.daysHeld,
  overOneYear: line.overOneYear,
  ...amountsOf(line, 'proceeds', 'fees', 'cost', 'gain'),
});

const presentUnknown = (line: UnknownLine): TaxUnknownWire => ({
  ...presentAny(line),
  cause: line.cause,
  ...amountsOf(line, 'proceeds', 'fees', 'cost'),
});

function presentAny({ id, time, kind, asset, qty, acquiredAt, isAffected }: DisposalLine | UnknownLine) {
  return {
    id,
    time: new Date(time).toISOString(),
    kind,
    asset,
    quantity: toDecimal(qty),
    acquiredAt: timeOrNull(acquiredAt),
    affected: isAffected,
  };
}

export function presentLines(lines: readonly ListedLine[]): (TaxDisposalWire | TaxUnknownWire)[] {
  return lines.map((line) => (line.list === 'disposal' ? presentDisposal(line) : presentUnknown(line)));
}

const presentFutures = (line: TaxTotals['futures']): TaxFuturesWire => amountsOf(line, 'realised', 'fees', 'funding', 'other', 'result');

export function presentReport({ readAt, isFinal, gaps, totals, disposals, unknown, ...head }: TaxReport): TaxReportWire {
  return {
    ...head,
    currency: 'USDT',
    readAt: readAt?.toISOString() ?? null,
    final: isFinal,
    rulesVersion: TAX_RULES,
    totals: {
      disposals: totals.disposals.disposals,
      ...amountsOf(totals.disposals, 'proceeds', 'fees', 'cost', 'gain', 'gains', 'losses', 'overOneYear'),
      rewards: centsToText(totals.rewards.value),
      rewardCount: totals.rewards.count,
      futures: presentFutures(totals.futures),
      unknownDisposals: totals.unknown.disposals,
      unknownProceeds: centsToText(totals.unknown.proceeds),
      withoutProceeds: totals.unknown.withoutProceeds,
      unvalued: totals.unvalued,
      affected: totals.affected,
    },
    assets: totals.byAsset.map((line) => ({
      asset: line.asset,
      disposals: line.disposals,
      ...amountsOf(line, 'proceeds', 'fees', 'cost', 'gain'),
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
      cost: centsOrNull(cost),
      unknownQuantity: toDecimal(unknownQty),
    })),
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
