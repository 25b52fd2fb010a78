import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { balance, DAY_MS, deposit, ReconciliationStand, wallet } from './reconciliation-stand.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let stand: ReconciliationStand;

beforeAll(async () => {
  stand = await ReconciliationStand.start();
  await stand.pairs(['BTC', 'USDT'], ['ETH', 'USDT'], ['ETH', 'BTC'], ['BNB', 'USDT'], ['JUP', 'USDT']);
});

afterAll(() => stand.stop());

const complete = () => stand.completeAccount(NOW);

describe('what explains a residual', () => {
  const reasonsOf = async (id: string, asset: string) => {
    const line = (await stand.lines(id)).get(asset)!;
    return [line.status, ...line.reasons.map(({ code }) => code)];
  };
  /** An account with 5 USDT too many and 5 BTC too few. */
  const off = async () => {
    const id = await complete();
    await stand.put('deposits', id, [deposit('BTC', '5', ago(3))]);
    await stand.put('asset_balances', id, [balance('USDT', '5')]);
    return id;
  };

  it('is nothing where nothing is known', async () => {
    const id = await off();
    await stand.reconcile(id, NOW);
    expect([await reasonsOf(id, 'USDT'), await reasonsOf(id, 'BTC')]).toEqual([['open'], ['open']]);
    expect((await stand.lines(id)).get('USDT')!.hints.map(({ code }) => code)).toEqual(['lists-not-read', 'pairs-unsearched']);
  });

  it('is a list with a gap, in the direction that it can explain', async () => {
    const id = await off();
    await stand.cursor(id, 'deposits', { covered: '{[2017-07-01,2020-01-01),[2020-03-01,2026-11-20 12:00+0)}' });
    await stand.reconcile(id, NOW);
    expect([await reasonsOf(id, 'USDT'), await reasonsOf(id, 'BTC')]).toEqual([['explained', 'deposits-incomplete'], ['open']]);
    expect((await stand.lines(id)).get('USDT')!.reasons[0]!.text).toBe('Deposits from 2020-01-01 to 2020-03-01 are not read yet');
    await stand.rows('delete from sync_cursors where account_id = ? and dataset = ?', [id, 'withdrawals']);
    await stand.reconcile(id, NOW);
    expect(await reasonsOf(id, 'BTC')).toEqual(['explained', 'withdrawals-incomplete']);
  });

  it('is a symbol that is gone, unfinished or late, for both of its coins', async () => {
    const id = await off();
    await stand.cursor(id, 'spot_trades', { symbol: 'ANCUSDT', state: 'gone' });
    await stand.cursor(id, 'spot_trades', { symbol: 'ETHBTC', state: 'partial' });
    await stand.reconcile(id, NOW);
    expect([await reasonsOf(id, 'USDT'), await reasonsOf(id, 'BTC')]).toEqual([
      ['explained', 'symbol-gone'],
      ['explained', 'symbol-unfinished'],
    ]);
    await stand.cursor(id, 'spot_trades', { symbol: 'ETHBTC', suspect_until: new Date(NOW.getTime() + 60_000).toISOString() });
    await stand.reconcile(id, NOW);
    expect(await reasonsOf(id, 'BTC')).toEqual(['explained', 'late-fills']);
    await stand.cursor(id, 'spot_trades', { symbol: 'ETHBTC', suspect_until: new Date(NOW.getTime() - 60_000).toISOString() });
    await stand.reconcile(id, NOW);
    expect(await reasonsOf(id, 'BTC')).toEqual(['open']);
  });

  it('is the futures wallet, where its journal does not reach far enough', async () => {
    const id = await off();
    await stand.put('deposits', id, [deposit('ETH', '1', ago(300))]);
    await stand.put('futures_assets', id, [wallet('USDT', '70', ago(1))]);
    await stand.cursor(id, 'futures_income', { covered: '{}', horizon: ago(90).toISOString(), asked_at: NOW.toISOString() });
    await stand.reconcile(id, NOW);
    expect(await reasonsOf(id, 'USDT')).toEqual(['explained', 'transfers-untold']);
    await stand.cursor(id, 'futures_income', { covered: '{}', horizon: ago(90).toISOString(), asked_at: ago(2).toISOString() });
    await stand.rows('delete from reconciliations where account_id = ?', [id]);
    await stand.rows(`delete from sync_cursors where account_id = ? and dataset = 'movements_transfer'`, [id]);
    await stand.rows(`delete from deposits where account_id = ? and coin = 'ETH'`, [id]);
    await stand.reconcile(id, NOW);
    expect(await reasonsOf(id, 'USDT')).toEqual(['explained', 'journal-behind']);
  });

  it('is the funding wallet, in the direction that its own lists allow', async () => {
    const id = await off();
    await stand.put('deposits', id, [deposit('USDT', '9', ago(300), { wallet_type: 1 }), deposit('BTC', '9', ago(3), { wallet_type: 1 })]);
    await stand.reconcile(id, NOW);
    expect([await reasonsOf(id, 'USDT'), await reasonsOf(id, 'BTC')]).toEqual([['explained', 'funding-wallet'], ['open']]);
  });

  it('is a list of conversions with a gap after the account began', async () => {
    const id = await off();
    await stand.cursor(id, 'movements_convert', { covered: '{[2026-11-18 12:00+0,2026-11-20 12:00+0)}' });
    await stand.reconcile(id, NOW);
    expect([await reasonsOf(id, 'USDT'), await reasonsOf(id, 'BTC')]).toEqual([
      ['explained', 'conversions-incomplete'],
      ['explained', 'conversions-incomplete'],
    ]);
    const [state] = await stand.rows<{ notes: { code: string }[] }>('select notes from reconciliation_states where account_id = ?', [id]);
    expect(state!.notes.map(({ code }) => code)).toContain('conversions-incomplete');
    // It began the day after: nothing can be missing of before.
    await stand.cursor(id, 'movements_convert', { covered: '{[2026-11-17 11:00+0,2026-11-20 12:00+0)}' });
    await stand.reconcile(id, NOW);
    expect(await reasonsOf(id, 'USDT')).toEqual(['open']);
  });

  it('is a coin without any market, and the other side of its trades', async () => {
    const id = await complete();
    await stand.put('asset_balances', id, [balance('ANC', '40')]);
    await stand.put('deposits', id, [deposit('USDT', '100', ago(3)), deposit('BTC', '1', ago(3))]);
    await stand.put('asset_balances', id, [balance('USDT', '20'), balance('BTC', '2')]);
    await stand.reconcile(id, NOW);
    expect([await reasonsOf(id, 'ANC'), await reasonsOf(id, 'USDT'), await reasonsOf(id, 'BTC')]).toEqual([
      ['explained', 'market-gone'],
      ['explained', 'market-gone'],
      ['open'],
    ]);
  });

  it('is told since when, and begins anew when the residual changes', async () => {
    const id = await off();
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    const since = async () => new Date((await stand.lines(id)).get('USDT')!.residual_since!);
    await stand.reconcile(id, NOW);
    await stand.reconcile(id, at(10));
    expect(await since()).toEqual(NOW);
    await stand.replace('asset_balances', id, [balance('USDT', '6')]);
    await stand.reconcile(id, at(20));
    expect(await since()).toEqual(at(20));
    await stand.replace('asset_balances', id, []);
    await stand.reconcile(id, at(30));
    // Nothing moved the coin and nothing is left of it: it has no line any more.
    expect([...(await stand.lines(id)).keys()]).toEqual(['BTC']);
  });
});
