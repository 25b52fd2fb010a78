import { describe, expect, it } from '@jest/globals';
import { PollingLoop } from './polling-loop.js';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** `reached` resolves when `ticks` ticks have begun. */
function counted(ticks: number, tick: (n: number, signal: AbortSignal) => Promise<boolean> = async () => true) {
  let n = 0;
  const outages: unknown[] = [];
  const { promise: reached, resolve } = deferred();
  const loop = new PollingLoop({
    intervalMs: 1,
    tick: async (signal) => {
      n += 1;
      if (n === ticks) resolve();
      return tick(n, signal);
    },
    onFirstFailure: (error) => outages.push(error),
  });
  return { loop, reached, outages, count: () => n };
}

describe('a polling loop', () => {
  it('goes on until it is stopped, and not after', async () => {
    const { loop, reached, count } = counted(5);
    loop.start();
    await reached;
    await loop.stop();
    const after = count();
    await new Promise(setImmediate);
    expect(count()).toBe(after);
  });

  it('waits for the tick under way when it stops, and tells it', async () => {
    const { promise: released, resolve: release } = deferred();
    let ended = false;
    let told = false;
    const { loop, reached } = counted(1, async (_, signal) => {
      await released;
      told = signal.aborted;
      ended = true;
      return true;
    });
    loop.start();
    await reached;
    const stopped = loop.stop();
    expect(ended).toBe(false);
    release();
    await stopped;
    expect([ended, told]).toEqual([true, true]);
  });

  it('tells an outage once, and the next one again', async () => {
    const failing = new Set([1, 2, 3, 5]);
    const { loop, reached, outages } = counted(7, async (n) => {
      if (failing.has(n)) throw new Error(String(n));
      return false;
    });
    loop.start();
    await reached;
    await loop.stop();
    expect(outages.map((error) => (error as Error).message)).toEqual(['1', '5']);
  });
});
