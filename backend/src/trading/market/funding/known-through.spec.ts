import { describe, expect, it } from '@jest/globals';
import { HOUR, knownThrough } from './known-through.js';

/** Hours of a day on which everything began at midnight. */
const through = (hours: readonly number[], asked: number, now = asked + 0.1, from = 0) =>
  knownThrough(
    hours.map((hour) => hour * HOUR),
    from * HOUR,
    asked * HOUR,
    now * HOUR,
  ) / HOUR;

describe('funding is known', () => {
  it('up to the next hour where none is due in the one that was asked about', () => {
    expect(through([0, 8], 8)).toBe(9);
    expect(through([0, 8], 15)).toBe(16);
    expect(through([1, 2, 3], 3)).toBe(4);
    expect(through([0, 4], 7)).toBe(8);
  });

  it('up to one that is due at an unusual hour and was not told, for two hours', () => {
    expect(through([2, 3], 4)).toBe(4);
    expect(through([2, 3], 5, 5.9)).toBe(4);
    expect(through([2, 3], 6, 6)).toBe(7);
    expect(through([0, 4], 9)).toBe(8);
  });

  it('up to one that is due and was not told, for as long as a day', () => {
    expect(through([0, 8], 16)).toBe(16);
    expect(through([0, 8], 20)).toBe(16);
    expect(through([0, 8], 39, 39.9)).toBe(16);
    expect(through([0, 8], 40, 40)).toBe(41);
  });

  it('beyond it once a later one is told', () => {
    // Every hour before, every four from then on.
    expect(through([2, 3, 7], 7)).toBe(8);
    expect(through([2, 3, 7], 11, 11.1)).toBe(11);
    // What is settled more often than before is told at once, and due as often from then on.
    expect(through([0, 8, 12], 12)).toBe(13);
    expect(through([0, 8, 12], 16)).toBe(16);
  });

  it('at the usual hours where nothing tells others', () => {
    expect(through([8], 12)).toBe(13);
    expect(through([8], 16)).toBe(16);
    expect(through([], 7, 7.1, 1)).toBe(8);
    expect(through([], 9, 9.1, 1)).toBe(8);
    expect(through([], 40, 40, 1)).toBe(41);
    // A contract that was not settled for longer is due at the usual time.
    expect(through([0, 24], 32)).toBe(32);
  });
});
