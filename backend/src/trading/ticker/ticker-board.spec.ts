import { describe, expect, it } from '@jest/globals';
import type { Ticker } from '../venues/index.js';
import { TickerBoard } from './ticker-board.js';

const ticker = (symbol: string, price: string, more: Partial<Ticker> = {}): Ticker => ({
  symbol,
  price,
  change: '0.00',
  turnover: 1,
  at: null,
  ...more,
});
const symbols = (board: TickerBoard) => board.ranked().map(({ symbol }) => symbol);
const prices = (board: TickerBoard) => Object.fromEntries(board.ranked().map(({ symbol, price }) => [symbol, price]));

describe('the board of prices', () => {
  it('tells which pairs have another price or another change', () => {
    const board = new TickerBoard();
    expect(board.hear([ticker('A', '1'), ticker('B', '1')], 1)).toHaveLength(2);
    const news = [ticker('A', '1', { turnover: 9 }), ticker('B', '1', { change: '0.01' }), ticker('C', '1')];
    expect(board.hear(news, 2).map(({ symbol }) => symbol)).toEqual(['B', 'C']);
    expect(board.hear([ticker('C', '1.0')], 3)).toHaveLength(1);
    expect(board.hear([ticker('C', '1.0')], 4)).toEqual([]);
  });

  it('ranks pairs by turnover as it was last heard, and by name where it is the same', () => {
    const board = new TickerBoard();
    board.hear(
      [
        ticker('LOW', '1', { turnover: 2 }),
        ticker('B', '1', { turnover: 5 }),
        ticker('A', '1', { turnover: 5 }),
        ticker('TOP', '1', { turnover: 3 }),
      ],
      1,
    );
    expect(symbols(board)).toEqual(['A', 'B', 'TOP', 'LOW']);
    board.hear([ticker('TOP', '1', { turnover: 6 })], 2);
    expect(symbols(board)).toEqual(['TOP', 'A', 'B', 'LOW']);
  });

  it('lets pairs go that a full picture does not show, unless they were heard after it was asked for', () => {
    const board = new TickerBoard();
    board.hear([ticker('GONE', '1'), ticker('STAYS', '1')], 10);
    board.hear([ticker('LISTED', '1')], 25);
    board.show([ticker('STAYS', '2'), ticker('NEW', '3')], 20);
    expect(prices(board)).toEqual({ STAYS: '2', LISTED: '1', NEW: '3' });
  });

  it('does not let an older full picture overwrite what the stream said meanwhile', () => {
    const board = new TickerBoard();
    board.hear([ticker('MEANWHILE', '5', { at: 1 }), ticker('SAME', '5')], 20);
    board.hear([ticker('BEFORE', '5')], 19);
    board.show([ticker('MEANWHILE', '4', { at: 2 }), ticker('SAME', '4'), ticker('BEFORE', '4')], 20);
    expect(prices(board)).toEqual({ MEANWHILE: '5', SAME: '5', BEFORE: '4' });
  });

  it('believes the venue where it dates a price later than the full picture', () => {
    const board = new TickerBoard();
    board.hear([ticker('LATER', '5', { at: 100 }), ticker('EARLIER', '5', { at: 98 }), ticker('UNDATED', '5')], 10);
    board.show([ticker('LATER', '4', { at: 99 }), ticker('EARLIER', '4', { at: 99 }), ticker('UNDATED', '4', { at: 99 })], 20);
    expect(prices(board)).toEqual({ LATER: '5', EARLIER: '4', UNDATED: '4' });
  });

  it('holds no more pairs than a venue can list', () => {
    const board = new TickerBoard();
    const many = Array.from({ length: 6000 }, (_, i) => ticker(`P${i}`, '1'));
    expect(board.hear(many, 1)).toHaveLength(5000);
    expect(board.size).toBe(5000);
    expect(board.hear([ticker('P1', '2'), ticker('P5999', '2')], 2)).toHaveLength(1);
    board.clear();
    expect(board.ranked()).toEqual([]);
  });
});
