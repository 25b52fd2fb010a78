import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deposits, futuresAssets, spotTrades, walletBalances } from '../../../src/trading/history/tables.js';
import { WireShape, type DepositRow } from '../../../src/trading/venues/port/index.js';
import type { CursorUpdate } from '../../../src/trading/sync/cursor-update.js';
import { snapshotOf } from '../../../src/trading/sync/ledger.writer.js';
import { failure, fills, LedgerStand, move, START } from './ledger-stand.js';

let stand: LedgerStand;
let account: string;
beforeAll(async () => {
  stand = await LedgerStand.start();
});
afterAll(async () => stand.stop());
beforeEach(async () => {
  account = await stand.account();
});

describe('a cursor', () => {
  const day = (n: number) => new Date(START + n * 86_400_000);
  const text = (...spans: [number, number][]) => `{${spans.map(([from, to]) => `["${stamp(day(from))}","${stamp(day(to))}")`).join(',')}}`;
  const stamp = (date: Date) => date.toISOString().replace('T', ' ').replace('.000Z', '+00');
  const shift = (changes: Partial<CursorUpdate>) => stand.writer(account).add(spotTrades, [], move(changes));

  it('moves without rows', async () => {
    expect(await shift({ state: 'gone', askedAt: day(1) })).toBe(0);
    expect(await stand.cursor(account)).toMatchObject({ state: 'gone', asked_at: day(1), covered: '{}', row_count: 0 });
  });

  it('gathers the spans that are proven, which join where they touch', async () => {
    await shift({ covered: { from: day(0), to: day(2) } });
    await shift({ covered: { from: day(5), to: day(6) } });
    expect((await stand.cursor(account))?.covered).toBe(text([0, 2], [5, 6]));
    await shift({ covered: { from: day(2), to: day(3) } });
    await shift({ covered: null });
    await shift({});
    expect((await stand.cursor(account))?.covered).toBe(text([0, 3], [5, 6]));
    await shift({ covered: { from: day(1), to: day(5) } });
    expect((await stand.cursor(account))?.covered).toBe(text([0, 6]));
  });

  it('takes a span that ends before it begins for none', async () => {
    await shift({ covered: { from: day(3), to: day(2) } });
    await shift({ covered: { from: day(3), to: day(3) } });
    expect((await stand.cursor(account))?.covered).toBe('{}');
  });

  it('keeps what a move says nothing of', async () => {
    await shift({ cursor: '17', resumeId: '12', horizon: day(1), suspectUntil: day(9), askedAt: day(8) });
    await shift({});
    expect(await stand.cursor(account)).toMatchObject({
      cursor: '17',
      resume_id: '12',
      horizon: day(1),
      suspect_until: day(9),
      asked_at: day(8),
    });
  });

  it('keeps the earliest horizon, the latest suspicion and the latest question', async () => {
    await shift({ horizon: day(5), suspectUntil: day(5), askedAt: day(5) });
    await shift({ horizon: day(3), suspectUntil: day(3), askedAt: day(3) });
    expect(await stand.cursor(account)).toMatchObject({ horizon: day(3), suspect_until: day(5), asked_at: day(5) });
    await shift({ horizon: day(7), suspectUntil: day(7), askedAt: day(7) });
    expect(await stand.cursor(account)).toMatchObject({ horizon: day(3), suspect_until: day(7), asked_at: day(7) });
  });

  it('keeps the earlier of two passes under way, and none once one has ended', async () => {
    await shift({ passStartedAt: day(4) });
    await shift({ passStartedAt: day(6) });
    expect(await stand.cursor(account)).toMatchObject({ pass_started_at: day(4) });
    await shift({ passStartedAt: day(2) });
    expect(await stand.cursor(account)).toMatchObject({ pass_started_at: day(2) });
    await shift({ state: 'complete', passStartedAt: null });
    expect(await stand.cursor(account)).toMatchObject({ state: 'complete', pass_started_at: null });
    await shift({ passStartedAt: day(8) });
    expect(await stand.cursor(account)).toMatchObject({ state: 'partial', pass_started_at: day(8) });
  });

  it('moves in the transaction of many rows as it does beside few', async () => {
    await stand
      .writer(account)
      .add(spotTrades, fills(20), move({ covered: { from: day(0), to: day(1) }, passStartedAt: day(4), horizon: day(0) }));
    await stand
      .writer(account)
      .add(
        spotTrades,
        fills(2000, 20),
        move({ covered: { from: day(1), to: day(2) }, passStartedAt: day(5), cursor: '9', horizon: day(1) }),
      );
    expect(await stand.cursor(account)).toMatchObject({
      covered: text([0, 2]),
      pass_started_at: day(4),
      cursor: '9',
      horizon: day(0),
      row_count: 2020,
    });
  });
});

