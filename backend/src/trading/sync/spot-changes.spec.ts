import { describe, expect, it } from '@jest/globals';
import type { SpotSymbol } from '../venues/index.js';
import type { SpotMark } from '../exchange-accounts/index.js';
import { coinsOf, hasChanges, movements, nextCandidates, unexplained, type FillSum, type Known } from './spot-changes.js';

const pair = (text: string): SpotSymbol => {
  const [base = '', quote = ''] = text.split('/');
  return { symbol: base + quote, base, quote };
};
const pairs = new Map(['A/U', 'B/U', 'F/U', 'A/B'].map(pair).map((symbol) => [symbol.symbol, symbol]));
const balance = (coin: string, free: string, locked = '0') => ({ coin, free, locked });
const mark = (balances: ReturnType<typeof balance>[], more: Partial<SpotMark> = {}): SpotMark => ({
  mark: 'm1',
  at: '2026-11-21T00:00:00.000Z',
  coins: coinsOf(balances),
  capital: {},
  ...more,
});
const fill = (symbol: string, buyer: boolean, qty: string, quoteQty: string, feeAsset: string, fee: string): FillSum => ({
  symbol,
  buyer,
  qty,
  quoteQty,
  feeAsset,
  fee,
});
const noCapital = { before: {}, now: {} };

describe('news of the spot wallet', () => {
  const before = mark([balance('A', '1'), balance('U', '100', '5')]);

  it('are there where the mark or any amount differs, locked ones too', () => {
    expect(hasChanges(before, { mark: 'm1', balances: [balance('A', '1'), balance('U', '100', '5')] })).toBe(false);
    expect(hasChanges(before, { mark: 'm2', balances: [balance('A', '1'), balance('U', '100', '5')] })).toBe(true);
    expect(hasChanges(before, { mark: 'm1', balances: [balance('A', '1'), balance('U', '95', '10')] })).toBe(true);
    expect(hasChanges(before, { mark: 'm1', balances: [balance('A', '1')] })).toBe(true);
    expect(hasChanges(before, { mark: 'm1', balances: [balance('A', '1'), balance('U', '100', '5'), balance('B', '1')] })).toBe(true);
  });

  it('move no coin where an order only locks some of it', () => {
    expect(movements(before, [balance('A', '1'), balance('U', '95', '10')]).size).toBe(0);
    expect([...movements(before, [balance('U', '100', '5'), balance('B', '2')])].map(([coin, amount]) => [coin, amount.toFixed()])).toEqual(
      [
        ['B', '2'],
        ['A', '-1'],
      ],
    );
  });
});

describe('an explanation', () => {
  const before = mark([balance('A', '1'), balance('U', '100'), balance('F', '3')]);
  const open = (
    balances: ReturnType<typeof balance>[],
    fills: FillSum[],
    capital: Known['capital'] = noCapital,
    other: Known['other'] = {},
  ) =>
    Object.fromEntries(
      [...unexplained(movements(before, balances), { fills, other, capital }, pairs)].map(([coin, amount]) => [coin, amount.toFixed()]),
    );

  it('is a fill with its fee, to the last digit', () => {
    const after = [balance('A', '1.10000000'), balance('U', '89.99999999'), balance('F', '2.99925')];
    expect(open(after, [fill('AU', true, '0.1', '10.00000001', 'F', '0.00075')])).toEqual({});
    expect(open(after, [fill('AU', true, '0.1', '10', 'F', '0.00075')])).toEqual({ U: '-0.00000001' });
    expect(open(after, [])).toEqual({ A: '0.1', U: '-10.00000001', F: '-0.00075' });
  });

  it('is a sale paid for in what it brought', () => {
    expect(open([balance('A', '0.5'), balance('U', '149.95'), balance('F', '3')], [fill('AU', false, '0.5', '50', 'U', '0.05')])).toEqual(
      {},
    );
  });

  it('is a deposit or a withdrawal since then, not one of before', () => {
    const after = [balance('A', '1'), balance('U', '350'), balance('F', '3')];
    expect(open(after, [], { before: { U: '1000' }, now: { U: '1250' } })).toEqual({});
    expect(open(after, [], { before: { U: '1250' }, now: { U: '1250' } })).toEqual({ U: '250' });
  });

  it('is a transfer, or a conversion, that took one coin and gave another', () => {
    expect(open([balance('A', '1'), balance('U', '70.5'), balance('F', '3')], [], noCapital, { U: '-29.5' })).toEqual({});
    expect(open([balance('A', '1.2'), balance('U', '100'), balance('F', '2')], [], noCapital, { F: '-1', A: '0.19' })).toEqual({
      A: '0.01',
    });
  });

  it('fails where a fill is there that balances know nothing of', () => {
    expect(open([balance('A', '1'), balance('U', '100'), balance('F', '3')], [fill('AU', true, '1', '5', '', '0')])).toEqual({
      A: '-1',
      U: '5',
    });
  });
});

describe('the symbols to read for news', () => {
  const symbols = ['F/U', 'A/U', 'B/U', 'A/B'].map(pair);
  const next = (
    open: string[],
    { feeCoins = ['F'], first = true, from = symbols }: { feeCoins?: string[]; first?: boolean; from?: SpotSymbol[] } = {},
  ) => nextCandidates({ symbols: from, unexplained: new Set(open), feeCoins: new Set(feeCoins) }, first);

  it('are first the likeliest of each coin on its own, but not of coins that only pay fees', () => {
    expect(next(['A', 'U', 'F'])).toEqual(['AU']);
    expect(next(['A', 'B', 'U', 'F'])).toEqual(['AU', 'BU']);
  });

  it('are the fee coin’s own where nothing else moved', () => {
    expect(next(['F', 'U'])).toEqual(['FU']);
  });

  it('are then all between coins that are still unexplained, and none where one coin alone is', () => {
    expect(next(['A', 'B', 'U'], { first: false, from: [pair('A/B'), pair('F/U')] })).toEqual(['AB']);
    expect(next(['U'], { first: false })).toEqual([]);
    expect(next(['U'])).toEqual([]);
  });
});
