import { describe, expect, it } from '@jest/globals';
import { applyCandle, stateAt, zoneOf, type AlertState, type AlertZone, type PriceRange, type Way } from './alert.rules.js';

const up = zoneOf({ level: '60000', way: 'up', percent: null });
const down = zoneOf({ level: '60000', way: 'down', percent: null });
const near = zoneOf({ level: '60000', way: null, percent: '1' });
const candle = (open: number, high: number, low: number, close: number): PriceRange => ({ open, high, low, close });

/** The crossings of candles, and what holds after the last one. */
function run(zone: AlertZone, start: AlertState, candles: readonly PriceRange[]): { crossed: (Way | null)[]; state: AlertState } {
  let state = start;
  const crossed = candles.map((one) => {
    const result = applyCandle(zone, state, one);
    state = result.state;
    return result.crossed;
  });
  return { crossed, state };
}

describe('the zone of an alert', () => {
  it('begins at the level, and is armed again 0.2 % beyond it', () => {
    expect(up).toEqual({ from: 60_000, to: Infinity, below: 59_880, above: Infinity });
    expect(down).toEqual({ from: -Infinity, to: 60_000, below: -Infinity, above: 60_120 });
  });

  it('reaches a percentage to both sides of a signal’s price', () => {
    expect(near).toEqual({ from: 59_400, to: 60_600, below: 59_281.2, above: 60_721.2 });
  });

  it('is exact for prices of many digits', () => {
    expect(zoneOf({ level: '0.00001234', way: 'up', percent: null }).from).toBe(0.00001234);
  });
});

describe('an alert at a level', () => {
  it.each<[string, AlertZone, number, PriceRange[], (Way | null)[]]>([
    ['fires when a candle touches it', up, 59_000, [candle(59_000, 60_000, 58_900, 59_500)], ['up']],
    ['does not fire one tick before it', up, 59_000, [candle(59_000, 59_999.99, 58_900, 59_500)], [null]],
    ['fires for a wick alone', up, 59_000, [candle(59_000, 60_012, 58_900, 58_950)], ['up']],
    ['fires at a gap between candles', up, 59_000, [candle(61_000, 61_100, 60_900, 61_000)], ['up']],
    [
      'fires once while the price stays',
      up,
      59_000,
      [candle(59_900, 60_100, 59_900, 60_100), candle(60_100, 60_200, 60_000, 60_050)],
      ['up', null],
    ],
    ['waits where it is set beyond the level', up, 61_000, [candle(61_000, 61_500, 60_500, 61_000)], [null]],
    [
      'fires after the price has left the band and comes back',
      up,
      61_000,
      [candle(61_000, 61_000, 59_800, 59_850), candle(59_850, 60_001, 59_850, 59_900)],
      [null, 'up'],
    ],
    [
      'does not fire again within the band',
      up,
      59_000,
      [candle(59_900, 60_010, 59_900, 59_950), candle(59_950, 60_010, 59_881, 59_950)],
      ['up', null],
    ],
    ['fires downwards', down, 61_000, [candle(61_000, 61_100, 59_999, 60_500)], ['down']],
    ['does not fire downwards from below', down, 59_000, [candle(59_000, 59_500, 58_000, 59_000)], [null]],
  ])('%s', (_, zone, price, candles, expected) => {
    expect(run(zone, stateAt(zone, price), candles).crossed).toEqual(expected);
  });

  it('takes the first price it sees for where it was set', () => {
    const unknown = { isArmed: false, last: null };
    expect(run(up, unknown, [candle(61_000, 61_200, 60_500, 61_000)])).toMatchObject({ crossed: [null], state: { isArmed: false } });
    expect(run(up, unknown, [candle(59_000, 60_200, 58_500, 59_000)]).crossed).toEqual(['up']);
  });

  it('does not fire where high and low may have come in either order', () => {
    // Set beyond the level. From 60,500 the price either fell and came back, or rose first and fell.
    const waiting = stateAt(up, 60_500);
    expect(run(up, waiting, [candle(60_500, 60_600, 59_700, 59_900)])).toEqual({ crossed: [null], state: { isArmed: true, last: 59_900 } });
    // It ended beyond the level again, so that it came back for sure.
    expect(run(up, waiting, [candle(60_500, 60_600, 59_700, 60_100)])).toEqual({
      crossed: ['up'],
      state: { isArmed: false, last: 60_100 },
    });
  });
});

describe('an alert near a price', () => {
  it.each<[string, number, PriceRange, Way | null]>([
    ['fires from below', 59_000, candle(59_000, 59_400, 58_900, 59_000), 'up'],
    ['fires from above', 61_000, candle(61_000, 61_100, 60_600, 61_000), 'down'],
    ['fires where the price jumps across', 59_000, candle(61_000, 61_100, 60_900, 61_000), 'up'],
    ['does not fire beside it', 59_000, candle(59_000, 59_399.99, 58_900, 59_000), null],
    ['waits where it is set within it', 60_000, candle(60_000, 60_100, 59_900, 60_000), null],
  ])('%s', (_, price, one, expected) => {
    expect(run(near, stateAt(near, price), [one]).crossed).toEqual([expected]);
  });
});
