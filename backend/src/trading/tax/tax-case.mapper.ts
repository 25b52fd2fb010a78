import { centsToText } from '../../platform/domain/cents.rules.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import {
  TaxYear,
  type DisposalLine,
  type RewardLine,
  type TaxMethod,
  type TaxRow,
  type TaxTotals,
  type UnknownLine,
  type UnvaluedLine,
} from './engine/index.js';
import { amountsOf, centsOrNull, timeOrNull } from './tax-text.mapper.js';

/** A history that anybody can check: its rows in any order, rows of one time in the order in which they are given. */
export interface TaxCase {
  year: number;
  method: TaxMethod;
  rows: readonly TaxRow[];
  /** A row is valued at the newest price that is not later than the row. */
  prices: readonly { asset: string; at: number; price: bigint }[];
}

/** Computes the report of a case, as plain JSON. */
export function reportOfCase({ year, method, rows, prices }: TaxCase) {
  const disposals: DisposalLine[] = [];
  const unknown: UnknownLine[] = [];
  const rewards: RewardLine[] = [];
  const unvalued: UnvaluedLine[] = [];
  const engine = new TaxYear({
    year,
    method,
    priceOf: (asset, time) => {
      const known = prices.filter((price) => price.asset === asset && price.at <= time);
      return known.length === 0 ? null : known.reduce((last, price) => (price.at >= last.at ? price : last)).price;
    },
    lines: {
      disposal: (line) => disposals.push(line),
      unknown: (line) => unknown.push(line),
      reward: (line) => rewards.push(line),
      unvalued: (line) => unvalued.push(line),
    },
  });
  const end = Date.UTC(year + 1, 0, 1);
  for (const row of rows.filter(({ time }) => time < end).toSorted((a, b) => a.time - b.time)) engine.apply(row);
  return {
    year,
    method,
    ...plainTotals(engine.finish()),
    disposals: disposals.map((line) => ({
      ...plainRow(line),
      acquired: timeOrNull(line.acquiredAt),
      daysHeld: line.daysHeld,
      overOneYear: line.overOneYear,
      ...amountsOf(line, 'proceeds', 'fees', 'cost', 'gain'),
    })),
    unknown: unknown.map((line) => ({
      ...plainRow(line),
      cause: line.cause,
      acquired: timeOrNull(line.acquiredAt),
      ...amountsOf(line, 'proceeds', 'fees', 'cost'),
    })),
    rewards: rewards.map(({ id, time, asset, qty, value }) => ({
      id,
      time: timeOrNull(time),
      asset,
      qty: toDecimal(qty),
      value: centsToText(value),
    })),
    unvalued: unvalued.map(plainRow),
  };
}

function plainRow<Kind extends string>({
  id,
  time,
  kind,
  asset,
  qty,
}: {
  id: string;
  time: number;
  kind: Kind;
  asset: string;
  qty: bigint;
}) {
  return { id, time: timeOrNull(time), kind, asset, qty: toDecimal(qty) };
}

export type CaseReport = ReturnType<typeof reportOfCase>;

function plainTotals({ disposals, unknown, rewards, futures, byAsset, byContract, holdings }: TaxTotals) {
  return {
    totals: {
      disposals: disposals.disposals,
      ...amountsOf(disposals, 'proceeds', 'fees', 'cost', 'gain', 'gains', 'losses', 'overOneYear'),
      unknownDisposals: unknown.disposals,
      unknownProceeds: centsToText(unknown.proceeds),
      rewards: centsToText(rewards.value),
      futures: centsToText(futures.result),
      funding: centsToText(futures.funding),
    },
    byAsset: byAsset.map((line) => ({
      asset: line.asset,
      disposals: line.disposals,
      ...amountsOf(line, 'proceeds', 'fees', 'cost', 'gain'),
    })),
    futures: byContract.map((line) => ({
      contract: line.contract,
      side: line.side,
      ...amountsOf(line, 'realised', 'fees', 'funding', 'other', 'result'),
    })),
    holdings: holdings.map(({ asset, qty, cost, unknownQty }) => ({
      asset,
      qty: toDecimal(qty),
      cost: centsOrNull(cost),
      unknownQty: toDecimal(unknownQty),
    })),
  };
}
