import { Decimal } from 'decimal.js';
import type { PriceOf, TaxMethod, TaxRow } from '../../../src/trading/tax/engine/index.js';

// A second computation of the tax report, from docs/tax-report.md alone and in another style: decimals instead of integers, and three
// passes (postings, matching by coin, rounding) instead of one. It shares no code with the engine.

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
type Exact = Decimal;
const UNIT = new Exact(10).pow(18);
const exact = (value: bigint): Exact => new Exact(value.toString()).div(UNIT);
const to18 = (value: Exact): Exact => value.toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN);
const ZERO = new Exact(0);

type Cause = 'deposit' | 'history' | 'price';
interface In {
  asset: string;
  move: 'in';
  qty: Exact;
  cost: Exact | null;
  cause: Cause;
  at: number | null;
}
interface Out {
  asset: string;
  move: 'out';
  qty: Exact;
  proceeds: Exact | null;
  fees: Exact | null;
  kind: string;
}
interface Leave {
  asset: string;
  move: 'leave';
  qty: Exact;
}
type Posting = (In | Out | Leave) & { order: number; id: string; time: number };

interface Line {
  /** Position of the row and, within it, of the posting. */
  order: number;
  text: (cents: (amount: Exact | null, column: string) => string) => string;
}

export function independentReport(rows: readonly TaxRow[], year: number, method: TaxMethod, priceOf: PriceOf) {
  const [from, until] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const known = rows.filter(({ time }) => time < until);
  const worth = (asset: string, qty: Exact, time: number): Exact | null => {
    if (asset === 'USDT') return qty;
    const price = priceOf(asset, time);
    return price === null ? null : to18(qty.times(exact(price)));
  };
  const postings = known.flatMap((row, n): Posting[] =>
    postingsOf(row, worth)
      .map((posting, step) => ({ ...posting, order: n * 10 + step, id: row.id, time: row.time }))
      .filter(({ asset }) => asset !== 'USDT')
      .map(withoutNegative),
  );
  const lines: Line[] = [];
  for (const asset of new Set(postings.map((posting) => posting.asset)))
    lines.push(
      ...matched(
        postings.filter((posting) => posting.asset === asset),
        method,
        from,
      ),
    );
  const contracts = new Map<string, Record<string, Exact>>();
  known.forEach((row, n) => {
    if (row.time < from || (row.kind !== 'reward' && row.kind !== 'futures')) return;
    if (row.kind === 'futures' && row.entry === 'conversion') return;
    const qty = exact(row.kind === 'reward' ? row.qty : row.amount);
    const value = worth(row.asset, qty, row.time);
    const name = row.kind === 'reward' ? 'reward' : row.entry;
    if (value === null) lines.push({ order: n * 10 + 9, text: () => `unvalued ${row.id} ${name} ${row.asset} ${qty.toFixed()}` });
    else if (row.kind === 'reward')
      lines.push({ order: n * 10 + 9, text: (cents) => `reward ${row.id} ${row.asset} ${qty.toFixed()} ${cents(value, 'rewards')}` });
    else {
      const key = `${row.contract}/${row.side}`;
      const sums = contracts.get(key) ?? { realised: ZERO, fee: ZERO, funding: ZERO, other: ZERO };
      sums[name] = sums[name]!.plus(row.entry === 'fee' ? value.neg() : value);
      contracts.set(key, sums);
    }
  });
  return rounded(
    lines.toSorted((a, b) => a.order - b.order),
    contracts,
  );
}

