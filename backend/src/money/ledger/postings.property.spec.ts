import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { accountOf, accounts, incomeKinds, type Account } from './accounts.rules.js';
import { assertBalanced, currencies, reversed, samePostings, sumsOf, type Posting } from './postings.rules.js';

const account: fc.Arbitrary<Account> = fc.oneof(
  fc.uuid().map(accounts.receivable),
  fc.uuid().map(accounts.credit),
  fc.constantFrom(...incomeKinds).map(accounts.income),
  fc.constantFrom(
    accounts.writtenOff,
    accounts.manualClearing,
    accounts.bitcoin('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'),
    accounts.tron('TTbi4P7HzfNQYPT5rgbF4Xw8nSf3vMpjgN'),
  ),
);
const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).filter((value) => value !== 0n);
const line: fc.Arbitrary<Posting> = fc.record({ account, currency: fc.constantFrom(...currencies), amount });

/** Any lines, and for each currency that they leave open the line that closes it. */
const transaction: fc.Arbitrary<Posting[]> = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), account)
  .map(([lines, counter]) => [
    ...lines,
    ...[...sumsOf(lines)].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => ({ account: counter, currency, amount: -sum })),
  ])
  .filter((lines) => lines.length > 1);

const balancesOf = (history: readonly Posting[][]) => {
  const sums = new Map<string, bigint>();
  for (const posting of history.flat()) {
    const key = `${posting.account} ${posting.currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + posting.amount);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

describe('postings', () => {
  it('of any history add up to zero in every currency, and reversals bring every balance back', () => {
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 12 }), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (history, undone) => {
        for (const one of history) expect(() => assertBalanced(one)).not.toThrow();
        for (const sum of sumsOf(history.flat()).values()) expect(sum).toBe(0n);
        const kept = history.filter((_, index) => !undone[index]);
        const corrected = [...history, ...history.filter((_, index) => undone[index]).map(reversed)];
        for (const one of corrected) expect(() => assertBalanced(one)).not.toThrow();
        expect(balancesOf(corrected)).toEqual(balancesOf(kept));
      }),
    );
  });

  it('that miss zero by any amount are refused', () => {
    fc.assert(
      fc.property(transaction, amount, fc.nat(), (lines, off, at) => {
        const index = at % lines.length;
        const wrong = lines.map((posting, i) => (i === index ? { ...posting, amount: posting.amount + off } : posting));
        expect(() => assertBalanced(wrong)).toThrow('ledger: ');
      }),
    );
  });

  it('keep every digit as text', () => {
    fc.assert(fc.property(amount, (value) => expect(scaled(toDecimal(value))).toBe(value)));
  });

  it('are the same in any order, and others with another sign', () => {
    fc.assert(
      fc.property(transaction, (lines) => {
        expect(samePostings(lines, lines.toReversed())).toBe(true);
        expect(samePostings(lines, lines.slice(1))).toBe(false);
      }),
    );
  });

  it('balance by currency: dollars do not pay for coins', () => {
    const [one, other] = [accounts.manualClearing, accounts.writtenOff];
    expect(() =>
      assertBalanced([
        { account: one, currency: 'USD', amount: 1n },
        { account: other, currency: 'USDT', amount: -1n },
      ]),
    ).toThrow('do not add up to zero');
    expect(() => assertBalanced([])).toThrow('2 to 1000 postings');
    expect(() =>
      assertBalanced([
        { account: one, currency: 'USD', amount: 0n },
        { account: other, currency: 'USD', amount: 0n },
      ]),
    ).toThrow('cannot be booked');
    const huge = 10n ** 38n;
    expect(() =>
      assertBalanced([
        { account: one, currency: 'USD', amount: huge },
        { account: other, currency: 'USD', amount: -huge },
      ]),
    ).toThrow('cannot be booked');
  });
});

describe('accounts', () => {
  it('are known by their names, and other names are refused', () => {
    fc.assert(fc.property(account, (name) => expect(accountOf(name)).toBe(name)));
    for (const name of [
      '',
      'receivable:',
      'receivable:me',
      'income:tips',
      'chain:eth:0xabcdefabcdefabcdefabcdef',
      'written_off ',
      'Written_off',
    ])
      expect(() => accountOf(name)).toThrow('no account of the ledger');
    expect(() => accounts.receivable('me')).toThrow('belong to a user');
    expect(() => accounts.bitcoin('me')).toThrow('belong to an address');
  });
});
