// The full recompute of a year against the least that arithmetic can take: floating numbers in typed columns, average cost, a value a day
// and the chain of returns.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { figure, report } from '../lib/figures.mjs';
import { DAY_MS, ledgerOf, pricesOf, shape, yearOfFills } from './year.mjs';

const ROUNDS = 15;
/** Times that the floor is run for one figure: it is short. */
const FLOORS = 5;
/** performance.md section 4. */
const GOAL = 15;
const GOAL_WITH_PARSING = 80;

/** What the floor works on: numbers, and the price of each coin a day. */
function columnsOf({ start, days, coins, rows, deposits, priceText }) {
  const handles = new Map([...coins, 'USDT'].map((name, n) => [name, n]));
  const column = (of) => Float64Array.from(rows, of);
  const closes = new Float64Array(days * coins.length);
  for (let day = 0; day < days; day++)
    for (let n = 0; n < coins.length; n++) closes[day * coins.length + n] = Number(priceText(n, start + (day + 1) * DAY_MS));
  return {
    day: Uint16Array.from(rows, ({ time }) => Math.floor((time - start) / DAY_MS)),
    coin: Uint8Array.from(rows, ({ coin }) => coin),
    sign: Int8Array.from(rows, ({ buyer }) => (buyer ? 1 : -1)),
    qty: column(({ qty }) => Number(qty)),
    worth: column(({ quoteQty }) => Number(quoteQty)),
    fee: column(({ fee }) => Number(fee)),
    feeAsset: Uint8Array.from(rows, ({ feeAsset }) => handles.get(feeAsset)),
    flows: Float64Array.from({ length: days }, (_, day) =>
      deposits.filter(({ time }) => Math.floor((time - start) / DAY_MS) === day).reduce((sum, { amount }) => sum + Number(amount), 0),
    ),
    closes,
  };
}

function floorOf({ day, coin, sign, qty, worth, fee, feeAsset, flows, closes }, days, coins) {
  const held = new Float64Array(coins);
  const cost = new Float64Array(coins);
  const realised = new Float64Array(coins);
  const equity = new Float64Array(days);
  const index = new Float64Array(days);
  let [cash, n, chain, before] = [0, 0, 1, 0];
  for (let d = 0; d < days; d++) {
    const prices = d * coins;
    for (; n < day.length && day[n] === d; n++) {
      const c = coin[n];
      const asset = feeAsset[n];
      const paid = asset === coins ? fee[n] : fee[n] * closes[prices + asset];
      if (asset === coins) cash -= paid;
      else held[asset] -= fee[n];
      if (sign[n] === 1) {
        held[c] += qty[n];
        cost[c] += worth[n] + paid;
        cash -= worth[n];
      } else {
        const part = (cost[c] * qty[n]) / held[c];
        held[c] -= qty[n];
        cost[c] -= part;
        realised[c] += worth[n] - paid - part;
        cash += worth[n];
      }
    }
    cash += flows[d];
    let value = cash;
    for (let c = 0; c < coins; c++) value += held[c] * closes[prices + c];
    equity[d] = value;
    if (before > 0) chain *= (value - flows[d]) / before;
    index[d] = chain;
    before = value;
  }
  return equity;
}

export async function measureArithmetic({
  rounds = ROUNDS,
  log = console.log,
  engine = join(root, 'dist/backend/src/trading/portfolio/engine/index.js'),
} = {}) {
  const { compute, Ledger, scaled, toDecimal } = await import(pathToFileURL(engine).href);
  const year = yearOfFills();
  const columns = columnsOf(year);
  const prices = pricesOf(year, scaled);
  const scope = { from: year.start, to: year.start + year.days * DAY_MS, prices };
  const recompute = (ledger) => compute(ledger, scope);
  // What this thread computed, in milliseconds: others on the machine would lengthen the longer of two pieces more than the shorter one.
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const timed = (work, times = 1) => {
    const begun = spent();
    let result;
    for (let n = 0; n < times; n++) result = work();
    return [(spent() - begun) / times, result];
  };
  const [ratios, parsing, floors, exacts] = [[], [], [], []];
  // The first rounds warm up.
  for (let n = -5; n < rounds; n++) {
    const ledger = ledgerOf(year, Ledger);
    ledger.align();
    const [floor, values] = timed(() => floorOf(columns, year.days, year.coins.length), FLOORS);
    const [exact, { days }] = timed(() => recompute(ledger));
    const [whole] = timed(() => recompute(ledgerOf(year, Ledger)));
    const [again] = timed(() => floorOf(columns, year.days, year.coins.length), FLOORS);
    if (n === -5) {
      const last = Number(toDecimal(days.at(-1).equity));
      if (Math.abs(last / values.at(-1) - 1) > 1e-9) throw new Error(`the two do not agree: ${last} and ${values.at(-1)}`);
    }
    if (n < 0) continue;
    const least = (floor + again) / 2;
    floors.push(least);
    exacts.push(exact);
    ratios.push(exact / least);
    parsing.push(whole / least);
  }
  const ms = (numbers) => `${numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)].toFixed(2)} ms`;
  log(
    `\n${shape.fills.toLocaleString('en')} fills of ${shape.symbols} coins over ${shape.days} days: floor ` +
      `${ms(floors)}, exact ${ms(exacts)}`,
  );
  return report(
    'full recompute against numbers in columns',
    [
      figure('exact, from integers', ratios, GOAL, { most: true }),
      figure('exact, from decimal strings', parsing, GOAL_WITH_PARSING, { most: true }),
    ],
    log,
  );
}
