import { describe, expect, it } from '@jest/globals';
import { amendmentRefusal, openAmendments, stopOf, type Amendable } from './amendment.rules.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const long = (changes: Partial<Amendable> = {}): Amendable => ({
  side: 'long',
  entryPrice: '100',
  stopLoss: '95',
  takeProfit3: '120',
  closesAt: new Date('2026-03-08T00:00:00Z'),
  status: 'pending',
  amendments: [],
  ...changes,
});
const short = (changes: Partial<Amendable> = {}) => long({ side: 'short', stopLoss: '105', takeProfit3: '80', ...changes });
const stop = (price: string) => ({ kind: 'move_stop' as const, stop: price });

describe('amendments of a signal', () => {
  it.each([
    ['not scored yet', long({ status: null }), ['cancel', 'move_stop', 'close_now']],
    ['waiting for its entry', long(), ['cancel', 'move_stop', 'close_now']],
    ['filled', long({ status: 'open' }), ['move_stop', 'close_now']],
    ['ended', long({ status: 'closed' }), []],
    ['missed', long({ status: 'missed' }), []],
    ['at its closure', long({ closesAt: NOW }), []],
    ['cancelled', long({ amendments: [{ kind: 'cancel', stop: null }] }), []],
    ['closed by hand, and not scored since', long({ status: 'open', amendments: [{ kind: 'close_now', stop: null }] }), []],
    ['with a stop that moved', long({ status: 'open', amendments: [{ kind: 'move_stop', stop: '99' }] }), ['move_stop', 'close_now']],
  ])('that is %s', (_, signal, open) => {
    expect(openAmendments(signal, NOW)).toEqual(open);
    for (const kind of ['cancel', 'close_now'] as const)
      expect(amendmentRefusal(signal, { kind, stop: null }, NOW) === null).toBe(open.includes(kind));
  });

  it('move the stop towards the profit alone, from where it stands, and not beyond what is still to come', () => {
    const status = 'open';
    const cases = [
      [long(), ['95.1', '99.99'], ['95', '94', '100', '121']],
      [short(), ['104.9', '100.01'], ['105', '106', '100', '79']],
      [long({ status }), ['95.1', '100', '119.99'], ['95', '94', '120', '121']],
      [short({ status }), ['104.9', '100', '80.01'], ['105', '106', '80', '79']],
    ] as const;
    for (const [signal, good, worse] of cases) {
      for (const price of good) expect([price, amendmentRefusal(signal, stop(price), NOW)]).toEqual([price, null]);
      for (const price of worse) expect([price, amendmentRefusal(signal, stop(price), NOW)?.field]).toEqual([price, 'stop']);
    }
    const moved = long({
      status,
      amendments: [
        { kind: 'move_stop', stop: '98' },
        { kind: 'move_stop', stop: '101' },
      ],
    });
    expect(stopOf(moved)).toBe('101');
    expect(amendmentRefusal(moved, stop('100'), NOW)).toEqual({
      field: 'stop',
      message: 'The stop of a long signal only moves towards its profit: it must be above 101',
    });
    expect(amendmentRefusal(moved, stop('101.000000000000000001'), NOW)).toBeNull();
  });

  it('are refused with a sentence that says why', () => {
    const why = (signal: Amendable) => amendmentRefusal(signal, { kind: 'cancel', stop: null }, NOW)?.message;
    expect([
      why(long({ status: 'open' })),
      why(long({ status: 'closed' })),
      why(long({ closesAt: NOW })),
      why(long({ amendments: [{ kind: 'close_now', stop: null }] })),
    ]).toEqual([
      'This signal was filled: it can be closed, not cancelled',
      'This signal has ended',
      'This signal has reached its closure',
      'This signal was closed already',
    ]);
  });
});
