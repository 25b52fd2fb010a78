import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buyFutures, buySpot, calmAccount, moveFutures, moveSpot } from './calm-account.js';
import type { DoubleAccount, ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { KEY, startOtherVenue } from './other-venue.js';

const MINUTE = 60_000;
/** Calls that all accounts of a process share. */
const SHARED = ['/api/v3/time', '/fapi/v1/time', '/api/v3/exchangeInfo', '/fapi/v1/exchangeInfo', '/api/v3/ticker/price'];
const HEAD = [
  '/api/v3/account',
  '/fapi/v3/account',
  '/fapi/v3/positionRisk',
  '/sapi/v1/asset/wallet/balance',
  '/sapi/v1/capital/deposit/hisrec',
  '/sapi/v1/capital/withdraw/history',
];
/** Wallet movements; transfers by direction. */
const MOVEMENTS = [
  '/sapi/v1/asset/assetDividend',
  '/sapi/v1/asset/dribblet',
  ...Array.from({ length: 6 }, () => '/sapi/v1/asset/transfer'),
  '/sapi/v1/convert/tradeFlow',
];

let double: ExchangeDouble;
let worker: ExchangeWorker;
let userId: string;
let accountId: string;
let account: DoubleAccount;

beforeAll(async () => {
  double = await startOtherVenue();
  double.missing.clear();
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.instead = ({ path }) => (path === '/fapi/v1/income' ? { body: [] } : null);
  double.clockOffsetMs = 0;
  account = calmAccount();
  double.accounts.splice(0, Infinity, account);
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
  ({ userId, accountId } = await worker.member(KEY));
  await worker.syncUntilSettled(userId);
  await pass(30);
});
afterEach(async () => worker.stop());

const now = () => Date.now() + double.clockOffsetMs;

/** Time passes at the exchange, and the host has measured it. */
async function pass(minutes: number): Promise<void> {
  double.clockOffsetMs += minutes * MINUTE;
  await worker.exchange.checkKey({ venue: 'binance', ...KEY });
}

/** What a sync asks for: paths, with the symbol where there is one. */
async function asked(): Promise<string[]> {
  double.calls.length = 0;
  expect((await worker.sync(userId, 'demand')).state).toBe('done');
  return double.calls
    .filter(({ path }) => !SHARED.includes(path))
    .map(({ path, params }) => [path, params.get('symbol')].filter(Boolean).join(' '));
}

const beyondHead = (calls: string[]) => calls.filter((call) => !HEAD.includes(call)).sort();
const spotFills = async () =>
  (await worker.rows<{ id: string }>('select symbol || trade_id as id from spot_trades where account_id = ? order by 1', [accountId])).map(
    ({ id }) => id,
  );
const state = async () =>
  (
    await worker.rows<{ unexplained_since: string | null; futures_mark: { unexplainedSince?: string } }>(
      'select unexplained_since, futures_mark from exchange_accounts where id = ?',
      [accountId],
    )
  )[0]!;
const leastCovered = async (dataset: string) =>
  new Date(
    (
      await worker.rows<{ least: string }>(`select min(upper(covered)) as least from sync_cursors where account_id = ? and dataset = ?`, [
        accountId,
        dataset,
      ])
    )[0]!.least,
  ).getTime();

describe('a sync of an account to which nothing happened', () => {
  it('asks six questions and nothing else', async () => {
    expect((await asked()).sort()).toEqual([...HEAD].sort());
  });

  it('asks two more for each contract that rests an order', async () => {
    account.orders = [
      {
        orderId: 5,
        symbol: 'BBBUUU',
        price: '0.5',
        origQty: '10',
        executedQty: '0',
        origType: 'LIMIT',
        type: 'LIMIT',
        side: 'BUY',
        positionSide: 'BOTH',
        stopPrice: '0',
        workingType: 'CONTRACT_PRICE',
        time: now(),
      },
    ];
    account.positions!.push({ ...account.positions![0]!, symbol: 'BBBUUU', positionAmt: '0', updateTime: 0 });
    await asked();
    expect(beyondHead(await asked())).toEqual(['/fapi/v1/openAlgoOrders BBBUUU', '/fapi/v1/openOrders BBBUUU']);
    account.orders = [];
    account.positions!.pop();
    await asked();
    expect(beyondHead(await asked())).toEqual([]);
    expect(await worker.rows('select 1 from futures_orders where account_id = ?', [accountId])).toEqual([]);
  });

  it('still moves what is proven complete, of every symbol', async () => {
    const before = await Promise.all(['spot_trades', 'futures_trades', 'deposits', 'withdrawals'].map(leastCovered));
    await pass(120);
    expect(beyondHead(await asked())).toEqual([]);
    const after = await Promise.all(['spot_trades', 'futures_trades', 'deposits', 'withdrawals'].map(leastCovered));
    for (const [i, end] of after.entries()) expect(end - before[i]!).toBeGreaterThan(119 * MINUTE);
    for (const end of after) expect(end).toBeLessThanOrEqual(now() - 15 * MINUTE);
  });

  it('believes nothing of a symbol whose list broke off', async () => {
    await worker.rows(`update sync_cursors set state = 'gone' where account_id = ? and symbol = 'BBBUUU' and dataset = 'spot_trades'`, [
      accountId,
    ]);
    const [before] = await worker.rows(
      `select covered::text as covered from sync_cursors where account_id = ? and symbol = 'BBBUUU' and dataset = 'spot_trades'`,
      [accountId],
    );
    await pass(120);
    await asked();
    expect(
      await worker.rows(
        `select covered::text as covered from sync_cursors where account_id = ? and symbol = 'BBBUUU' and dataset = 'spot_trades'`,
        [accountId],
      ),
    ).toEqual([before]);
  });
});

describe('a sync after spot trades', () => {
  it('asks for the symbol that was traded, not for the one of the coin that paid the fee', async () => {
    buySpot(account, 30, now() - MINUTE);
    expect(beyondHead(await asked())).toEqual(['/api/v3/myTrades AAAUUU']);
    expect(await spotFills()).toContain('AAAUUU30');
    expect(await state()).toMatchObject({ unexplained_since: null });
    expect(beyondHead(await asked())).toEqual([]);
  });

  it('asks for a symbol that was never traded, where its coins moved', async () => {
    const time = now() - MINUTE;
    moveSpot(account, time, { BBB: 10, UUU: -2, FFF: -0.5 });
    account.spot!['BBBUUU'] = [{ ...buySpot(calmAccount(), 40, time), symbol: 'BBBUUU' }];
    expect(beyondHead(await asked())).toEqual(['/api/v3/myTrades BBBUUU']);
    expect(await spotFills()).toContain('BBBUUU40');
  });

  it('comes back for a fill that the balances know and the list does not show yet', async () => {
    const fill = buySpot(account, 30, now() - MINUTE, { late: true });
    expect(beyondHead(await asked())).toContain('/api/v3/myTrades AAAUUU');
    expect((await state()).unexplained_since).not.toBeNull();
    await pass(5);
    // Another trade meanwhile, listed at once, with a greater id.
    buySpot(account, 31, now() - MINUTE);
    await asked();
    expect(await spotFills()).toContain('AAAUUU31');
    expect(await spotFills()).not.toContain('AAAUUU30');
    account.spot!['AAAUUU']!.splice(2, 0, fill);
    await pass(5);
    await asked();
    expect(await spotFills()).toContain('AAAUUU30');
    expect((await state()).unexplained_since).toBeNull();
    await pass(20);
    expect(beyondHead(await asked())).toEqual([]);
  });

  it('explains a deposit and a withdrawal by their rows', async () => {
    account.deposits!.push({
      id: 'd2',
      amount: '25',
      coin: 'UUU',
      network: 'NET',
      status: 1,
      txId: '0x2',
      insertTime: now() - MINUTE,
      walletType: 0,
    });
    const applied = new Date(now() - MINUTE).toISOString().slice(0, 19).replace('T', ' ');
    account.withdrawals!.push({
      id: 'w1',
      amount: '1.5',
      transactionFee: '0.5',
      coin: 'BBB',
      status: 2,
      txId: '',
      applyTime: applied,
      network: 'NET',
      walletType: 0,
    });
    moveSpot(account, now() - MINUTE, { UUU: 25, BBB: -2 });
    expect(beyondHead(await asked())).toEqual([]);
    expect((await state()).unexplained_since).toBeNull();
  });

  it('finds out from the lists of wallet movements what moved a coin, and asks for it no more', async () => {
    const time = now() - MINUTE;
    account.transfers = [
      { asset: 'UUU', amount: '29.5', type: 'MAIN_UMFUTURE', status: 'CONFIRMED', tranId: 9_100_000_000_000_000_001n, timestamp: time },
      { asset: 'UUU', amount: '4', type: 'MAIN_FUNDING', status: 'FAILED', tranId: 5, timestamp: time },
    ];
    account.conversions = [
      {
        orderId: 940_000_000_000_000_007n,
        orderStatus: 'SUCCESS',
        fromAsset: 'UUU',
        fromAmount: '10',
        toAsset: 'BBB',
        toAmount: '2.50',
        createTime: time,
      },
    ];
    moveSpot(account, time, { UUU: -39.5, BBB: 2.5 });
    // A conversion might have been a trade: the one pair of its two coins is asked first.
    expect(beyondHead(await asked())).toEqual(['/api/v3/myTrades BBBUUU', ...MOVEMENTS]);
    expect((await state()).unexplained_since).toBeNull();
    expect(
      await worker.rows(
        `select kind, id, from_wallet, from_asset, from_amount, to_wallet, to_asset, to_amount from wallet_movements where account_id = ?
          order by kind`,
        [accountId],
      ),
    ).toEqual([
      {
        kind: 'convert',
        id: '940000000000000007',
        from_wallet: 'spot',
        from_asset: 'UUU',
        from_amount: '10',
        to_wallet: 'spot',
        to_asset: 'BBB',
        to_amount: '2.50',
      },
      {
        kind: 'transfer',
        id: '9100000000000000001',
        from_wallet: 'spot',
        from_asset: 'UUU',
        from_amount: '29.5',
        to_wallet: 'futures',
        to_asset: 'UUU',
        to_amount: '29.5',
      },
    ]);
    await pass(20);
    expect(beyondHead(await asked())).toEqual([]);
  });

  it('goes on where a list of wallet movements is refused, whatever the reason', async () => {
    double.instead = ({ path }) =>
      path === '/sapi/v1/asset/transfer'
        ? { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } }
        : path === '/fapi/v1/income'
          ? { body: [] }
          : null;
    moveSpot(account, now() - MINUTE, { UUU: -50 });
    const run = await worker.sync(userId, 'demand');
    expect(run).toMatchObject({ state: 'done', warnings: [expect.stringMatching(/^Transfers between wallets could not be read: /)] });
    expect(await worker.rows('select key_state from exchange_accounts where id = ?', [accountId])).toEqual([{ key_state: 'valid' }]);
  });

  it('asks once for every known symbol of a coin that moved for no reason to be seen, once late fills would have appeared', async () => {
    moveSpot(account, now() - MINUTE, { UUU: -50 });
    expect(beyondHead(await asked())).toEqual(MOVEMENTS);
    expect((await state()).unexplained_since).not.toBeNull();
    await pass(20);
    expect(beyondHead(await asked())).toEqual(['/api/v3/myTrades AAAUUU', '/api/v3/myTrades FFFUUU', ...MOVEMENTS]);
    expect((await state()).unexplained_since).toBeNull();
    await pass(20);
    expect(beyondHead(await asked())).toEqual([]);
  });
});

