import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaxDepositWire, TaxDisposalWire, TaxReportWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedAccount } from '../portfolio/stored-portfolio.js';
import { pdfTexts } from '../../support/pdf-text.js';

let api: TestApi;
let member: SignedIn;
let other: SignedIn;
let newcomer: SignedIn;
let account: string;

const get = (path: string, who: SignedIn = member) => call(api, 'GET', path, undefined, { token: who.token });
const rows = (table: string, values: readonly object[]) =>
  api.em().execute(`insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", ?::jsonb)`, [JSON.stringify(values)]);
const computed = (opening: object, unexplained: readonly object[]) =>
  api
    .em()
    .execute(`insert into portfolio_states (account_id, computed_at, opening, unexplained) values (?, '2026-11-01', ?::jsonb, ?::jsonb)`, [
      account,
      JSON.stringify(opening),
      JSON.stringify(unexplained),
    ]);
async function report(query = 'year=2025', who = member): Promise<TaxReportWire> {
  const response = await get(`/me/tax/report?${query}`, who);
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  return response.json<{ data: TaxReportWire }>().data;
}

const trade = (id: string, time: string, symbol: string, buyer: boolean, qty: string, quote: string, fee = '0', feeAsset = 'USDT') => ({
  account_id: account,
  symbol,
  trade_id: id,
  buyer,
  order_id: id,
  maker: false,
  price: '1',
  qty,
  quote_qty: quote,
  fee,
  fee_asset: feeAsset,
  time,
});
const income = (id: string, kind: string, amount: string, asset = 'USDT', tradeId: string | null = null) => ({
  account_id: account,
  kind,
  tran_id: id,
  asset,
  symbol: kind === 'TRANSFER' ? '' : 'ETHUSDT',
  amount,
  trade_id: tradeId,
  time: '2025-06-01T00:00:00Z',
});
const movement = (id: string, kind: string, time: string, from: [string, string] | null, to: [string, string]) => ({
  account_id: account,
  kind,
  id,
  time,
  from_wallet: from && 'spot',
  from_asset: from?.[0] ?? null,
  from_amount: from?.[1] ?? null,
  to_wallet: 'spot',
  to_asset: to[0],
  to_amount: to[1],
});

