import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { futuresAssets, spotTrades } from '../history/index.js';
import { WireShape, type SpotTradeRow } from '../venues/index.js';
import { copyText } from './ledger-copy.sql.js';
import { assertStorable, inKeyOrder } from './ledger-rows.js';

const fill = (tradeId: string, changes: Partial<SpotTradeRow> = {}): SpotTradeRow => ({
  symbol: 'AAABBB',
  tradeId,
  orderId: '1',
  buyer: true,
  maker: false,
  price: '1',
  qty: '1',
  quoteQty: '1',
  fee: '0',
  feeAsset: 'AAA',
  time: new Date(0),
  ...changes,
});
const keyOf = ({ symbol, tradeId, buyer }: SpotTradeRow) => JSON.stringify([symbol, tradeId, buyer]);

describe('rows in the order of their key', () => {
  it('come by symbol, then by number, then by side', () => {
    const rows = [fill('10'), fill('9'), fill('9', { buyer: false }), fill('100', { symbol: 'AAA' })];
    expect(inKeyOrder(spotTrades, rows).map(keyOf)).toEqual([rows[3], rows[1], rows[2], rows[0]].map((row) => keyOf(row!)));
  });

  it('are the same list where they were in order', () => {
    const rows = [fill('9'), fill('10')];
    expect(inKeyOrder(spotTrades, rows)).toBe(rows);
  });

  it('have each key once, with the row that came last', () => {
    const rows = [fill('2'), fill('1', { price: 'old' }), fill('1', { price: 'new' })];
    expect(inKeyOrder(spotTrades, rows).map(({ tradeId, price }) => [tradeId, price])).toEqual([
      ['1', 'new'],
      ['2', '1'],
    ]);
  });

  it('are the same whatever order they came in, so that two who store them meet at the first', () => {
    const rows = fc.uniqueArray(
      fc.record({ symbol: fc.string({ maxLength: 3 }), tradeId: fc.string({ maxLength: 3 }), buyer: fc.boolean() }),
      { selector: (row) => JSON.stringify(row), maxLength: 30 },
    );
    fc.assert(
      fc.property(
        rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const ordered = (some: typeof all) =>
            inKeyOrder(
              spotTrades,
              some.map(({ tradeId, ...rest }) => fill(tradeId, rest)),
            ).map(keyOf);
          expect(ordered(shuffled)).toEqual(ordered(all));
          expect(new Set(ordered(all)).size).toBe(all.length);
        },
      ),
    );
  });

  it.each([new Date(NaN), new Date(-1), new Date(8.64e15)])('are refused with a time like %p', (updatedAt) => {
    expect(() => inKeyOrder(futuresAssets, [{ asset: 'USDT', walletBalance: '1', updatedAt }])).toThrow(WireShape);
  });
});

describe('a text for the database', () => {
  it.each(['a\0', '\ud83e', 'a\udd80b'])('is refused where it would not come back: %j', (text) => {
    expect(() => assertStorable('spot_trades', text)).toThrow(WireShape);
  });

  it.each(['', 'ключ', '🦀', '\u0001\u2028'])('is let through where it would: %j', (text) => {
    expect(assertStorable('spot_trades', text)).toBe(text);
  });
});

describe('the text of COPY', () => {
  it('keeps lines and columns apart, whatever the values hold', () => {
    const values = fc.array(fc.constantFrom('\\', '\t', '\n', '\r', 'N', '.', 'a'), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(values, values), { minLength: 1, maxLength: 5 }), (pairs) => {
        const text = Buffer.concat(
          copyText(
            'id',
            spotTrades,
            pairs.map(([orderId, feeAsset]) => fill('1', { orderId, feeAsset })),
          ),
        ).toString();
        const lines = text
          .split('\n')
          .slice(0, -1)
          .map((line) => line.split('\t'));
        expect(lines.every((columns) => columns.length === spotTrades.columns.length + 1)).toBe(true);
        const plain = (value: string | undefined) =>
          value?.replace(/\\(.)/g, (_, letter: string) => ({ t: '\t', n: '\n', r: '\r' })[letter] ?? letter);
        expect(lines.map((columns) => [plain(columns[4]), plain(columns[10])])).toEqual(pairs);
      }),
    );
  });

  it('writes no value as no text could be', () => {
    const nothing = {
      ...spotTrades,
      columns: [
        { name: 'a', type: 'text' as const, of: () => null },
        { name: 'b', type: 'text' as const, of: () => '\\N' },
      ],
    };
    expect(Buffer.concat(copyText('id', nothing, [fill('1')])).toString()).toBe('id\t\\N\t\\\\N\n');
  });
});
