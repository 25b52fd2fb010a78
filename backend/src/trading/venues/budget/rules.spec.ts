import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { askAgainAt, grants, noCounters, placeOf, spills, termsOf, usedOf, type Counters } from './rules.js';
import type { BudgetScope } from './weight-budget.js';

const MINUTE = 60_000;
const api: BudgetScope = { venue: 'binance', name: 'api', limit: 6000, windowMs: MINUTE };
const at = (into: number, window = 100) => placeOf(window * MINUTE + into, MINUTE);
const terms = (lane: 'urgent' | 'interactive' | 'backfill', weight = 20, into = 10_000) => termsOf(api, weight, lane, at(into));
const counters = (some: Partial<Counters>): Counters => ({ ...noCounters, ...some });

describe('a window', () => {
  it("is the venue's, with a guarded edge", () => {
    expect(at(0)).toMatchObject({ window: 100, startsAt: 6_000_000, endsAt: 6_060_000, early: true });
    expect(at(999).early).toBe(true);
    expect(at(1000).early).toBe(false);
    expect(at(59_999)).toMatchObject({ window: 100, early: false });
    expect(at(60_000)).toMatchObject({ window: 101, early: true });
  });

  it('has a thirtieth of it guarded at most', () => {
    expect(placeOf(600_000 + 201, 6000).early).toBe(false);
    expect(placeOf(600_000 + 199, 6000).early).toBe(true);
  });

  it('counts what is under way from the window before for half a minute: no call takes longer', () => {
    expect(at(29_999).carry).toBe(true);
    expect(at(30_000).carry).toBe(false);
  });
});

describe('shares of a window', () => {
  it.each([
    ['urgent', 5880],
    ['interactive', 5760],
    ['backfill', 5580],
  ] as const)('%s work may fill it to %i of 6,000', (lane, most) => {
    expect(grants(terms(lane), counters({ taken: most - 20 }), noCounters)).toBe(true);
    expect(grants(terms(lane), counters({ taken: most - 19 }), noCounters)).toBe(false);
  });

  it('leave backfill what interactive work did not use of the last window', () => {
    const last = counters({ held: 1000 });
    const early = termsOf(api, 20, 'backfill', at(0));
    expect(grants({ ...early, early: false }, counters({ taken: 4560, backfill: 4560 }), last)).toBe(true);
    expect(grants({ ...early, early: false }, counters({ taken: 4561, backfill: 4561 }), last)).toBe(false);
    // What came already is not kept a second time.
    expect(grants({ ...early, early: false }, counters({ taken: 5560, backfill: 4560, held: 1000 }), last)).toBe(true);
  });

  it('never leave backfill less than half of the limit', () => {
    const early = { ...termsOf(api, 20, 'backfill', at(0)), early: false };
    expect(grants(early, counters({ taken: 2980, backfill: 2980 }), counters({ held: 5700 }))).toBe(true);
    expect(grants(early, counters({ taken: 2981, backfill: 2981 }), counters({ held: 5700 }))).toBe(false);
  });

  it('give what was kept and not used to backfill by the middle of the window', () => {
    const last = counters({ held: 4000 });
    const full = counters({ taken: 5560, backfill: 5560 });
    expect(grants(termsOf(api, 20, 'backfill', at(29_000)), full, last)).toBe(false);
    expect(grants(termsOf(api, 20, 'backfill', at(30_000)), full, last)).toBe(true);
  });

  it('let a call dearer than the share go alone', () => {
    expect(grants(terms('backfill', 5900), noCounters, noCounters)).toBe(true);
    expect(grants(terms('backfill', 5900), counters({ taken: 1 }), noCounters)).toBe(false);
  });
});

describe('what counts as used', () => {
  it('is what was let go, or what the venue says with all that is under way', () => {
    expect(usedOf(counters({ taken: 100, underWay: 40, seen: 30 }), 0)).toBe(100);
    expect(usedOf(counters({ taken: 100, underWay: 40, seen: 500 }), 0)).toBe(540);
    expect(usedOf(counters({ taken: 100, spilled: 20 }), 60)).toBe(180);
  });

  it('includes calls of the window before that are not answered', () => {
    expect(grants(terms('urgent'), counters({ taken: 5800 }), counters({ underWay: 60 }))).toBe(true);
    expect(grants(terms('urgent'), counters({ taken: 5800 }), counters({ underWay: 61 }))).toBe(false);
    expect(grants(terms('urgent', 20, 30_000), counters({ taken: 5800 }), counters({ underWay: 61 }))).toBe(true);
  });

  it('must leave room in the window before as well while a call may be counted there', () => {
    expect(grants(terms('urgent', 20, 999), noCounters, counters({ taken: 5861 }))).toBe(false);
    expect(grants(terms('urgent', 20, 1000), noCounters, counters({ taken: 5861 }))).toBe(true);
  });
});

describe('a late answer', () => {
  const next = counters({ taken: 200, spilled: 40 });

  it('leaves its call in its own window where the count it tells is more than the next window can have seen', () => {
    expect(spills(301, counters({ underWay: 60 }), next)).toBe(false);
  });

  it('counts in the next window as well where nobody can tell', () => {
    expect(spills(300, counters({ underWay: 60 }), next)).toBe(true);
    expect(spills(0, counters({}), noCounters)).toBe(true);
  });
});

describe('a refusal', () => {
  const now = 6_010_000;
  const again = (lane: 'interactive' | 'backfill', current: Partial<Counters>, last: Partial<Counters> = {}) =>
    askAgainAt(terms(lane), counters(current), counters(last), at(10_000), now);

  it('lasts until the next window where this one is full', () => {
    expect(again('interactive', { taken: 5750 })).toBe(6_061_000);
    expect(again('interactive', { seen: 5750 })).toBe(6_061_000);
  });

  it('lasts a moment where answers that are still to come make room', () => {
    expect(again('interactive', { taken: 5700, seen: 5700, underWay: 100 })).toBe(now + 100);
    expect(again('interactive', { taken: 5700 }, { underWay: 100 })).toBe(now + 100);
  });

  it('lasts until enough of what is kept for interactive work is free', () => {
    const current = counters({ taken: 4060, backfill: 4060 });
    const last = counters({ held: 3000 });
    const until = again('backfill', current, last);
    expect(grants(termsOf(api, 20, 'backfill', placeOf(until - 100, MINUTE)), current, last)).toBe(false);
    expect(grants(termsOf(api, 20, 'backfill', placeOf(until + 100, MINUTE)), current, last)).toBe(true);
  });

  it('always ends later than now, and no later than the next window begins', () => {
    const count = fc.nat({ max: 1200 });
    const some = fc.record({ taken: count, spilled: count, underWay: count, seen: count, held: count, backfill: count });
    fc.assert(
      fc.property(
        some,
        some,
        fc.integer({ min: 1, max: 500 }),
        fc.nat({ max: MINUTE - 1 }),
        fc.constantFrom('urgent', 'interactive', 'backfill'),
        (current, last, weight, into, lane) => {
          const place = at(into);
          const asked = termsOf({ ...api, limit: 1000 }, weight, lane, place);
          if (grants(asked, current, last)) return;
          const until = askAgainAt(asked, current, last, place, place.startsAt + into);
          expect(until).toBeGreaterThan(place.startsAt + into);
          expect(until).toBeLessThanOrEqual(place.endsAt + place.guardMs);
        },
      ),
    );
  });
});
