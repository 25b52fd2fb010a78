import { describe, expect, it } from '@jest/globals';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';

const venues = [
  { venue: 'bybit' as const, stand: new VenueStand('bybit', new BybitDouble(), bybit.KEY), path: '/v5/market/time' },
  { venue: 'okx' as const, stand: new VenueStand('okx', new OkxDouble(), okx.KEY), path: '/api/v5/public/time' },
];

describe.each(venues)('the clock of $venue', ({ venue, stand, path }) => {
  it('is asked anew each time, without a key', async () => {
    for (const hours of [1, 2]) {
      stand.double.clockOffsetMs = hours * 3_600_000;
      const told = await stand.gateway.now(venue, interactive);
      expect(Math.round((told.getTime() - Date.now()) / 3_600_000)).toBe(hours);
    }
    const calls = stand.double.callsOf(path);
    expect(calls).toHaveLength(2);
    expect(calls.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /api-?key|sign|access/i.test(name))).toEqual([]);
  });

  it('that is told in a way nobody understands is no answer', async () => {
    stand.double.instead = (call) => (call.path === path ? { body: { time: 'noon' } } : null);
    expect(await failure(stand.gateway.now(venue, interactive))).toMatchObject({ name: expect.any(String), passing: expect.any(Boolean) });
  });
});
