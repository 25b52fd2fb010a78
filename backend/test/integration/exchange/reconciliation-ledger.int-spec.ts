import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { movement } from './movement-rows.js';
import { balance, DAY_MS, deposit, fill, income, ReconciliationStand, wallet, withdrawal } from './reconciliation-stand.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let stand: ReconciliationStand;

beforeAll(async () => {
  stand = await ReconciliationStand.start();
  await stand.pairs(['BTC', 'USDT'], ['ETH', 'USDT'], ['ETH', 'BTC'], ['BNB', 'USDT'], ['JUP', 'USDT']);
});

afterAll(() => stand.stop());

const complete = () => stand.completeAccount(NOW);

describe('the spot wallet, by hand', () => {
  it('is what came in, went out, was traded and was paid for it', async () => {
    const id = await complete();
    await stand.put('deposits', id, [
      deposit('USDT', '1000.00000000', ago(30)),
      deposit('BNB', '2', ago(29)),
      deposit('USDT', '50', ago(1), { wallet_type: 1 }),
    ]);
    await stand.put('spot_trades', id, [
      fill('BTCUSDT', 'buy', '0.01', '400.5', '0.00001', 'BTC', ago(20)),
      fill('BTCUSDT', 'sell', '0.004', '200.25', '0.20025', 'USDT', ago(19)),
      fill('ETHBTC', 'buy', '0.1', '0.005', '0.0003', 'BNB', ago(18)),
    ]);
    await stand.put('withdrawals', id, [withdrawal('USDT', '100', '1.5', ago(10))]);
    await stand.put('futures_income', id, [income('TRANSFER', 'USDT', '250', ago(5)), income('TRANSFER', 'USDT', '-40.5', ago(4))]);
    await stand.put('futures_assets', id, [wallet('USDT', '209.5', ago(4))]);
    await stand.put('asset_balances', id, [
      balance('USDT', '480.54975', '7.999', '488.54875'),
      balance('BTC', '0.00099'),
      balance('ETH', '0.1'),
      balance('BNB', '1.9997'),
    ]);
    expect(await stand.reconcile(id, NOW)).toEqual({ balanced: 5, explained: 0, open: 0, unavailable: 0 });

    const usdt = (await stand.lines(id)).get('USDT')!;
    expect(usdt).toMatchObject({
      opening: '0',
      buys: '200.25',
      sells: '-400.5',
      fees: '-1.70025',
      deposits: '1000',
      withdrawals: '-100',
      transfers: '-209.5',
      converts: '0',
      dust: '0',
      dividends: '0',
      earn: '0',
      expected: '488.54975',
      reported: '488.54875',
      residual: '-0.001',
      residual_worth: '0.001',
      funding_wallet: '50',
      status: 'balanced',
      reasons: [],
    });
    expect((await stand.lines(id)).get('BTC')).toMatchObject({
      buys: '0.01',
      sells: '-0.009',
      fees: '-0.00001',
      expected: '0.00099',
      residual: '0',
      residual_worth: '0',
    });
    expect((await stand.lines(id)).get('BNB')).toMatchObject({ deposits: '2', fees: '-0.0003', residual: '0' });
  });

  it('counts wallet movements, and each transfer once: by the journal where that was read, by the transfer history elsewhere', async () => {
    const id = await stand.account();
    await stand.everythingRead(id, NOW, ago(90));
    const transfer = (
      from: 'spot' | 'futures' | 'funding',
      to: 'spot' | 'futures' | 'funding',
      amount: string,
      at: Date,
      tranId?: string,
    ) => movement('transfer', [from, 'USDT', amount], [to, 'USDT', amount], at, tranId);
    await stand.put('deposits', id, [deposit('USDT', '5000', ago(150))]);
    await stand.put('wallet_movements', id, [
      // Before the journal: only the history knows.
      transfer('spot', 'futures', '1000', ago(120)),
      // In the journal as well.
      transfer('spot', 'futures', '200', ago(40), 'same-id'),
      transfer('futures', 'spot', '30', ago(30)),
      // Newer than the journal's proof, and told by it already: a second later, under another id.
      transfer('spot', 'futures', '7', NOW),
      // Never in the journal.
      transfer('spot', 'funding', '400', ago(20)),
      transfer('funding', 'spot', '50', ago(10)),
      // In the journal, and nothing of the spot wallet.
      transfer('funding', 'futures', '60', ago(9)),
      movement('convert', ['spot', 'USDT', '100'], ['spot', 'ETH', '0.05'], ago(8)),
      movement('dust', ['spot', 'JUP', '3'], ['spot', 'BNB', '0.001'], ago(7)),
      movement('dividend', null, ['spot', 'USDT', '2.5'], ago(6)),
    ]);
    await stand.put('futures_income', id, [
      income('TRANSFER', 'USDT', '200', ago(40), { tran_id: 'same-id' }),
      income('TRANSFER', 'USDT', '-30', ago(30)),
      income('TRANSFER', 'USDT', '7', new Date(NOW.getTime() - 1000)),
      income('TRANSFER', 'USDT', '60', ago(9)),
    ]);
    await stand.put('deposits', id, [deposit('JUP', '3', ago(100))]);
    await stand.put('futures_assets', id, [wallet('USDT', '1237', ago(9))]);
    await stand.put('asset_balances', id, [balance('USDT', '3375.5'), balance('ETH', '0.05'), balance('BNB', '0.001')]);
    await stand.reconcile(id, NOW);
    expect(await stand.residuals(id)).toEqual({});
    const lines = await stand.lines(id);
    expect(lines.get('USDT')).toMatchObject({
      deposits: '5000',
      transfers: '-1527',
      converts: '-100',
      dividends: '2.5',
      funding_wallet: '290',
    });
    expect(lines.get('JUP')).toMatchObject({ deposits: '3', dust: '-3', reported: '0' });
    expect([lines.get('BNB')!.dust, lines.get('ETH')!.converts]).toEqual(['0.001', '0.05']);
    // The futures wallet: what it held when its journal begins is the transfer of before.
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({ opening: '1000', transfers: '237', residual: '0' });
    expect((await stand.lines(id, 'futures')).get('USDT')!.reasons[0]!.text).toContain(
      'The wallet held 1000 USDT before, 1000 of it by listed transfers',
    );
  });

  it('leaves null what it never read of wallet movements', async () => {
    const id = await complete();
    await stand.rows(`delete from sync_cursors where account_id = ? and dataset like 'movements%'`, [id]);
    await stand.put('asset_balances', id, [balance('USDT', '5')]);
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id)).get('USDT')).toMatchObject({
      converts: null,
      dust: null,
      dividends: null,
      residual: '5',
      status: 'open',
    });
  });

  it('counts deposits from when they are credited, and withdrawals until they come back', async () => {
    const id = await complete();
    await stand.put(
      'deposits',
      id,
      [0, 1, 2, 6, 7, 8].map((status, i) => deposit('USDT', String(10 ** i), ago(9), { status, final: status === 1 })),
    );
    await stand.put(
      'withdrawals',
      id,
      [0, 1, 2, 3, 4, 5, 6].map((status, i) => withdrawal('BTC', String(10 ** i), '0.5', ago(9), { status, final: true })),
    );
    await stand.put('asset_balances', id, [balance('USDT', '1010')]);
    await stand.reconcile(id, NOW);
    const lines = await stand.lines(id);
    // 1 and 6 of the deposits; 0, 2, 4 and 6 of the withdrawals.
    expect(lines.get('USDT')).toMatchObject({ deposits: '1010', residual: '0' });
    expect(lines.get('BTC')).toMatchObject({ withdrawals: '-1010101', fees: '-2' });
  });

  it('does not count what happened after the balances were read', async () => {
    const id = await complete();
    await stand.put('deposits', id, [deposit('USDT', '100', ago(2)), deposit('USDT', '900', new Date(NOW.getTime() + 1))]);
    await stand.put('spot_trades', id, [
      fill('BTCUSDT', 'buy', '1', '10', '0', 'BNB', ago(1)),
      fill('BTCUSDT', 'buy', '7', '70', '0.5', 'BNB', new Date(NOW.getTime() + 1)),
    ]);
    await stand.put('asset_balances', id, [balance('USDT', '90'), balance('BTC', '1')]);
    await stand.reconcile(id, NOW);
    expect(await stand.residuals(id)).toEqual({});
    await stand.put('asset_balances', id, [balance('BNB', '3')]);
    await stand.reconcile(id, NOW);
    expect(await stand.residuals(id)).toEqual({ BNB: '3' });
  });

  it('keeps every digit', async () => {
    const id = await complete();
    const tiny = '0.000000000000000001';
    await stand.put('deposits', id, [deposit('JUP', '123456789012345678.123456789012345678', ago(3)), deposit('JUP', tiny, ago(3))]);
    await stand.put('asset_balances', id, [balance('JUP', '123456789012345678.123456789012345680')]);
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id)).get('JUP')).toMatchObject({
      expected: '123456789012345678.123456789012345679',
      residual: tiny,
      status: 'balanced',
    });
  });

  it('shows a coin that should be there and is not', async () => {
    const id = await complete();
    await stand.put('deposits', id, [deposit('BTC', '1', ago(3))]);
    await stand.reconcile(id, NOW, { prices: new Map([['BTCUSDT', '40000']]) });
    expect((await stand.lines(id)).get('BTC')).toMatchObject({
      expected: '1',
      reported: '0',
      residual: '-1',
      residual_worth: '40000',
      status: 'open',
    });
    expect(await stand.service.unexplainedAssets(stand.em(), id)).toEqual([{ asset: 'BTC', residual: '-1', since: NOW }]);
  });

  it('calls a residual dust below a cent, or below a unit of the eighth place where there is no price', async () => {
    const id = await complete();
    const prices = new Map([
      ['BTCUSDT', '40000'],
      ['ETHUSDT', '2500'],
    ]);
    await stand.put('asset_balances', id, [
      balance('BTC', '0.000000249'),
      balance('ETH', '0.000004'),
      balance('JUP', '0.00000001'),
      balance('BNB', '0.00000002'),
    ]);
    await stand.reconcile(id, NOW, { prices });
    const status = async () => [...(await stand.lines(id)).values()].map((line) => `${line.asset} ${line.status} ${line.residual_worth}`);
    expect(await status()).toEqual(['BNB open null', 'BTC balanced 0.00996', 'ETH open 0.01', 'JUP balanced null']);
  });
});
describe('symbols', () => {
  it('are taken apart by what the exchange lists, and by what it listed before', async () => {
    const id = await complete();
    const symbols = [
      { symbol: 'AABBCC', base: 'AAB', quote: 'BCC' },
      { symbol: 'XUSDT', base: 'X', quote: 'USDT' },
    ];
    await stand.put('spot_trades', id, [fill('AABBCC', 'buy', '3', '7', '0', 'BCC', ago(2))]);
    await stand.reconcile(id, NOW, { spotSymbols: symbols });
    expect(await stand.residuals(id)).toEqual({ AAB: '-3', BCC: '7' });
    await stand.reconcile(id, NOW, { spotSymbols: symbols.slice(1) });
    expect(await stand.residuals(id)).toEqual({ AAB: '-3', BCC: '7' });
    expect(await stand.rows(`select symbol, source, listed from venue_pairs where symbol in ('AABBCC', 'XUSDT') order by symbol`)).toEqual([
      { symbol: 'AABBCC', source: 'listed', listed: false },
      { symbol: 'XUSDT', source: 'listed', listed: true },
    ]);
    await stand.rows(`update venue_pairs set listed = true where symbol <> 'AABBCC' and source = 'listed'`);
  });

  it('are split where the exchange never told them, and that is said', async () => {
    const id = await complete();
    await stand.put('spot_trades', id, [fill('SRMUSDT', 'sell', '3', '7', '0.007', 'USDT', ago(2))]);
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id)).get('USDT')).toMatchObject({ buys: '7', fees: '-0.007' });
    const [state] = await stand.rows<{ notes: { code: string; text: string }[] }>(
      'select notes from reconciliation_states where account_id = ?',
      [id],
    );
    expect(state!.notes).toContainEqual({
      code: 'symbol-split',
      text: 'SRMUSDT is no longer listed. Its trades are counted as SRM against USDT',
    });
  });

  it('are named where nothing fits, and explain what is missing of both ends', async () => {
    const id = await complete();
    await stand.put('spot_trades', id, [fill('QQQWWW', 'buy', '3', '7', '0.1', 'BNB', ago(2))]);
    await stand.put('asset_balances', id, [balance('QQQ', '3')]);
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id)).get('QQQ')!.reasons.map(({ code }) => code)).toContain('symbol-unknown');
    const [state] = await stand.rows<{ notes: { text: string }[] }>('select notes from reconciliation_states where account_id = ?', [id]);
    expect(state!.notes.map(({ text }) => text)).toContain('Trades of QQQWWW are not counted, because their coins are not known');
  });

  it('know Earn by the coins that the exchange shows for it, and not by a coin that happens to be called so', async () => {
    const id = await complete();
    await stand.pairs(['LDO', 'USDT'], ['O', 'USDT']);
    await stand.put('deposits', id, [deposit('BTC', '1', ago(9)), deposit('LDO', '8', ago(9))]);
    await stand.put('asset_balances', id, [balance('BTC', '0.4'), balance('LDBTC', '0.6'), balance('LDO', '8')]);
    await stand.reconcile(id, NOW);
    expect(await stand.residuals(id)).toEqual({});
    expect((await stand.lines(id)).get('BTC')).toMatchObject({ earn: '-0.6', hints: [{ code: 'earn-inferred' }] });
    expect((await stand.lines(id)).get('LDO')).toMatchObject({ earn: '0', hints: [] });
  });
});
