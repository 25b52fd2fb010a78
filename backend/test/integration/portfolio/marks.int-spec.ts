import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deposits, spotTrades } from '../../../src/trading/history/tables.js';
import type { DepositRow } from '../../../src/trading/venues/port/index.js';
import { fill, fills, LedgerStand, move, START } from '../exchange/ledger-stand.js';

let stand: LedgerStand;

beforeAll(async () => {
  stand = await LedgerStand.start();
});

afterAll(() => stand.stop());

async function mark(accountId: string): Promise<{ from: number | null; marks: number } | undefined> {
  const [row] = await stand.rows<{ from: number; marks: number }>(
    'select date_part(?, dirty_from) * 1000 as from, marks from portfolio_states where account_id = ?',
    ['epoch', accountId],
  );
  return row;
}

const deposit = (id: string, at: number, status = 0): DepositRow => ({
  id,
  coin: 'USDT',
  network: 'X',
  amount: '1',
  walletType: 0,
  status,
  final: false,
  txId: '',
  insertedAt: new Date(at),
});

describe('rows that are stored', () => {
  it.each([
    ['a few', 3],
    ['many', 500],
  ])('put figures out of date from the earliest new one on: %s', async (_, count) => {
    const account = await stand.account();
    const writer = stand.writer(account);
    await writer.add(spotTrades, fills(count, 100), move());
    expect(await mark(account)).toEqual({ from: START + 100, marks: 1 });
    await writer.add(spotTrades, fills(count + 1, 100), move());
    expect(await mark(account)).toEqual({ from: START + 100, marks: 2 });
    await stand.rows('update portfolio_states set dirty_from = null where account_id = ?', [account]);
    await writer.add(spotTrades, [...fills(count, 100), fill(2000)], move());
    expect(await mark(account)).toEqual({ from: START + 2000, marks: 3 });
  });

  it('put nothing out of date where they were there before', async () => {
    const account = await stand.account();
    const writer = stand.writer(account);
    await writer.add(spotTrades, fills(450), move());
    await stand.rows('update portfolio_states set dirty_from = null where account_id = ?', [account]);
    await writer.add(spotTrades, fills(450), move());
    await writer.add(spotTrades, [], move());
    expect(await mark(account)).toEqual({ from: null, marks: 1 });
  });

  it('do so where they change, too', async () => {
    const account = await stand.account();
    const writer = stand.writer(account);
    const capital = move({ dataset: 'deposits', symbol: '' });
    await writer.upsert(deposits, [deposit('1', START), deposit('2', START + 5)], capital);
    await stand.rows('update portfolio_states set dirty_from = null where account_id = ?', [account]);
    await writer.upsert(deposits, [deposit('1', START), deposit('2', START + 5, 1)], capital);
    expect(await mark(account)).toEqual({ from: START + 5, marks: 2 });
  });

  it('leave no mark where they are not stored', async () => {
    const account = await stand.account();
    const writer = stand.writer(account);
    await expect(writer.add(spotTrades, [fill(1, { qty: 'x' })], move())).rejects.toThrow();
    expect(await mark(account)).toBeUndefined();
  });
});