/** First pass: what a row puts in and takes out. */
function postingsOf(row: TaxRow, worth: (asset: string, qty: Exact, time: number) => Exact | null): (In | Out | Leave)[] {
  const { time } = row;
  const came = (asset: string, qty: Exact, cost: Exact | null): In => ({ asset, move: 'in', qty, cost, cause: 'price', at: time });
  switch (row.kind) {
    case 'deposit': {
      const cost = row.cost === null ? null : exact(row.cost);
      return [{ asset: row.asset, move: 'in', qty: exact(row.qty), cost, cause: 'deposit', at: row.acquiredAt ?? time }];
    }
    case 'withdrawal':
      return [{ asset: row.asset, move: 'leave', qty: exact(row.qty) }];
    case 'unexplained':
      if (row.qty < 0n) return [{ asset: row.asset, move: 'leave', qty: exact(-row.qty) }];
      return [{ asset: row.asset, move: 'in', qty: exact(row.qty), cost: null, cause: 'history', at: null }];
    case 'reward':
      return [came(row.asset, exact(row.qty), worth(row.asset, exact(row.qty), time))];
    case 'futures': {
      const qty = exact(row.amount);
      const value = worth(row.asset, qty, time);
      if (qty.gt(0)) return [came(row.asset, qty, value)];
      const kind = row.entry === 'conversion' ? 'convert' : 'futures';
      return [{ asset: row.asset, move: 'out', qty: qty.neg(), proceeds: value && value.neg(), fees: ZERO, kind }];
    }
    case 'conversion': {
      const [gave, got] = [exact(row.fromQty), exact(row.toQty)];
      const value = row.from === 'USDT' ? gave : (worth(row.to, got, time) ?? worth(row.from, gave, time));
      return [{ asset: row.from, move: 'out', qty: gave, proceeds: value, fees: ZERO, kind: row.how }, came(row.to, got, value)];
    }
    case 'trade':
      break;
  }
  const { base, quote, feeAsset } = row;
  const [qty, quoteQty, fee] = [exact(row.qty), exact(row.quoteQty), exact(row.fee)];
  const value = quote === 'USDT' ? quoteQty : base === 'USDT' ? qty : (worth(quote, quoteQty, time) ?? worth(base, qty, time));
  let paid: Exact | null;
  if (fee.isZero() || feeAsset === 'USDT') paid = fee;
  else if (feeAsset === base) paid = value && to18(value.times(fee).div(qty));
  else if (feeAsset === quote) paid = value && to18(value.times(fee).div(quoteQty));
  else paid = worth(feeAsset, fee, time);
  const bearer = base === 'USDT' ? quote : base;
  const [got, gotQty, gave, gaveQty] = row.buyer ? [base, qty, quote, quoteQty] : [quote, quoteQty, base, qty];
  const add = (amount: Exact | null, other: Exact | null) => (amount === null || other === null ? null : amount.plus(other));
  const kind = got === 'USDT' ? 'sale' : 'trade';
  let [proceeds, cost] = [value, value];
  if (feeAsset === gave && bearer === got) proceeds = add(proceeds, paid);
  if (feeAsset !== got && bearer === got) cost = add(cost, paid);
  if (feeAsset === got && bearer === gave) cost = add(cost, paid && paid.neg());
  const postings: (In | Out | Leave)[] = [
    {
      asset: gave,
      move: 'out',
      qty: feeAsset === gave ? gaveQty.plus(fee) : gaveQty,
      proceeds,
      fees: bearer === gave && feeAsset !== gave ? paid : ZERO,
      kind,
    },
    came(got, feeAsset === got ? gotQty.minus(fee) : gotQty, cost),
  ];
  if (fee.isZero() || feeAsset === got || feeAsset === gave) return postings;
  if (fee.lt(0)) return [...postings, came(feeAsset, fee.neg(), paid && paid.neg())];
  return [...postings, { asset: feeAsset, move: 'out', qty: fee, proceeds: paid, fees: ZERO, kind: 'fee' }];
}

/** A fee above what came takes coins away; a rebate above what went brings coins without a known price. */
function withoutNegative(posting: Posting): Posting {
  const { qty, asset, order, id, time } = posting;
  if (posting.move === 'in' && qty.lt(0)) return { asset, move: 'leave', qty: qty.neg(), order, id, time };
  if (posting.move === 'out' && qty.lte(0))
    return { asset, move: 'in', qty: qty.neg(), cost: null, cause: 'price', at: time, order, id, time };
  return posting;
}

interface Lot {
  qty: Exact;
  cost: Exact | null;
  cause: Cause;
  at: number | null;
}

