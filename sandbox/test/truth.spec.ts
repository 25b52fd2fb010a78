import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { Client, code, control, DAY, NOW, open, unlimited } from './support/client.ts';
import type { Fields } from './support/client.ts';

// A busy machine may take its time; nothing here depends on being fast.
jest.setTimeout(180_000);

const START = Date.UTC(2023, 10, 1);

let sandbox: Sandbox;
let listed: { symbol: string; baseAsset: string; quoteAsset: string }[];

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => NOW });
  await unlimited(sandbox);
  listed = ((await open(sandbox, '/api/v3/exchangeInfo')).json as { symbols: typeof listed }).symbols;
});
afterAll(() => sandbox.close());

function windows(days: number): { startTime: number; endTime: number }[] {
  const out = [];
  for (let startTime = START; startTime <= NOW; startTime += days * DAY + 1)
    out.push({ startTime, endTime: Math.min(NOW, startTime + days * DAY) });
  return out;
}

/** Every row, by id from 0 upwards. */
async function byId(client: Client, path: string, symbol: string): Promise<Fields[]> {
  const rows: Fields[] = [];
  for (;;) {
    const page = await client.rows(path, { symbol, fromId: rows.length === 0 ? 0 : Number(rows.at(-1)?.['id']) + 1, limit: 1000 });
    rows.push(...page);
    if (page.length < 1000) return rows;
  }
}

/** Every row of a capital history, window by window and offset by offset. */
async function capital(client: Client, path: string): Promise<Fields[]> {
  const rows: Fields[] = [];
  for (const window of windows(90)) {
    for (let offset = 0; ; offset += 1000) {
      const page = await client.rows(path, { ...window, limit: 1000, offset });
      rows.push(...page);
      if (page.length < 1000) break;
    }
  }
  return rows;
}

async function list(client: Client, path: string, days: number, key: string): Promise<Fields[]> {
  const pages = await Promise.all(
    windows(days).map(async (w) => ((await client.get(path, { ...w, limit: 500 })).json as Fields)[key] as Fields[]),
  );
  return pages.flat();
}

/** Spot trades of the symbols that follow from the coins the account ever touched. */
async function discover(
  client: Client,
  deposits: Fields[],
  withdrawals: Fields[],
): Promise<{ found: Map<string, Fields[]>; assets: Set<string> }> {
  const balances = ((await client.get('/api/v3/account')).json as { balances: Fields[] }).balances;
  const dust = ((await client.get('/sapi/v1/asset/dribblet')).json as { userAssetDribblets: { userAssetDribbletDetails: Fields[] }[] })
    .userAssetDribblets;
  const dividends = await list(client, '/sapi/v1/asset/assetDividend', 180, 'rows');
  const conversions = await list(client, '/sapi/v1/convert/tradeFlow', 30, 'list');
  const assets = new Set<string>(
    [
      ...balances.map((b) => b['asset']),
      ...[...deposits, ...withdrawals].map((r) => r['coin']),
      ...dust.flatMap((d) => d.userAssetDribbletDetails.map((x) => x['fromAsset'])),
      ...dividends.map((d) => d['asset']),
      ...conversions.flatMap((c) => [c['fromAsset'], c['toAsset']]),
    ].map(String),
  );
  const found = new Map<string, Fields[]>();
  const probed = new Set<string>();
  for (let before = -1; before < assets.size;) {
    before = assets.size;
    for (const { symbol, baseAsset, quoteAsset } of listed) {
      if (probed.has(symbol) || !assets.has(baseAsset) || !assets.has(quoteAsset)) continue;
      probed.add(symbol);
      const rows = await byId(client, '/api/v3/myTrades', symbol);
      if (rows.length > 0) found.set(symbol, rows);
      for (const row of rows) assets.add(String(row['commissionAsset']));
    }
  }
  return { found, assets };
}

const sorted = (rows: Fields[]): Fields[] =>
  [...rows].sort((a, b) => String(a['symbol']).localeCompare(String(b['symbol'])) || Number(a['id']) - Number(b['id']));
const byTx = (rows: Fields[]): Fields[] => [...rows].sort((a, b) => String(a['txId']).localeCompare(String(b['txId'])));

