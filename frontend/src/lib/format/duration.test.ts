import { expect, it } from '@jest/globals';
import { duration } from './duration';

it.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3599, '59 min 59 s'],
  [3600, '1 h'],
  [90_061, '1 d 1 h'],
  [86_400 * 40, '40 d'],
  [-1, '–'],
  [Number.NaN, '–'],
  [null, '–'],
])('writes %s seconds as %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