/** Second pass: matches the postings of one coin. */
function matched(postings: readonly Posting[], method: TaxMethod, from: number): Line[] {
  let lots: Lot[] = [];
  const lines: Line[] = [];
  const inOrder = () => {
    const byTime = method === 'lifo' ? lots.toReversed() : lots;
    return method === 'average' ? [...byTime.filter(({ cost }) => cost !== null), ...byTime.filter(({ cost }) => cost === null)] : byTime;
  };
  const cut = (lot: Lot, wanted: Exact): Lot => {
    const qty = Exact.min(wanted, lot.qty);
    const cost = lot.cost === null ? null : qty.eq(lot.qty) ? lot.cost : to18(lot.cost.times(qty).div(lot.qty));
    lot.qty = lot.qty.minus(qty);
    if (cost !== null) lot.cost = lot.cost!.minus(cost);
    return { ...lot, qty, cost };
  };
  for (const posting of postings) {
    if (posting.move === 'in') {
      const { qty, cost, cause, at } = posting;
      const pool = method === 'average' && cost !== null ? lots.find((lot) => lot.cost !== null) : undefined;
      if (pool) {
        pool.qty = pool.qty.plus(qty);
        pool.cost = pool.cost!.plus(cost!);
      } else if (!qty.isZero()) lots.push({ qty, cost, cause, at: method === 'average' && cost !== null ? null : at });
    } else {
      let wanted = posting.qty;
      const order = inOrder();
      const unknownFirst = [...order.filter(({ cost }) => cost === null), ...order.filter(({ cost }) => cost !== null)];
      const parts: Lot[] = [];
      for (const lot of posting.move === 'leave' ? unknownFirst : order) {
        if (wanted.isZero()) break;
        const part = cut(lot, wanted);
        wanted = wanted.minus(part.qty);
        parts.push(part);
      }
      lots = lots.filter(({ qty }) => !qty.isZero());
      if (posting.move === 'out') {
        if (!wanted.isZero()) parts.push({ qty: wanted, cost: null, cause: 'history', at: null });
        if (posting.time >= from) lines.push(...linesOf(posting, parts));
      }
    }
  }
  return lines;
}

function linesOf(posting: Posting & Out, parts: readonly Lot[]): Line[] {
  const { order, id, kind, asset } = posting;
  let left = { qty: posting.qty, proceeds: posting.proceeds, fees: posting.fees };
  return parts.map(({ qty, cost, cause, at }): Line => {
    const part = (amount: Exact | null) => amount && (qty.eq(left.qty) ? amount : to18(amount.times(qty).div(left.qty)));
    const [proceeds, fees] = [part(left.proceeds), part(left.fees)];
    left = {
      qty: left.qty.minus(qty),
      proceeds: left.proceeds && left.proceeds.minus(proceeds!),
      fees: left.fees && left.fees.minus(fees!),
    };
    const name = `${id} ${kind} ${asset} ${qty.toFixed()}`;
    if (cost !== null && proceeds !== null && fees !== null)
      return {
        order,
        text: (cents) => {
          const [p, f, c] = [cents(proceeds, 'proceeds'), cents(fees, 'fees'), cents(cost, 'cost')];
          return `gain ${name} ${at ?? '-'} ${p} ${f} ${c} ${Number(p) - Number(f) - Number(c)}`;
        },
      };
    const why = cost === null ? cause : 'price';
    return {
      order,
      text: (cents) => `unknown ${name} ${why} ${cents(proceeds, 'uProceeds')} ${cents(fees, 'uFees')} ${cents(cost, 'uCost')}`,
    };
  });
}

/** Third pass: rounds every column by its running total. */
function rounded(lines: readonly Line[], contracts: ReadonlyMap<string, Record<string, Exact>>) {
  const running = new Map<string, Exact>();
  const whole = (amount: Exact) => amount.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN);
  const cents = (amount: Exact | null, column: string): string => {
    if (amount === null) return '-';
    const before = running.get(column) ?? ZERO;
    const after = before.plus(amount);
    running.set(column, after);
    return whole(after).minus(whole(before)).plus(0).toFixed();
  };
  const texts = lines.map(({ text }) => text(cents));
  const contractKeys = [...contracts.keys()].toSorted();
  for (const key of contractKeys) for (const name of ['realised', 'fee', 'funding', 'other']) cents(contracts.get(key)![name]!, name);
  const total = (column: string) => Number(whole(running.get(column) ?? ZERO));
  const [proceeds, fees, cost] = [total('proceeds'), total('fees'), total('cost')];
  const [realised, fee, funding, other] = [total('realised'), total('fee'), total('funding'), total('other')];
  const sums = [proceeds, fees, cost, proceeds - fees - cost, total('uProceeds'), total('uFees'), total('rewards')];
  const summary = [...sums, realised, fee, funding, other, realised - fee + funding + other].map((sum) => String(sum + 0));
  return { lines: texts, summary };
}