describe.each(['empty', 'small', 'typical', 'futures-only', 'gone-symbol', 'dust', 'quiet'])('the truth about %s', (profile) => {
  let truth: Fields;
  let client: Client;
  let found: Map<string, Fields[]>;
  let assets: Set<string>;
  let deposits: Fields[];
  let withdrawals: Fields[];

  beforeAll(async () => {
    client = new Client(sandbox, profile);
    truth = await control(sandbox, 'GET', `truth/${profile}-1`);
    deposits = await capital(client, '/sapi/v1/capital/deposit/hisrec');
    withdrawals = await capital(client, '/sapi/v1/capital/withdraw/history');
    ({ found, assets } = await discover(client, deposits, withdrawals));
  });

  it('is what reading its capital to the end gives', () => {
    expect(byTx(deposits)).toEqual(byTx(truth['deposits'] as Fields[]));
    expect(byTx(withdrawals)).toEqual(byTx(truth['withdrawals'] as Fields[]));
  });

  it('is what the coins of the account lead to, but for the one hidden pair, which a probe finds', async () => {
    const hidden = truth['hiddenSymbols'] as string[];
    for (const symbol of hidden) {
      expect(found.has(symbol)).toBe(false);
      expect(assets.has(symbol.replace(/USDT$/, ''))).toBe(false);
      found.set(symbol, await byId(client, '/api/v3/myTrades', symbol));
      expect(found.get(symbol)?.length).toBeGreaterThan(1);
    }
    expect(sorted([...found.values()].flat())).toEqual(sorted(truth['spotTrades'] as Fields[]));
  });

  it('is what reading every contract gives', async () => {
    const contracts = ((await client.get('/fapi/v1/symbolConfig')).json as Fields[]).map((c) => String(c['symbol']));
    const rows = (await Promise.all(contracts.map((symbol) => byId(client, '/fapi/v1/userTrades', symbol)))).flat();
    expect(sorted(rows)).toEqual(sorted(truth['futuresTrades'] as Fields[]));
  });

  it('is what the current state says', async () => {
    expect(await client.rows('/fapi/v1/openOrders')).toEqual(truth['openOrders']);
    expect(await client.rows('/fapi/v1/openAlgoOrders')).toEqual(truth['openAlgoOrders']);
    expect(await client.rows('/api/v3/openOrders')).toEqual(truth['openSpotOrders']);
    expect(await client.rows('/sapi/v1/asset/wallet/balance', { quoteAsset: 'USDT' })).toEqual(truth['wallets']);
    const account = (await client.get('/api/v3/account', { omitZeroBalances: true })).json as Fields;
    expect({ uid: account['uid'], balances: account['balances'] }).toEqual({ uid: truth['uid'], balances: truth['balances'] });
    const leverages = new Map((await client.rows('/fapi/v1/symbolConfig')).map((c) => [c['symbol'], c['leverage']]));
    const held = (await client.rows('/fapi/v3/positionRisk')).filter((p) => Number(p['positionAmt']) !== 0);
    expect(held.map((p) => ({ ...p, leverage: leverages.get(p['symbol']) }))).toEqual(truth['positions']);
  });
});

it('tells a closed pair from a gone one', async () => {
  const client = new Client(sandbox, 'gone-symbol');
  const truth = await control(sandbox, 'GET', 'truth/gone-symbol-1');
  expect(await byId(client, '/api/v3/myTrades', 'SRMUSDT')).toHaveLength(25);
  expect(code(await client.get('/api/v3/myTrades', { symbol: 'ANCUSDT' }))).toBe(-1121);
  expect(truth['unreachableSpotTrades']).toHaveLength(12);
});

it('shows positions of the two versions as the exchange does: v3 knows margins, v2 leverage, v3 only what is open', async () => {
  const client = new Client(sandbox, 'futures-only');
  const v3 = await client.rows('/fapi/v3/positionRisk');
  const v2 = await client.rows('/fapi/v2/positionRisk');
  expect(v3[0]).toHaveProperty('positionInitialMargin');
  expect(v3[0]).not.toHaveProperty('leverage');
  expect(v2[0]).toHaveProperty('leverage');
  expect(v2[0]).not.toHaveProperty('marginAsset');
  expect(v2).toHaveLength(40);
  expect(v3.length).toBeLessThan(8);
  expect(new Set(v3.map((p) => p['positionSide']))).toEqual(new Set(['LONG', 'SHORT']));
});

it('gives the past as well as the present', async () => {
  const past = await control(sandbox, 'GET', `truth/typical-1?at=${Date.UTC(2025, 0, 1)}`);
  const trades = past['spotTrades'] as Fields[];
  expect(trades.length).toBeGreaterThan(50);
  expect(Math.max(...trades.map((t) => Number(t['time'])))).toBeLessThan(Date.UTC(2025, 0, 1));
});
