import { describe, expect, it } from '@jest/globals';
import { scaled } from '../../platform/domain/scaled.js';
import { accounts, type LedgerTransaction, type Posting } from '../ledger/index.js';
import { nextKey, overpaymentsIn, postingsOf } from './payment-division.rules.js';

const MEMBER = '0190a1f0-0000-7000-8000-00000000000a';
const coins: Posting = {
  account: accounts.bitcoin('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'),
  currency: 'BTC',
  amount: scaled('0.001'),
};
const booked = (id: string, postings: Posting[], changes: Partial<LedgerTransaction> = {}): LedgerTransaction => ({
  id,
  kind: 'payment',
  reference: 'invoice:1',
  idempotencyKey: `key:${id}`,
  at: new Date(0),
  reverses: null,
  postings,
  ...changes,
});
const paid = (amount: string, due: string) => postingsOf({ amount: scaled(amount), from: accounts.conversion, coins }, MEMBER, scaled(due));
const onAccounts = (postings: Posting[]) => postings.map(({ account, amount }) => [account, amount]);

describe('a payment', () => {
  it('covers what is due, and is credit beyond that', () => {
    expect(onAccounts(paid('50', '50').slice(0, 2))).toEqual([
      [accounts.conversion, scaled('50')],
      [accounts.receivable(MEMBER), -scaled('50')],
    ]);
    expect(onAccounts(paid('50', '20').slice(1, 3))).toEqual([
      [accounts.receivable(MEMBER), -scaled('20')],
      [accounts.credit(MEMBER), -scaled('30')],
    ]);
    for (const due of ['0', '-5']) expect(onAccounts(paid('50', due).slice(1, 2))).toEqual([[accounts.credit(MEMBER), -scaled('50')]]);
  });

  it('that gave credit is found with its money and its coins, unless it was reversed or gave none', () => {
    const over = booked('2', paid('50', '20'));
    const undone = booked('3', paid('50', '0'));
    const reversal = booked('4', [], { kind: 'reversal', reverses: '3' });
    const fromCredit = booked('5', postingsOf({ amount: scaled('20'), from: accounts.credit(MEMBER) }, MEMBER, scaled('20')));
    expect(overpaymentsIn([booked('1', paid('50', '50')), over, undone, reversal, fromCredit], MEMBER)).toEqual([
      { id: '2', key: 'key:2', amount: scaled('50'), from: accounts.conversion, coins },
    ]);
  });

  it('is booked again under the key of its next round', () => {
    expect(['chain-transfer:bitcoin:ab:1:0', 'chain-transfer:tron:ab:0:9', `payment:${MEMBER}`].map(nextKey)).toEqual([
      'chain-transfer:bitcoin:ab:1:1',
      'chain-transfer:tron:ab:0:10',
      `payment:${MEMBER}:1`,
    ]);
  });
});
