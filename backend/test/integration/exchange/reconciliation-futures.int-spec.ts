import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, income, ReconciliationStand, wallet, type Row } from './reconciliation-stand.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let stand: ReconciliationStand;

beforeAll(async () => {
  stand = await ReconciliationStand.start();
});

afterAll(() => stand.stop());

describe('the futures wallet', () => {
  const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const read = (id: string, days: number) => stand.everythingRead(id, at(days), ago(90));

  it('has to change by the rows of its journal and by nothing else', async () => {
    const id = await stand.account();
    await stand.put('futures_income', id, [
      income('TRANSFER', 'USDT', '100', ago(50)),
      income('COMMISSION', 'USDT', '-0.4', ago(40)),
      income('REALIZED_PNL', 'USDT', '7.25', ago(40)),
    ]);
    await stand.put('futures_assets', id, [wallet('USDT', '606.85', ago(40))]);
    await read(id, 0);
    await stand.reconcile(id, NOW);
    // 500 were there before the journal begins: nobody can check that.
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({
      opening: '500',
      transfers: '100',
      fees: '-0.4',
      realized_pnl: '7.25',
      expected: '606.85',
      residual: '0',
      status: 'explained',
      reasons: [{ code: 'opening-derived' }],
      income: { TRANSFER: '100', COMMISSION: '-0.4', REALIZED_PNL: '7.25' },
    });

    await stand.put('futures_income', id, [
      income('FUNDING_FEE', 'USDT', '-1.5', at(1)),
      income('INSURANCE_CLEAR', 'USDT', '-3', at(1)),
      income('COIN_SWAP_DEPOSIT', 'USDT', '2', at(1)),
      income('COMMISSION', 'BNB', '-0.01', at(1)),
    ]);
    await stand.replace('futures_assets', id, [wallet('USDT', '604.35', at(1)), wallet('BNB', '0.99', at(1))]);
    await read(id, 2);
    await stand.reconcile(id, at(2));
    const lines = await stand.lines(id, 'futures');
    expect(lines.get('USDT')).toMatchObject({
      opening: '500',
      funding: '-1.5',
      other: '-3',
      converts: '2',
      expected: '604.35',
      residual: '0',
      status: 'balanced',
      reasons: [],
    });
    expect(new Date(lines.get('USDT')!.opening_at!)).toEqual(ago(90));
    expect(new Date(lines.get('USDT')!.checked_since!)).toEqual(NOW);
    // It was not there at the first reading, so it began at nothing: a transfer of 1 BNB is missing.
    expect(lines.get('BNB')).toMatchObject({ opening: '0', fees: '-0.01', residual: '1', status: 'open' });
  });

  it('never forgets a change that was not in the journal', async () => {
    const id = await stand.account();
    await stand.put('futures_assets', id, [wallet('USDT', '10', ago(40))]);
    await read(id, 0);
    await stand.reconcile(id, NOW);
    for (const day of [1, 2, 3]) {
      await stand.replace('futures_assets', id, [wallet('USDT', '13', at(1))]);
      await read(id, day);
      await stand.reconcile(id, at(day));
    }
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({ residual: '3', status: 'open' });
    expect(new Date((await stand.lines(id, 'futures')).get('USDT')!.residual_since!)).toEqual(at(1));
  });

  it('is checked from the beginning where the journal explains it whole', async () => {
    const id = await stand.account();
    await stand.put('futures_income', id, [income('TRANSFER', 'USDT', '100', ago(50)), income('COMMISSION', 'USDT', '-0.4', ago(40))]);
    await stand.put('futures_assets', id, [wallet('USDT', '99.6', ago(40))]);
    await read(id, 0);
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({ opening: '0', residual: '0', status: 'balanced', reasons: [] });
  });

  it('shows a wallet with less than its journal tells as what it is', async () => {
    const id = await stand.account();
    await stand.put('futures_income', id, [income('TRANSFER', 'USDT', '100', ago(50))]);
    await stand.put('futures_assets', id, [wallet('USDT', '30', ago(40))]);
    await read(id, 0);
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({ opening: '0', residual: '-70', status: 'open' });
  });

  it('waits for the journal: the last line stays, and a wallet without one is said to be unread', async () => {
    const id = await stand.account();
    await stand.put('futures_assets', id, [wallet('USDT', '10', ago(40))]);
    await stand.cursor(id, 'futures_income', { state: 'partial', asked_at: NOW.toISOString() });
    await stand.reconcile(id, NOW);
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({
      reported: '10',
      expected: null,
      residual: null,
      status: 'unavailable',
      reasons: [{ code: 'journal-behind' }],
    });
    await read(id, 1);
    await stand.reconcile(id, at(1));
    await stand.replace('futures_assets', id, [wallet('USDT', '12', at(2))]);
    await stand.reconcile(id, at(3));
    expect((await stand.lines(id, 'futures')).get('USDT')).toMatchObject({ reported: '10', residual: '0' });
    expect(new Date((await stand.lines(id, 'futures')).get('USDT')!.read_at)).toEqual(at(1));
  });

  it('compares the fills stored with the journal', async () => {
    const id = await stand.account();
    const trade = (symbol: string, pnl: string, fee: string, feeAsset: string): Row => ({
      symbol,
      trade_id: pnl,
      order_id: '1',
      buyer: true,
      maker: false,
      position_side: 'BOTH',
      price: '1',
      qty: '1',
      quote_qty: '1',
      realized_pnl: pnl,
      fee,
      fee_asset: feeAsset,
      time: ago(5).toISOString(),
    });
    await stand.put('futures_trades', id, [trade('BTCUSDT', '12.5', '0.4', 'USDT'), trade('ETHUSDC_261225', '1', '0.01', 'BNB')]);
    await stand.put('futures_income', id, [
      income('REALIZED_PNL', 'USDT', '12.5', ago(5)),
      income('COMMISSION', 'USDT', '-0.4', ago(5)),
      income('REALIZED_PNL', 'USDC', '2', ago(5)),
      income('COMMISSION', 'BNB', '-0.01', ago(5)),
      income('TRANSFER', 'BNB', '1', ago(6)),
    ]);
    await stand.put('futures_assets', id, [wallet('USDT', '12.1', ago(5)), wallet('USDC', '2', ago(5)), wallet('BNB', '0.99', ago(5))]);
    await read(id, 0);
    await stand.reconcile(id, NOW);
    const lines = await stand.lines(id, 'futures');
    expect([lines.get('USDT')!.hints, lines.get('BNB')!.hints]).toEqual([[], []]);
    expect(lines.get('USDC')!.hints).toEqual([
      { code: 'fills-differ', text: 'The stored fills add up to 1 of realised profit and 0 of commission, the journal to 2 and 0' },
    ]);
  });
});