/** The account's rows, in an order that is not theirs. */
async function fillAccount(): Promise<void> {
  const pairs = [
    ['BTC', 'USDT'],
    ['ETH', 'USDT'],
    ['ETH', 'BTC'],
    ['BNB', 'USDT'],
  ] as const;
  await rows(
    'venue_pairs',
    pairs.map(([base, quote]) => ({ venue: 'binance', symbol: base + quote, base, quote, source: 'listed', listed: true })),
  );
  const close = (symbol: string, at: string, price: string | null) => ({ venue: 'binance', market: 'spot', symbol, at, price });
  await rows('market_closes', [
    close('BTCUSDT', '2025-03-01T09:00:00Z', '30000'),
    close('BNBUSDT', '2025-04-01T00:00:00Z', '500'),
    close('ETHUSDT', '2025-05-01T00:00:00Z', null),
    close('ETHUSDT', '2025-05-02T00:00:00Z', '2000'),
  ]);
  await rows('spot_trades', [
    // Two fills of one millisecond: 999 was before 1000.
    trade('1000', '2024-12-01T00:00:00Z', 'BTCUSDT', true, '1', '20000', '10'),
    trade('999', '2024-12-01T00:00:00Z', 'BTCUSDT', true, '1', '10000'),
    trade('1', '2024-12-02T00:00:00Z', 'BNBUSDT', true, '10', '3000'),
    trade('5', '2025-03-01T09:30:00Z', 'ETHBTC', true, '10', '0.5'),
    trade('1001', '2025-04-01T00:20:00Z', 'BTCUSDT', false, '0.5', '16000', '0.01', 'BNB'),
    trade('1002', '2025-12-31T23:59:59.999Z', 'BTCUSDT', false, '0.5', '16000'),
    trade('1003', '2026-01-01T00:00:00Z', 'BTCUSDT', false, '0.5', '16500'),
    trade('9', '2025-08-01T00:00:00Z', 'ETHUSDT', false, '2', '5000'),
  ]);
  await rows(
    'deposits',
    ['d1', 'd2'].map((id) => ({
      account_id: account,
      id,
      coin: 'ETH',
      network: 'ETH',
      amount: '1',
      wallet_type: 0,
      status: id === 'd1' ? 1 : 2,
      final: true,
      tx_id: '',
      inserted_at: '2025-01-15T00:00:00Z',
    })),
  );
  await rows('wallet_movements', [
    movement('m1', 'dividend', '2025-05-01T10:00:00Z', null, ['ETH', '1']),
    movement('m2', 'dividend', '2025-05-02T10:00:00Z', null, ['ETH', '1']),
    movement('m3', 'convert', '2025-09-01T00:00:00Z', ['BNB', '1'], ['USDT', '450']),
    movement('m4', 'transfer', '2025-09-02T00:00:00Z', ['BNB', '5'], ['BNB', '5']),
  ]);
  await rows('futures_income', [
    income('1', 'REALIZED_PNL', '100', 'USDT', 't1'),
    income('2', 'COMMISSION', '-0.4', 'USDT', 't1'),
    income('3', 'FUNDING_FEE', '-1.25'),
    income('4', 'TRANSFER', '5000'),
  ]);
  await rows('sync_cursors', [
    { account_id: account, dataset: 'futures_income', symbol: '', state: 'complete', covered: '{[2017-07-01,2027-01-01)}', row_count: 4 },
    { account_id: account, dataset: 'spot_trades', symbol: 'BNBUSDT', state: 'gone', covered: '{[2017-07-01,2025-07-01)}', row_count: 1 },
    {
      account_id: account,
      dataset: 'spot_trades',
      symbol: 'BTCUSDT',
      state: 'complete',
      covered: '{[2017-07-01,2027-01-01)}',
      row_count: 5,
    },
    { account_id: account, dataset: 'deposits', symbol: '', state: 'partial', covered: '{[2025-07-15,2027-01-01)}', row_count: 1 },
  ]);
}

beforeAll(async () => {
  api = await createTestApi();
  [member, other, newcomer] = [await signedInMember(api), await signedInMember(api, 'hedge fund'), await signedInMember(api)];
  account = await storedAccount(api, member.userId);
  await storedAccount(api, other.userId);
  await fillAccount();
}, 180_000);
beforeEach(() => api.em().execute('delete from rate_limits'));
afterAll(() => api.close());

