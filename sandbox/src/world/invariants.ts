// What must hold in every ledger. Counted from its rows alone, not with the bookkeeping that made them.
import { spotSymbol } from './catalogue.ts';
import { fixed } from './decimal.ts';
import type { FuturesFill, SpotFill } from './events.ts';
import type { Ledger } from './ledger.ts';
import { DAY, LIFE_START } from './time.ts';

type Sums = Map<string, bigint>;

function add(sums: Sums, key: string, delta: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + delta);
}

const upTo =
  (t: number) =>
  (row: { time: number }): boolean =>
    row.time <= t;

/** deposits - withdrawals - fees + trades + dust + conversions + dividends - transfers + funding, by "wallet:asset". */
function expectedBalances(ledger: Ledger, t: number): Sums {
  const sums: Sums = new Map();
  const wallet = (type: 0 | 1): string => (type === 0 ? 'spot' : 'funding');
  for (const d of ledger.deposits.filter(upTo(t))) add(sums, `${wallet(d.wallet)}:${d.coin}`, d.amount);
  for (const w of ledger.withdrawals.filter(upTo(t))) add(sums, `${wallet(w.wallet)}:${w.coin}`, -w.amount - w.fee);
  for (const f of [...ledger.spot.values()].flat().filter(upTo(t))) {
    const { base, quote } = spotSymbol(f.symbol);
    add(sums, `spot:${base}`, f.buyer ? f.qty : -f.qty);
    add(sums, `spot:${quote}`, f.buyer ? -f.quoteQty : f.quoteQty);
    add(sums, `spot:${f.commissionAsset}`, -f.commission);
  }
  for (const { details } of ledger.dust.filter(upTo(t))) {
    for (const d of details) {
      add(sums, `spot:${d.asset}`, -d.amount);
      add(sums, 'spot:BNB', d.received);
    }
  }
  for (const c of ledger.conversions.filter(upTo(t))) {
    add(sums, `spot:${c.from}`, -c.fromAmount);
    add(sums, `spot:${c.to}`, c.toAmount);
  }
  for (const d of ledger.dividends.filter(upTo(t))) add(sums, `spot:${d.asset}`, d.amount);
  for (const x of ledger.transfers.filter(upTo(t))) {
    add(sums, `${x.from}:USDT`, -x.amount);
    add(sums, `${x.to}:USDT`, x.amount);
  }
  for (const f of [...ledger.futures.values()].flat().filter(upTo(t))) add(sums, 'futures:USDT', f.realizedPnl - f.commission);
  for (const f of ledger.fundings.filter(upTo(t))) add(sums, 'futures:USDT', f.amount);
  return sums;
}

function balances(ledger: Ledger, t: number): string[] {
  const book = ledger.bookAt(t);
  const actual: Sums = new Map([
    ...[...book.spot].map(([asset, value]): [string, bigint] => [`spot:${asset}`, value]),
    ...[...book.funding].map(([asset, value]): [string, bigint] => [`funding:${asset}`, value]),
    ['futures:USDT', book.futuresWallet],
  ]);
  const expected = expectedBalances(ledger, t);
  return [...new Set([...actual.keys(), ...expected.keys()])].flatMap((key) => {
    const [is, should] = [actual.get(key) ?? 0n, expected.get(key) ?? 0n];
    if (is !== should) return [`${key} is ${fixed(is)}, its rows give ${fixed(should)}`];
    return is < 0n ? [`${key} is overdrawn: ${fixed(is)}`] : [];
  });
}

/** Position = sum of fills; realised profit = sales - purchases + what the open part cost. */
function positions(ledger: Ledger, t: number): string[] {
  const book = ledger.bookAt(t);
  const amounts: Sums = new Map();
  const flows: Sums = new Map();
  for (const f of [...ledger.futures.values()].flat().filter(upTo(t))) {
    const key = `${f.symbol}:${f.positionSide}`;
    add(amounts, key, f.buyer ? f.qty : -f.qty);
    add(flows, key, (f.buyer ? -f.quoteQty : f.quoteQty) - f.realizedPnl);
  }
  return [...amounts].flatMap(([key, amount]) => {
    const p = book.positions.get(key);
    const signedCost = p === undefined ? 0n : p.amount < 0n ? -p.cost : p.cost;
    return [
      ...(p?.amount === amount ? [] : [`position ${key} is ${fixed(p?.amount ?? 0n)}, its fills give ${fixed(amount)}`]),
      ...((flows.get(key) ?? 0n) + signedCost === 0n ? [] : [`realised profit of ${key} does not fit its fills`]),
      ...(key.endsWith(':LONG') && amount < 0n ? [`${key} is below zero`] : []),
      ...(key.endsWith(':SHORT') && amount > 0n ? [`${key} is above zero`] : []),
    ];
  });
}

