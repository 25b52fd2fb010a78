import { describe, expect, it } from '@jest/globals';
import { KEPT_MS, RecentEvents } from './recent-events.store.js';

const event = (n: number) => ({ topic: 'signals', userId: null, data: { n } }) as const;

function recent(start = 0, ...times: number[]): RecentEvents {
  const events = new RecentEvents();
  events.restart(start);
  times.forEach((at, n) => events.add(event(n), at));
  return events;
}

const numbers = (events: RecentEvents, from: number) => events.since(from)?.map(({ event: { data } }) => (data as { n: number }).n);

describe('recent events', () => {
  it('are those since a time, oldest first', () => {
    const events = recent(0, 10, 20, 30);
    expect(numbers(events, 20)).toEqual([1, 2]);
    expect(numbers(events, 31)).toEqual([]);
  });

  it('are unknown before they began to arrive, and after they were lost', () => {
    expect(new RecentEvents().since(1)).toBeNull();
    const events = recent(5, 10);
    expect(events.since(5)).toBeNull();
    events.restart(20);
    expect(events.since(15)).toBeNull();
    expect(numbers(events, 21)).toEqual([]);
    expect(events.position).toBe(1);
  });

  it('are forgotten after half a minute, and that is known', () => {
    const events = recent(0, 10, 20, 20 + KEPT_MS);
    expect(events.since(10)).toBeNull();
    expect(numbers(events, 11)).toEqual([1, 2]);
  });

  it('are at most 4096', () => {
    const events = recent(0, ...Array.from({ length: 5000 }, (_, n) => 1 + n / 1000));
    expect(events.since(1)).toBeNull();
    expect(numbers(events, 1.904)).toHaveLength(4096);
    expect(numbers(events, 1.904)?.[0]).toBe(904);
  });
});
