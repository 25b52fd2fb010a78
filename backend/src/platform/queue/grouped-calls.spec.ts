import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { GroupedCalls } from './grouped-calls.rules.js';

/** Performs calls when `next` is called, and records its groups. */
function held(most: number, patienceMs = 60_000) {
  const groups: number[][] = [];
  const gates: (() => void)[] = [];
  const calls = new GroupedCalls<number, string>(
    async (group) => {
      groups.push([...group]);
      await new Promise<void>((open) => gates.push(open));
      if (group.includes(13)) throw new Error('thirteen');
      return group.map((n) => `#${n}`);
    },
    most,
    patienceMs,
  );
  const next = async () => {
    gates.shift()!();
    await turn();
  };
  return { calls, groups, next };
}

describe('grouped calls', () => {
  it('performs what came while a group was under way as the next one, in parts of at most so many', async () => {
    const { calls, groups, next } = held(3);
    const first = calls.call(1);
    await turn();
    const others = [2, 3, 4, 5].map((n) => calls.call(n));
    await next();
    await next();
    await next();
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
    expect(await Promise.all([first, ...others])).toEqual(['#1', '#2', '#3', '#4', '#5']);
  });

  it('performs calls alone whose group failed, and fails only the one that does', async () => {
    const { calls, groups, next } = held(10);
    const results = Promise.allSettled([1, 13, 2].map((n) => calls.call(n)));
    await turn();
    for (let i = 0; i < 4; i++) await next();
    expect(groups).toEqual([[1, 13, 2], [1], [13], [2]]);
    expect((await results).map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      '#1',
      'Error: thirteen',
      '#2',
    ]);
  });

  it('takes calls again after it had nothing to do', async () => {
    const { calls, groups, next } = held(3);
    for (const n of [1, 2]) {
      const result = calls.call(n);
      await turn();
      await next();
      expect(await result).toBe(`#${n}`);
    }
    expect(groups).toEqual([[1], [2]]);
  });

  it('does not wait for ever for a group that does not end', async () => {
    const { calls, groups, next } = held(3, 1);
    void calls.call(1);
    await turn();
    const second = calls.call(2);
    while (groups.length < 2) await turn();
    expect(groups).toEqual([[1], [2]]);
    await next();
    await next();
    expect(await second).toBe('#2');
  });
});
