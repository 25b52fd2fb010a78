import { describe, expect, it } from '@jest/globals';
import { closedBy, copyActOf, copyLayout, copySignalOf, MAX_AGE_SECONDS, type CopySignal, type CopyState } from './copy-bot.rules.js';

const signal: CopySignal = {
  id: '0190a5b0-0000-7000-8000-000000000001',
  symbol: 'BTC/USDT',
  side: 'long',
  entry: '64100',
  stop: '62650',
  targets: ['65400', '66900', '69000'],
  leverage: 5,
  published_at: '2026-11-23T08:00:00.000Z',
  changes: [],
  outcome: null,
};
const exchanges = { futures: 'Bybit USDT', spot: '' };
const layout = (changes: Partial<CopySignal> = {}, names = exchanges) => copyLayout({ ...signal, ...changes }, names).split('\n');
const fresh: CopyState = { providerId: null, sentRevision: null, ageSeconds: 1, isAsked: false };
const act = (changes: Partial<CopySignal> = {}, state: Partial<CopyState> = {}) =>
  copyActOf({ ...signal, ...changes }, exchanges, { ...fresh, ...state });
const cancelled = { changes: [{ kind: 'cancel' as const }] };

describe('the layout for copy bots', () => {
  it('is what Cornix reads', () => {
    expect(copyLayout(signal, exchanges)).toBe(
      'BTC/USDT\nExchanges: Bybit USDT\nLeverage: Cross x5\nEntry: 64100\nTake Profit: 65400 66900 69000\nStop: 62650',
    );
  });

  it('has no leverage and no unnamed exchange on the spot market', () => {
    expect(layout({ leverage: 1 })).toEqual(['BTC/USDT', 'Entry: 64100', 'Take Profit: 65400 66900 69000', 'Stop: 62650']);
    expect(layout({ leverage: 1 }, { futures: 'Bybit USDT', spot: 'Binance' })[1]).toBe('Exchanges: Binance');
    expect(layout({ leverage: null })).toHaveLength(4);
    expect(layout({}, { futures: '', spot: '' })).toHaveLength(5);
  });

  it.each([
    ['0.0003', '0.00030000'],
    ['0.000300001234', '0.000300001234'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['0.00000012', '0.00000012'],
    ['0.5', '0.50000000'],
    ['1', '1'],
    ['1.2500', '1.25'],
    ['12345678901234567890.5', '12345678901234567890.5'],
  ])('prints all decimals of %s', (price, printed) => {
    expect(layout({ entry: price }).find((line) => line.startsWith('Entry'))).toBe(`Entry: ${printed}`);
  });

  it('prints low-priced coins, short', () => {
    const coin = {
      symbol: 'PEPE/USDT',
      side: 'short',
      entry: '0.0003',
      stop: '0.00031',
      targets: ['0.00029', '0.0002805', '0.00025'],
    } as const;
    expect(layout({ ...coin, targets: [...coin.targets] })).toEqual([
      'PEPE/USDT',
      'Exchanges: Bybit USDT',
      'Leverage: Cross x5',
      'Entry: 0.00030000',
      'Take Profit: 0.00029000 0.00028050 0.00025000',
      'Stop: 0.00031000',
    ]);
  });
});

describe('what a copy bot gets', () => {
  it('is one post', () => {
    expect(act()).toEqual({ act: 'post', text: copyLayout(signal, exchanges) });
    expect(act({ changes: [{ kind: 'move_stop' }], stop: '63000' })).toMatchObject({ text: expect.stringContaining('Stop: 63000') });
    expect(act({}, { providerId: '7' })).toEqual({ act: 'none', why: 'unchanged' });
  });

  it('keeps its first stop, which a person is told, as long as the signal runs', () => {
    const changes = [{ kind: 'move_stop' as const }];
    expect(act({ changes }, { providerId: '7' })).toEqual({ act: 'none', why: 'stop-kept', alarm: 'copy-stop-kept' });
    expect(act({ changes, outcome: { exits: [{ reason: 'stop' }] } }, { providerId: '7' })).toEqual({ act: 'none', why: 'unchanged' });
    expect(act({ changes }, { providerId: closedBy('7', '9') })).toMatchObject({ act: 'none' });
  });

  it.each([
    ['is cancelled', cancelled],
    ['is to be closed', { changes: [{ kind: 'move_stop' as const }, { kind: 'close_now' as const }] }],
    ['ended by its time', { outcome: { exits: [{ reason: 'tp1' }, { reason: 'expiry' }] } }],
    ['ended without an entry', { outcome: { exits: [] } }],
  ])('is one reply when the signal %s', (_, changes) => {
    expect(act(changes, { providerId: '7', sentRevision: 1 })).toEqual({ act: 'close', postId: '7' });
    expect(act(changes, { providerId: closedBy('7', '9'), sentRevision: 2 })).toEqual({ act: 'none', why: 'closed' });
    // Never posted, or posted at an unknown number: nothing is closed by pair.
    expect(act(changes)).toEqual({ act: 'none', why: 'never-posted' });
    expect(act(changes, { sentRevision: 1 })).toEqual({ act: 'none', why: 'post-unknown', alarm: 'copy-not-closed' });
  });

  it('is nothing when its own orders ended the signal', () => {
    for (const reason of ['tp3', 'stop']) {
      const ended = { outcome: { exits: [{ reason: 'tp1' }, { reason }] } };
      expect(act(ended, { providerId: '7' })).toEqual({ act: 'none', why: 'unchanged' });
      expect(act(ended)).toEqual({ act: 'none', why: 'never-posted' });
    }
  });

  it('is no second post of a post that an admin says has arrived', () => {
    expect(act({}, { sentRevision: 1 })).toEqual({ act: 'none', why: 'post-unknown' });
  });

  it('is not posted late, but for an admin who wants it', () => {
    const ageSeconds = MAX_AGE_SECONDS + 1;
    expect(act({}, { ageSeconds })).toEqual({ act: 'none', why: 'late', alarm: 'copy-not-posted' });
    expect(act({}, { ageSeconds, isAsked: true })).toMatchObject({ act: 'post' });
    expect(act(cancelled, { ageSeconds, providerId: '7' })).toMatchObject({ act: 'close' });
  });

  it('is not posted with a stop on the other side of the entry, which would turn it round', () => {
    const moved = { changes: [{ kind: 'move_stop' as const }], stop: '64100' };
    expect(act(moved)).toEqual({ act: 'none', why: 'direction', alarm: 'copy-not-posted' });
    expect(act({ ...moved, side: 'short', stop: '60000' })).toMatchObject({ why: 'direction' });
  });
});

describe('copySignalOf', () => {
  it('reads the message of an event', () => {
    expect(copySignalOf(JSON.stringify({ type: 'signal.published', data: { ...signal, more: 1 } }))).toEqual(signal);
    expect(() => copySignalOf('{"data":{}}')).toThrow();
  });
});