describe('a sync after futures trades', () => {
  const fills = async () =>
    (
      await worker.rows<{ id: string }>('select symbol || trade_id as id from futures_trades where account_id = ? order by 1', [accountId])
    ).map(({ id }) => id);
  const isTrades = (call: string) => call.startsWith('/fapi/v1/userTrades') || call === '/fapi/v1/income';

  it('asks for the contract whose position changed, and for its orders', async () => {
    buyFutures(account, 'AAAUUU', 50, now() - MINUTE);
    expect(beyondHead(await asked())).toEqual([
      '/fapi/v1/openAlgoOrders AAAUUU',
      '/fapi/v1/openOrders AAAUUU',
      '/fapi/v1/userTrades AAAUUU',
    ]);
    expect(await fills()).toContain('AAAUUU50');
    expect(beyondHead(await asked())).toEqual([]);
  });

  it('asks for the leverage of a contract that is new', async () => {
    buyFutures(account, 'BBBUUU', 50, now() - MINUTE);
    expect(beyondHead(await asked())).toContain('/fapi/v1/symbolConfig');
    expect(await worker.rows(`select leverage from futures_positions where account_id = ? and symbol = 'BBBUUU'`, [accountId])).toEqual([
      { leverage: '7' },
    ]);
    expect(beyondHead(await asked())).toEqual([]);
  });

  it('asks the journal, once, where the wallet alone moved, and finds funding there', async () => {
    const time = now() - MINUTE;
    moveFutures(account, time, -0.3);
    const row = {
      symbol: 'AAAUUU',
      incomeType: 'FUNDING_FEE',
      income: '-0.3',
      asset: 'UUU',
      time,
      info: '',
      tranId: 9_007_199_254_740_995n,
      tradeId: '',
    };
    double.instead = ({ path }) => (path === '/fapi/v1/income' ? { body: [row] } : null);
    expect(beyondHead(await asked())).toEqual(['/fapi/v1/income']);
    expect(await worker.rows('select kind, tran_id, amount from futures_income where account_id = ?', [accountId])).toEqual([
      { kind: 'FUNDING_FEE', tran_id: '9007199254740995', amount: '-0.3' },
    ]);
    expect((await state()).futures_mark.unexplainedSince).toBeUndefined();
    expect(beyondHead(await asked())).toEqual([]);
  });

  it('finds a contract that was opened and closed in between by the journal', async () => {
    const time = now() - MINUTE;
    moveFutures(account, time, -0.02);
    account.futures!['CCCUUU'] = ['BUY', 'SELL'].map((side, i) => ({
      ...account.futures!['AAAUUU']![0]!,
      symbol: 'CCCUUU',
      id: 60 + i,
      side,
      time,
      qty: '1',
      commission: '0.01',
    }));
    const rows = [60, 61].map((id) => ({
      symbol: 'CCCUUU',
      incomeType: 'COMMISSION',
      income: '-0.01',
      asset: 'UUU',
      time,
      info: '',
      tranId: id,
      tradeId: String(id),
    }));
    double.instead = ({ path }) => (path === '/fapi/v1/income' ? { body: rows } : null);
    expect((await asked()).filter(isTrades)).toEqual(['/fapi/v1/income', '/fapi/v1/userTrades CCCUUU']);
    expect(await fills()).toEqual(['AAAUUU20', 'CCCUUU60', 'CCCUUU61']);
    expect((await state()).futures_mark.unexplainedSince).toBeUndefined();
  });

  it('goes on with spot where the key does not reach futures any more, says so, and tries again a day later', async () => {
    const refused = { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } };
    double.instead = ({ path }) => (path.startsWith('/fapi/v') && !SHARED.includes(path) ? refused : null);
    buySpot(account, 30, now() - MINUTE);
    const run = await worker.sync(userId, 'demand');
    expect(run).toMatchObject({ state: 'done', warnings: ['Futures data is not available with this key'] });
    expect(await spotFills()).toContain('AAAUUU30');
    expect(await worker.rows('select futures_available from exchange_accounts where id = ?', [accountId])).toEqual([
      { futures_available: false },
    ]);
    expect(await fills()).toEqual(['AAAUUU20']);
    double.instead = () => null;
    expect((await asked()).filter((call) => call.startsWith('/fapi/'))).toEqual([]);
    await worker.rows(`update exchange_accounts set verified_at = verified_at - interval '1 day' where id = ?`, [accountId]);
    expect((await asked()).filter((call) => call === '/fapi/v3/positionRisk')).toHaveLength(1);
    expect(await worker.rows('select futures_available from exchange_accounts where id = ?', [accountId])).toEqual([
      { futures_available: true },
    ]);
  });
});
