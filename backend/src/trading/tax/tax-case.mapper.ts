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

/** A history that anybody can check: its rows in any order, rows of one time in the order in which they are given. */
export interface TaxCase {
  year: number;
  method: TaxMethod;
  rows: readonly TaxRow[];
  /** A row is valued at the newest price that is not later than the row. */
  prices: readonly { asset: string; at: number; price: bigint }[];
}

/** Returns cents as a decimal with two places. */
export function centsToText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const centsOrNull = (cents: bigint | null) => (cents === null ? null : centsToText(cents));
const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

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
    disposals: disposals.map(({ time, acquiredAt, qty, proceeds, fees, cost, gain, id, kind, asset, daysHeld, overOneYear }) => ({
      id,
      time: timeOf(time),
      kind,
      asset,
      qty: toDecimal(qty),
      acquired: timeOf(acquiredAt),
      daysHeld,
      overOneYear,
      proceeds: centsToText(proceeds),
      fees: centsToText(fees),
      cost: centsToText(cost),
      gain: centsToText(gain),
    })),
    unknown: unknown.map(({ id, time, kind, asset, qty, cause, acquiredAt, proceeds, fees, cost }) => ({
      id,
      time: timeOf(time),
      kind,
      asset,
      qty: toDecimal(qty),
      cause,
      acquired: timeOf(acquiredAt),
      proceeds: centsOrNull(proceeds),
      fees: centsOrNull(fees),
      cost: centsOrNull(cost),
    })),
    rewards: rewards.map(({ id, time, asset, qty, value }) => ({
      id,
      time: timeOf(time),
      asset,
      qty: toDecimal(qty),
      value: centsToText(value),
    })),
    unvalued: unvalued.map(({ id, time, kind, asset, qty }) => ({ id, time: timeOf(time), kind, asset, qty: toDecimal(qty) })),
  };
}

export type CaseReport = ReturnType<typeof reportOfCase>;

function plainTotals({ disposals, unknown, rewards, futures, byAsset, byContract, holdings }: TaxTotals) {
  const text = centsToText;
  return {
    totals: {
      disposals: disposals.disposals,
      proceeds: text(disposals.proceeds),
      fees: text(disposals.fees),
      cost: text(disposals.cost),
      gain: text(disposals.gain),
      gains: text(disposals.gains),
      losses: text(disposals.losses),
      overOneYear: text(disposals.overOneYear),
      unknownDisposals: unknown.disposals,
      unknownProceeds: text(unknown.proceeds),
      rewards: text(rewards.value),
      futures: text(futures.result),
      funding: text(futures.funding),
    },
    byAsset: byAsset.map(({ asset, proceeds, fees, cost, gain, disposals: count }) => ({
      asset,
      disposals: count,
      proceeds: text(proceeds),
      fees: text(fees),
      cost: text(cost),
      gain: text(gain),
    })),
    futures: byContract.map(({ contract, side, realised, fees, funding, other, result }) => ({
      contract,
      side,
      realised: text(realised),
      fees: text(fees),
      funding: text(funding),
      other: text(other),
      result: text(result),
    })),
    holdings: holdings.map(({ asset, qty, cost, unknownQty }) => ({
      asset,
      qty: toDecimal(qty),
      cost: centsOrNull(cost),
      unknownQty: toDecimal(unknownQty),
    })),
  };
}