describe('rows that change', () => {
  const deposit = (n: number, changes: Partial<DepositRow> = {}): DepositRow => ({
    id: `d${n}`,
    coin: 'AAA',
    network: 'NET',
    amount: '1.500',
    walletType: 0,
    status: 0,
    final: false,
    txId: '',
    insertedAt: new Date(START + n),
    ...changes,
  });
  const capital = move({ dataset: 'deposits', symbol: '' });
  const stored = () =>
    stand.rows<{ id: string; status: number; tx_id: string; xmin: string }>(
      'select id, status, tx_id, xmin::text from deposits where account_id = ? order by inserted_at',
      [account],
    );

  it('are renewed, and count when they are new', async () => {
    const writer = stand.writer(account);
    expect(await writer.upsert(deposits, [deposit(1), deposit(2)], capital)).toBe(2);
    expect(await writer.upsert(deposits, [deposit(3), deposit(2, { status: 1, final: true, txId: '0xabc' })], capital)).toBe(1);
    expect(await stored()).toMatchObject([
      { id: 'd1', status: 0 },
      { id: 'd2', status: 1, tx_id: '0xabc' },
      { id: 'd3', status: 0 },
    ]);
    expect(await stand.cursor(account)).toMatchObject({ row_count: 3 });
  });

  it('are not written where nothing changed', async () => {
    const writer = stand.writer(account);
    await writer.upsert(deposits, [deposit(1), deposit(2)], capital);
    const before = await stored();
    expect(await writer.upsert(deposits, [deposit(1), deposit(2)], capital)).toBe(0);
    expect(await stored()).toEqual(before);
  });

  it('may come twice at once: the last one stands', async () => {
    expect(await stand.writer(account).upsert(deposits, [deposit(1), deposit(1, { status: 6 })], capital)).toBe(1);
    expect(await stored()).toMatchObject([{ id: 'd1', status: 6 }]);
  });

  it('of two workers at once do not lock each other out', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => deposit(n));
    const batches = [rows, rows.toReversed().map((row) => ({ ...row, status: 1 })), rows, rows.toReversed()];
    const added = await Promise.all(batches.map((batch) => stand.writer(account).upsert(deposits, batch, capital)));
    expect(added.reduce((sum, n) => sum + n, 0)).toBe(300);
    expect(await stand.cursor(account)).toMatchObject({ row_count: 300 });
  });
});

describe('snapshots', () => {
  const wallets = (...names: string[]) =>
    snapshotOf(
      walletBalances,
      names.map((name, position) => ({ name, balance: '1', position })),
    );
  const assets = (...names: string[]) =>
    snapshotOf(
      futuresAssets,
      names.map((asset) => ({ asset, walletBalance: '2', updatedAt: new Date(START) })),
    );
  const stored = async () => ({
    wallets: (await stand.rows<{ name: string }>('select name from wallet_balances where account_id = ? order by position', [account])).map(
      ({ name }) => name,
    ),
    assets: (await stand.rows<{ asset: string }>('select asset from futures_assets where account_id = ? order by asset', [account])).map(
      ({ asset }) => asset,
    ),
  });

  it('replace what was there', async () => {
    const writer = stand.writer(account);
    expect(await writer.replace([wallets('Spot', 'Funding'), assets('USDT')])).toEqual([2, 1]);
    expect(await writer.replace([wallets('Spot'), assets()])).toEqual([1, 0]);
    expect(await stored()).toEqual({ wallets: ['Spot'], assets: [] });
  });

  it('replace all of it or nothing', async () => {
    const writer = stand.writer(account);
    await writer.replace([wallets('Spot'), assets('USDT')]);
    expect(await failure(writer.replace([wallets('Earn'), assets('B\0D')]))).toBeInstanceOf(WireShape);
    expect(await stored()).toEqual({ wallets: ['Spot'], assets: ['USDT'] });
  });

  it('of two workers at once leave one of them', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, i) => stand.writer(account).replace([wallets(`W${i}`), assets(`A${i}`)])));
    const {
      wallets: [wallet],
      assets: [asset],
    } = await stored();
    expect(wallet?.slice(1)).toBe(asset?.slice(1));
  });
});
