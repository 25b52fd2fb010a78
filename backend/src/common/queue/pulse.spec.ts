import { describe, expect, it } from '@jest/globals';
import { Pulse } from './pulse.js';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** `reached` resolves when `rounds` rounds have begun. */
function counted(rounds: number, round: (n: number, signal: AbortSignal) => Promise<boolean> = async () => true) {
  let n = 0;
  const outages: unknown[] = [];
  const { promise: reached, resolve } = deferred();
  const pulse = new Pulse({
    everyMs: 1,
    round: async (signal) => {
      n += 1;
      if (n === rounds) resolve();
      return round(n, signal);
    },
    onOutage: (error) => outages.push(error),
  });
  return { pulse, reached, outages, count: () => n };
}

describe('a pulse', () => {
  it('goes on until it is stopped, and not after', async () => {
    const { pulse, reached, count } = counted(5);
    pulse.start();
    await reached;
    await pulse.stop();
    const after = count();
    await new Promise(setImmediate);
    expect(count()).toBe(after);
  });

  it('waits for the round under way when it stops, and tells it', async () => {
    const { promise: released, resolve: release } = deferred();
    let ended = false;
    let told = false;
    const { pulse, reached } = counted(1, async (_, signal) => {
      await released;
      told = signal.aborted;
      ended = true;
      return true;
    });
    pulse.start();
    await reached;
    const stopped = pulse.stop();
    expect(ended).toBe(false);
    release();
    await stopped;
    expect([ended, told]).toEqual([true, true]);
  });

  it('tells an outage once, and the next one again', async () => {
    const failing = new Set([1, 2, 3, 5]);
    const { pulse, reached, outages } = counted(7, async (n) => {
      if (failing.has(n)) throw new Error(String(n));
      return false;
    });
    pulse.start();
    await reached;
    await pulse.stop();
    expect(outages.map((error) => (error as Error).message)).toEqual(['1', '5']);
  });
});
