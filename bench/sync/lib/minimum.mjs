// The least requests and weight that a complete reading can take: exchange.md section 8's formulas over the rows that there are.
const PAGE = 1000;
const WINDOW_MS = 90 * 86_400_000;

/** A short or empty page is the only proof of a list's end. */
const pages = (rows) => Math.floor(rows / PAGE) + 1;
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);
const countBy = (rows, key) => rows.reduce((counts, row) => counts.set(row[key], (counts.get(row[key]) ?? 0) + 1), new Map());

/** Withdrawals are dated in text, UTC. */
const timeOf = (row) =>
  row.insertTime ?? (typeof row.applyTime === 'string' ? Date.parse(`${row.applyTime.replace(' ', 'T')}Z`) : row.time);

/** `spot`, `contracts`: what exchangeInfo lists. `truth`: every row of the member at the moment `now`. */
export function backfillMinimum(truth, { spot, contracts }, now) {
  const traded = countBy(truth.spotTrades, 'symbol');
  const candidates = truth.hiddenSymbols.length > 0 ? spot : closure(truth, spot);
  const probedSpot = candidates.filter(({ symbol }) => !traded.has(symbol)).length;
  const tradedFutures = countBy(truth.futuresTrades, 'symbol');
  const probedFutures = contracts.filter((symbol) => !tradedFutures.has(symbol)).length;
  const first = Math.min(...[...truth.spotTrades, ...truth.futuresTrades, ...truth.deposits, ...truth.withdrawals].map(timeOf));
  const windows = Math.ceil((now - first) / WINDOW_MS);
  const windowPages = (rows) =>
    sum(Array.from({ length: windows }, (_, w) => pages(rows.filter((row) => Math.floor((now - timeOf(row)) / WINDOW_MS) === w).length)));
  const spotPages = sum([...traded.values()].map(pages));
  const futuresPages = sum([...tradedFutures.values()].map(pages));
  const depositPages = windowPages(truth.deposits);
  const withdrawalPages = windowPages(truth.withdrawals);
  return {
    requests: 7 + spotPages + probedSpot + futuresPages + probedFutures + depositPages + withdrawalPages,
    scopes: {
      api: 20 * (spotPages + probedSpot + 1),
      fapi: 5 * (futuresPages + probedFutures) + 90,
      'sapi-ip': depositPages + 61,
      'sapi-uid': 18_000 * withdrawalPages,
    },
  };
}

/** 6 + k + f + 2j: `spot` and `futures` symbols with news, symbols that rest an order. */
export function newsMinimum({ spot, futures, ordered }) {
  return {
    requests: 6 + spot + futures + 2 * ordered,
    scopes: { api: 20 * (1 + spot), fapi: 10 + 5 * futures + 2 * ordered, 'sapi-ip': 61, 'sapi-uid': 18_000 },
  };
}

/** Symbols whose base and quote the account ever held, as far as its own rows tell. */
function closure(truth, spot) {
  const held = new Set([
    ...truth.balances.map((row) => row.asset),
    ...truth.deposits.map((row) => row.coin),
    ...truth.withdrawals.map((row) => row.coin),
    ...truth.spotTrades.map((row) => row.commissionAsset),
  ]);
  const traded = new Set(truth.spotTrades.map((row) => row.symbol));
  for (const { symbol, base, quote } of spot) if (traded.has(symbol)) held.add(base).add(quote);
  return spot.filter(({ base, quote }) => held.has(base) && held.has(quote));
}

/** Calls that all accounts of a process share, kept for minutes: told apart, and counted in. */
const SHARED = [
  'GET /api/v3/time',
  'GET /fapi/v1/time',
  'GET /api/v3/exchangeInfo',
  'GET /fapi/v1/exchangeInfo',
  'GET /api/v3/ticker/price',
];
const scopeOfShared = (name) => (name.includes('/fapi/') ? 'fapi' : 'api');

/** Weight by scope of a member's own calls, and of the shared ones. The withdrawal history's scope by the second is the account's. */
export function spentByScope({ scopes, endpoints }) {
  const own = { api: 0, fapi: 0, 'sapi-ip': 0, 'sapi-uid': 0 };
  for (const [scope, { weight }] of Object.entries(scopes)) own[scope === 'sapi-uid-second' ? 'sapi-uid' : scope] += weight;
  const shared = { api: 0, fapi: 0 };
  let sharedRequests = 0;
  for (const name of SHARED) {
    const call = endpoints[name];
    if (!call) continue;
    shared[scopeOfShared(name)] += call.weight;
    own[scopeOfShared(name)] -= call.weight;
    sharedRequests += call.requests;
  }
  return { own, shared, sharedRequests };
}