describe("a member's tax report", () => {
  it('is computed from the rows of the account', async () => {
    const { totals, assets, contracts, rewards, disposals, unknown, holdings, years, venue, futuresKnown } = await report();
    expect(futuresKnown).toEqual({ realised: 'all', funding: 'all' });
    expect([venue, years.at(-1)]).toEqual(['binance', 2024]);
    // BTC: 0.5 of the first coin (10,000) for 15,000 in ETH, 0.5 for 16,000 less 5 in BNB, then 0.5 of the second (20,010).
    expect(disposals.map(({ asset, kind, proceeds, fees, cost, gain, id }) => [asset, kind, proceeds, fees, cost, gain, id])).toEqual([
      ['BTC', 'trade', '15000.00', '0.00', '5000.00', '10000.00', 'ETHBTC/5'],
      ['BTC', 'sale', '16000.00', '5.00', '5000.00', '10995.00', 'BTCUSDT/1001'],
      ['BNB', 'fee', '5.00', '0.00', '3.00', '2.00', 'BTCUSDT/1001'],
      ['ETH', 'sale', '2500.00', '0.00', '1500.00', '1000.00', 'ETHUSDT/9'],
      ['BNB', 'convert', '450.00', '0.00', '300.00', '150.00', 'm3'],
      ['BTC', 'sale', '16000.00', '0.00', '10005.00', '5995.00', 'BTCUSDT/1002'],
    ]);
    expect(disposals[0]).toMatchObject({ acquiredAt: '2024-12-01T00:00:00.000Z', daysHeld: 90, overOneYear: false });
    // The deposit is the oldest ETH.
    expect(unknown).toEqual([expect.objectContaining({ asset: 'ETH', quantity: '1', cause: 'deposit', proceeds: '2500.00', cost: null })]);
    expect(totals).toMatchObject({
      disposals: 6,
      proceeds: '49955.00',
      fees: '5.00',
      cost: '21808.00',
      gain: '28142.00',
      unknownDisposals: 1,
      unknownProceeds: '2500.00',
      rewards: '2000.00',
      rewardCount: 1,
      unvalued: 1,
    });
    expect(totals.futures).toEqual({ realised: '100.00', fees: '0.40', funding: '-1.25', other: '0.00', result: '98.35' });
    expect(contracts).toEqual([expect.objectContaining({ contract: 'ETHUSDT', side: 'BOTH', result: '98.35' })]);
    expect(rewards).toEqual([{ asset: 'ETH', count: 1, quantity: '1', value: '2000.00' }]);
    expect(assets.map(({ asset, gain }) => [asset, gain])).toEqual([
      ['BNB', '152.00'],
      ['BTC', '26990.00'],
      ['ETH', '1000.00'],
    ]);
    expect(holdings).toEqual([
      { asset: 'BNB', quantity: '8.99', cost: '2697.00', unknownQuantity: '0' },
      { asset: 'BTC', quantity: '0.5', cost: '10005.00', unknownQuantity: '0' },
      { asset: 'ETH', quantity: '11', cost: '15500.00', unknownQuantity: '1' },
    ]);
  });

  it('names what is missing, and marks what it concerns', async () => {
    const { gaps, disposals, final, totals } = await report();
    expect(gaps).toEqual([
      { dataset: 'deposits', symbols: [], from: null, to: '2025-07-15T00:00:00.000Z', reason: 'unread' },
      { dataset: 'spot_trades', symbols: ['BNBUSDT'], from: '2025-07-01T00:00:00.000Z', to: expect.any(String), reason: 'lost' },
    ]);
    // Deposits before July may be of any coin, and nothing is known of the balances.
    expect([totals.affected, disposals.every(({ affected }) => affected), final]).toEqual([7, true, false]);
    await computed({ 'spot:BTC': '0' }, []);
    const known = await report();
    // Nothing was held before the first row: only the gap of BNB trades in July counts, and not for its fee in April.
    expect(known.disposals.filter(({ affected }) => affected).map(({ asset, kind }) => [asset, kind])).toEqual([['BNB', 'convert']]);
    await api.em().execute('delete from portfolio_states where account_id = ?', [account]);
  });

  it('counts coins from before the first row, and changes without a row, as unknown', async () => {
    const opening = { 'spot:BTC': '0.25', 'funding:BTC': '0.25', 'contract:ETHUSDT BOTH': '3', 'spot:USDT': '7' };
    const unexplained = [{ at: '2025-01-01T00:00:00Z', wallet: 'spot', asset: 'ETH', amount: '0.5', dust: false }];
    await computed(opening, unexplained);
    const { unknown } = await report();
    await api.em().execute('delete from portfolio_states where account_id = ?', [account]);
    expect(unknown.map(({ asset, quantity, cause }) => [asset, quantity, cause])).toEqual([
      ['BTC', '0.5', 'history'],
      ['ETH', '0.5', 'history'],
      ['ETH', '1', 'deposit'],
    ]);
  });

  it.each([
    // 0.5 and 0.5 of the second coin (20,010), then 0.5 of the first.
    ['lifo', ['4995.00', '5990.00', '11000.00']],
    // The pool of two coins cost 30,010.
    ['average', ['7497.50', '8492.50', '8497.50']],
  ])('is computed by %s, too', async (method, gains) => {
    const { disposals } = await report(`year=2025&method=${method}`);
    expect(disposals.filter(({ asset }) => asset === 'BTC').map(({ gain }) => gain)).toEqual(gains);
  });

  it('carries lots over the year, and ends at midnight UTC', async () => {
    const next = await report('year=2026');
    expect(next.disposals.map(({ asset, cost, gain }) => [asset, cost, gain])).toEqual([['BTC', '10005.00', '6495.00']]);
    const before = await report('year=2024');
    expect(before.totals).toMatchObject({ disposals: 0, gain: '0.00' });
    expect(before.holdings.map(({ asset, quantity }) => [asset, quantity])).toEqual([
      ['BNB', '10'],
      ['BTC', '2'],
    ]);
  });

  it('has pages', async () => {
    const lines = async (query: string) => {
      const response = await get(`/me/tax/lines?year=2025&${query}`);
      return [response.headers['x-total-count'], response.json<{ data: TaxDisposalWire[] }>().data.map(({ id }) => id)];
    };
    expect(await lines('list=disposal&page=2&perPage=2')).toEqual(['6', ['BTCUSDT/1001', 'ETHUSDT/9']]);
    expect(await lines('list=disposal&page=9&perPage=2')).toEqual(['6', []]);
    expect(await lines('list=unknown')).toEqual(['1', ['ETHUSDT/9']]);
  });

  it('is empty without an account', async () => {
    const empty = await report('year=2025', newcomer);
    expect([empty.venue, empty.totals.disposals, empty.disposals, empty.gaps]).toEqual([null, 0, [], []]);
    expect((await get('/me/tax/deposits?year=2025', newcomer)).json()).toMatchObject({ data: [] });
  });

  it('is for members, and of their own account alone', async () => {
    const admin = await signedInAdmin(api);
    for (const path of ['report', 'report.csv', 'report.pdf', 'deposits', 'lines']) {
      const query = `year=2025${path === 'lines' ? '&list=disposal' : ''}`;
      expect([path, (await call(api, 'GET', `/me/tax/${path}?${query}`)).statusCode]).toEqual([path, 401]);
      expect([path, (await get(`/me/tax/${path}?${query}`, admin)).statusCode]).toEqual([path, 403]);
    }
    expect((await report('year=2025', other)).totals.disposals).toBe(0);
    expect((await get('/me/tax/deposits?year=2025', other)).json()).toMatchObject({ data: [] });
  });

  it('is computed so many times an hour and no more', async () => {
    await report();
    await api.em().execute(`update rate_limits set points = 299`);
    expect((await get('/me/tax/report?year=2025')).statusCode).toBe(200);
    expect((await get('/me/tax/lines?year=2025&list=unknown')).statusCode).toBe(429);
    expect((await get('/me/tax/report?year=2025', other)).statusCode).toBe(200);
  });
});

