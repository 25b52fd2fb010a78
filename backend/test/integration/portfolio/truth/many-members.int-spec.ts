import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TruthStand } from './truth-stand.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LINKED = Date.UTC(2026, 10, 12, 9, 41, 5);
const MEMBERS = 20;

let stand: TruthStand;

beforeAll(async () => {
  stand = await TruthStand.start();
});

afterAll(() => stand.stop());

/** Each is linked at another hour, and read again after hours, a day, or weeks. */
const laterOf = (n: number): number[] => [[26 * HOUR], [3 * HOUR, 4 * DAY], [11 * DAY], [DAY, DAY, 5 * DAY]][n % 4]!;

describe('every figure is what the exchange itself knows', () => {
  it.each(['empty', 'quiet', 'dust', 'gone-symbol', 'typical', 'whale', 'futures-only', 'new-news'])(
    'of the profile %s',
    async (profile) => {
      expect(await stand.differences(await stand.shown(profile, 3, LINKED, [30 * HOUR]))).toEqual([]);
    },
    480_000,
  );

  it.each(Array.from({ length: MEMBERS }, (_, n) => n + 100))(
    'of member %i',
    async (n) => {
      expect(await stand.differences(await stand.shown('any', n, LINKED + n * 5 * HOUR - 20 * DAY, laterOf(n)))).toEqual([]);
    },
    240_000,
  );
});