function ids(ledger: Ledger): string[] {
  const markets = [...ledger.spot, ...ledger.futures] as [string, (SpotFill | FuturesFill)[]][];
  const seen = new Set<number>();
  let shared = 0;
  const out = markets.flatMap(([symbol, fills]) => {
    let gaps = 0;
    const wrong = fills.some((f, i) => {
      const before = fills[i - 1];
      if (before && f.id > before.id + 1) gaps++;
      return before !== undefined && (f.id <= before.id || f.time < before.time);
    });
    for (const f of fills) {
      if (seen.has(f.id)) shared++;
      else seen.add(f.id);
    }
    if (wrong) return [`ids or times of ${symbol} do not rise`];
    return fills.length > 20 && gaps === 0 ? [`ids of ${symbol} have no gaps`] : [];
  });
  return markets.length > 1 && shared === 0 ? [...out, 'no id occurs in two symbols'] : out;
}

/** Violations of what holds for every member, as sentences; none is good. */
export function violations(ledger: Ledger, t: number): string[] {
  ledger.reach(t);
  return [...balances(ledger, t), ...positions(ledger, t), ...ids(ledger)].map((text) => `${ledger.member}: ${text}`);
}

const PAGE = 1000;
const CLUSTER = 30;

/** Most rows within any window of this length. */
export function busiest(times: readonly number[], length: number): number {
  let best = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while ((times[to] ?? 0) - (times[from] ?? 0) > length) from++;
    best = Math.max(best, to - from + 1);
  }
  return best;
}

/** Page edges of a history that a client paging by time would lose fills at. */
export function openEdges(fills: readonly { time: number }[]): number[] {
  const history = fills.filter((f) => f.time < LIFE_START);
  const edges: number[] = [];
  for (let edge = PAGE; edge + CLUSTER / 2 <= history.length; edge += PAGE) {
    const moment = history[edge]?.time;
    const cluster = history.slice(edge - CLUSTER / 2, edge + CLUSTER / 2);
    if (cluster.some((f) => f.time !== moment)) edges.push(edge);
  }
  return edges;
}

/** The hard cases `typical` promises. */
function hardCases(ledger: Ledger): string[] {
  const spot = [...ledger.spot.values()];
  const futures = [...ledger.futures.values()]
    .flat()
    .map((f) => f.time)
    .sort((a, b) => a - b);
  const longestPause = futures.reduce((longest, t, i) => (i === 0 ? 0 : Math.max(longest, t - (futures[i - 1] ?? t))), 0);
  const depositTimes = ledger.deposits.map((d) => d.insertTime);
  const out: string[] = [];
  if (spot.some((fills) => openEdges(fills).length > 0)) out.push('a page edge without 30 fills in one millisecond');
  if (
    !spot.some(
      (fills) =>
        busiest(
          fills.map((f) => f.time),
          DAY,
        ) >= 1200,
    )
  )
    out.push('no day with 1,200 fills');
  if (longestPause < 15 * DAY) out.push('no futures pause of 15 days');
  if (busiest(depositTimes, DAY) < 1050) out.push('no deposit window with 1,050 rows');
  return out.map((text) => `${ledger.member}: ${text}`);
}

export class BrokenWorld extends Error {}

/** The cheap check at start. Throws BrokenWorld with every violation. */
export function assertWorld(small: Ledger, typical: Ledger): void {
  const found = [...violations(small, LIFE_START), ...violations(typical, LIFE_START), ...hardCases(typical)];
  if (found.length > 0) throw new BrokenWorld(found.join('; '));
}
