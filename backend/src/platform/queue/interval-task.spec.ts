import { Injectable, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Interval, ScheduleModule } from '@nestjs/schedule';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IntervalTask } from './interval-task.js';

const INTERVAL_MS = 20;

/** An application with one tick, wired as the ticks of the product are. */
async function ticking(work: (n: number) => Promise<unknown>) {
  const warn = jest.fn();
  let runs = 0;
  @Injectable()
  class Ticks implements OnApplicationBootstrap, BeforeApplicationShutdown {
    private readonly task = new IntervalTask({ warn }, 'the tick failed', () => work(++runs));
    onApplicationBootstrap() {
      void this.tick();
    }
    @Interval('tick', INTERVAL_MS)
    tick() {
      return this.task.run();
    }
    beforeApplicationShutdown() {
      return this.task.stop();
    }
  }
  @Module({ imports: [ScheduleModule.forRoot()], providers: [Ticks] })
  class Application {}
  const app = await NestFactory.createApplicationContext(Application, { logger: false });
  return { app, ticks: app.get(Ticks), warn, count: () => runs };
}

const intervals = (n: number) => jest.advanceTimersByTimeAsync(n * INTERVAL_MS);

describe('a task of @Interval', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it('runs at start and then once an interval', async () => {
    const { app, count } = await ticking(() => Promise.resolve());
    expect(count()).toBe(1);
    await intervals(3);
    expect(count()).toBe(4);
    await app.close();
  });

  it('does not overlap with itself', async () => {
    let release = () => {};
    const { app, ticks, count } = await ticking(() => new Promise<void>((done) => (release = done)));
    await intervals(3);
    void ticks.tick();
    expect(count()).toBe(1);
    release();
    await intervals(1);
    expect(count()).toBe(2);
    release();
    await app.close();
  });

  it('logs an outage once, and the next one again', async () => {
    const failing = new Set([1, 2, 3, 5]);
    const { app, warn } = await ticking(async (n) => {
      if (failing.has(n)) throw new Error(String(n));
    });
    await intervals(6);
    await app.close();
    expect(warn.mock.calls.map(([fields, text]) => [(fields as { err: Error }).err.message, text])).toEqual([
      ['1', 'the tick failed'],
      ['5', 'the tick failed'],
    ]);
  });

  it('is waited for at shutdown, and does not run after it', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    const { app, ticks, count } = await ticking(() => released);
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    await intervals(2);
    expect(closed).toBe(false);
    release();
    await closing;
    await ticks.tick();
    await intervals(2);
    expect(count()).toBe(1);
  });
});
