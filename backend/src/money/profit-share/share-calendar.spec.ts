import { describe, expect, it } from '@jest/globals';
import { calendarPeriods, runningSince } from './share-calendar.rules.js';

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const plain = (periods: ReturnType<typeof calendarPeriods>) =>
  periods.map(({ name, from, to }) => [name, from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)]);

describe('periods', () => {
  it('are calendar years from the first to the running one', () => {
    expect(plain(calendarPeriods(at('2025-06-01'), at('2026-11-27'), []))).toEqual([
      ['2025', '2025-01-01', '2026-01-01'],
      ['2026', '2026-01-01', '2027-01-01'],
    ]);
  });

  it('end where a cycle was closed, and go on from there to the end of the year', () => {
    const periods = calendarPeriods(at('2025-06-01'), at('2026-11-27'), [at('2025-03-15'), at('2025-09-01'), at('2026-05-01')]);
    expect(plain(periods)).toEqual([
      ['2025-1', '2025-01-01', '2025-03-15'],
      ['2025-2', '2025-03-15', '2025-09-01'],
      ['2025-3', '2025-09-01', '2026-01-01'],
      ['2026-1', '2026-01-01', '2026-05-01'],
      ['2026-2', '2026-05-01', '2027-01-01'],
    ]);
    for (const [n, { to }] of periods.slice(0, -1).entries()) expect(periods[n + 1]!.from).toEqual(to);
  });

  it('are not divided by a cycle that ends with a year', () => {
    expect(plain(calendarPeriods(at('2026-06-01'), at('2026-11-27'), [at('2026-01-01')]))).toEqual([['2026', '2026-01-01', '2027-01-01']]);
  });

  it('run since the last end', () => {
    expect(runningSince(at('2026-11-27'), [])).toEqual(at('2026-01-01'));
    expect(runningSince(at('2026-11-27'), [at('2026-05-01')])).toEqual(at('2026-05-01'));
    expect(runningSince(at('2026-05-01'), [at('2026-05-01')])).toEqual(at('2026-05-01'));
    expect(runningSince(at('2026-03-01'), [at('2026-05-01')])).toEqual(at('2026-01-01'));
  });
});