describe('the cost of a deposit', () => {
  const put = (body: object, who = member) => call(api, 'PUT', '/me/tax/deposits', body, { token: who.token });
  const deposits = async () => (await get('/me/tax/deposits?year=2025')).json<{ data: TaxDepositWire[] }>().data;

  it('is given by the member, changes the report, and is taken back', async () => {
    expect(await deposits()).toEqual([
      { id: 'd1', time: '2025-01-15T00:00:00.000Z', asset: 'ETH', quantity: '1', cost: null, acquiredOn: null },
    ]);
    expect((await put({ depositId: 'd1', cost: '1200.50', acquiredOn: '2022-06-01' })).statusCode).toBe(200);
    const [line] = (await report()).disposals.filter(({ asset }) => asset === 'ETH');
    expect(line).toMatchObject({ cost: '1200.50', gain: '1299.50', acquiredAt: '2022-06-01T00:00:00.000Z', overOneYear: true });
    expect((await report()).totals.unknownDisposals).toBe(0);
    expect(await deposits()).toEqual([expect.objectContaining({ cost: '1200.50', acquiredOn: '2022-06-01' })]);
    expect((await put({ depositId: 'd1', cost: null })).statusCode).toBe(200);
    expect((await report()).totals.unknownDisposals).toBe(1);
  });

  it('is refused for a deposit of another member, and for a day after the deposit', async () => {
    expect((await put({ depositId: 'd1', cost: '1' }, other)).statusCode).toBe(404);
    expect((await put({ depositId: 'nothing', cost: '1' })).statusCode).toBe(404);
    const late = await put({ depositId: 'd1', cost: '1', acquiredOn: '2025-01-16' });
    expect([late.statusCode, late.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([400, ['acquiredOn']]);
  });
});

describe('the files of a report', () => {
  it('are a CSV file with every line, whose sums are the totals', async () => {
    const response = await get('/me/tax/report.csv?year=2025');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="tidemark-tax-2025-fifo-\d{8}T\d{6}Z\.csv"$/);
    const [header = [], ...lines] = response.body
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','));
    const column = (line: string[], name: string) => line[header.indexOf(name)] ?? '';
    const of = (section: string) => lines.filter((line) => column(line, 'Section') === section);
    expect(of('disposal')).toHaveLength(6);
    expect(of('unknown')).toHaveLength(1);
    const [total = []] = of('total').filter((line) => column(line, 'Kind') === 'disposal');
    for (const name of ['Proceeds (USDT)', 'Fees (USDT)', 'Cost (USDT)', 'Gain (USDT)']) {
      const cents = of('disposal').reduce((sum, line) => sum + Math.round(Number(column(line, name)) * 100), 0);
      expect([name, (cents / 100).toFixed(2)]).toEqual([name, column(total, name)]);
    }
    expect(of('unvalued').map((line) => column(line, 'Asset'))).toEqual(['ETH']);
    expect(of('holding')).toHaveLength(3);
  });

  it('are a tagged PDF with the same figures', async () => {
    const response = await call(api, 'GET', '/me/tax/report.pdf?year=2025', undefined, { token: member.token });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    const texts = pdfTexts(response.rawPayload);
    for (const text of [
      'Tax report 2025',
      '28,142.00',
      '49,955.00',
      'Preliminary: the year is not over, or parts of it have not been read and computed yet.',
    ])
      expect(texts).toContain(text);
    expect(texts.filter((text) => text === 'Trade for another coin')).toHaveLength(1);
    expect(response.rawPayload.toString('latin1')).toContain('/StructTreeRoot');
    expect(/\/(JavaScript|JS|OpenAction|Launch|EmbeddedFile|AA|URI)\b/.test(response.rawPayload.toString('latin1'))).toBe(false);
  });

  it.each([
    ['es', 'Informe fiscal 2025', '28.142,00'],
    ['ar', '2025', '28,142.00'],
  ])('are a PDF in the language of the page: %s', async (language, title, amount) => {
    const headers = { 'tidemark-language': language };
    const { rawPayload } = await call(api, 'GET', '/me/tax/report.pdf?year=2025', undefined, { token: member.token, headers });
    const texts = pdfTexts(rawPayload);
    for (const text of [title, amount]) expect(texts).toContain(text);
    expect(texts).not.toContain('Summary');
    expect(rawPayload.toString('latin1')).toContain(`/Lang (${language})`);
    expect(rawPayload.toString('latin1').includes('NotoSansArabic')).toBe(language === 'ar');
  });

  it('are written down as taken', async () => {
    const events = await api.em().execute(`select actor_id, detail from audit_events where action = 'tax.export' order by at desc limit 1`);
    expect(events).toEqual([{ actor_id: member.userId, detail: { year: 2025, method: 'fifo', format: 'pdf' } }]);
  });
});
