import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { queryClient } from '../src/lib/query-client';
import { useIdlePrefetch } from '../src/lib/use-idle-prefetch';

/** What waits for the browser to be idle. */
const waiting: (() => void)[] = [];
const becomeIdle = () => waiting.shift()?.();

beforeEach(() => {
  Object.assign(globalThis, {
    requestIdleCallback: (work: () => void) => waiting.push(work),
    cancelIdleCallback: () => void waiting.splice(0),
  });
});

afterEach(() => {
  waiting.splice(0);
  jest.restoreAllMocks();
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'connection');
});

/** Code that is loaded when a test says so. */
function pieces(): { asked: string[]; arrive: () => Promise<void>; loads: (() => Promise<void>)[] } {
  const asked: string[] = [];
  let done = () => {};
  const load = (name: string) => () =>
    new Promise<void>((resolve) => {
      asked.push(name);
      done = resolve;
    });
  return { asked, arrive: async () => done(), loads: [load('first'), load('second')] };
}

it('loads one piece after the other, each once the page is idle', async () => {
  const { asked, arrive, loads } = pieces();
  renderHook(() => useIdlePrefetch(loads));
  expect(asked).toEqual([]);
  becomeIdle();
  expect(asked).toEqual(['first']);
  await arrive();
  expect(asked).toEqual(['first']);
  becomeIdle();
  expect(asked).toEqual(['first', 'second']);
});

it('waits while the page has figures on their way', async () => {
  const { asked, loads } = pieces();
  const isFetching = jest.spyOn(queryClient, 'isFetching').mockReturnValue(1);
  renderHook(() => useIdlePrefetch(loads));
  becomeIdle();
  expect(asked).toEqual([]);
  isFetching.mockReturnValue(0);
  await waitFor(() => expect(waiting).toHaveLength(1));
  becomeIdle();
  expect(asked).toEqual(['first']);
});

it('ends with the page', async () => {
  const { asked, arrive, loads } = pieces();
  const { unmount } = renderHook(() => useIdlePrefetch(loads));
  becomeIdle();
  unmount();
  await arrive();
  expect([asked, waiting]).toEqual([['first'], []]);
});

it('loads nothing for somebody who saves data', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { asked, loads } = pieces();
  renderHook(() => useIdlePrefetch(loads));
  expect([asked, waiting]).toEqual([[], []]);
});
