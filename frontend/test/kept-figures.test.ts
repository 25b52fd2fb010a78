import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { type FigureStore, forgetFigures, keepFigures, keptOnDevice, restoreFigures } from '../src/lib/kept-figures';

type Kept = NonNullable<Awaited<ReturnType<FigureStore['read']>>>;

function memory() {
  let kept: Kept | undefined;
  const store: FigureStore = {
    read: async () => kept,
    write: async (next) => void (kept = JSON.parse(JSON.stringify(next)) as Kept),
    clear: async () => void (kept = undefined),
  };
  return { store, kept: () => kept };
}

const read = (client: QueryClient, key: string, value: unknown, options: object = keptOnDevice) =>
  client.fetchQuery({ queryKey: [key], queryFn: async () => value, ...options });

describe('figures on the device', () => {
  const { store, kept } = memory();
  beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') }));
  afterEach(async () => {
    jest.useRealTimers();
    await forgetFigures(store);
  });

  async function keep(userId: string): Promise<void> {
    const client = new QueryClient();
    const stop = keepFigures(client, userId, store);
    await read(client, 'wallet', { total: '12.50' });
    await read(client, 'secrets', 'not these', {});
    await jest.advanceTimersByTimeAsync(1000);
    stop();
  }

  it('are those that were marked, with the time they were read at', async () => {
    await keep('u-1');
    expect(JSON.stringify(kept())).not.toContain('not these');
    const client = new QueryClient();
    jest.setSystemTime(new Date('2026-11-25T12:00:00Z'));
    await restoreFigures(client, 'u-1', { store });
    expect(client.getQueryData(['wallet'])).toEqual({ total: '12.50' });
    expect(client.getQueryState(['wallet'])?.dataUpdatedAt).toBe(Date.parse('2026-11-24T12:00:00Z'));
    expect(client.getQueryData(['secrets'])).toBeUndefined();
  });

  it('stay those of the last answer when reading them again fails', async () => {
    const client = new QueryClient();
    const stop = keepFigures(client, 'u-1', store);
    await read(client, 'wallet', { total: '12.50' });
    const failing = { queryKey: ['wallet'], queryFn: () => Promise.reject(new Error('away')), retry: false, staleTime: 0, ...keptOnDevice };
    await expect(client.fetchQuery(failing)).rejects.toThrow('away');
    await read(client, 'days', []);
    await jest.advanceTimersByTimeAsync(1000);
    stop();
    const later = new QueryClient();
    await restoreFigures(later, 'u-1', { store });
    expect(later.getQueryState(['wallet'])).toMatchObject({ data: { total: '12.50' }, status: 'success', error: null });
  });

  it('are removed, and not shown, when another member signs in', async () => {
    await keep('u-1');
    const client = new QueryClient();
    await restoreFigures(client, 'u-2', { store });
    expect(client.getQueryCache().getAll()).toEqual([]);
    expect(kept()).toBeUndefined();
  });

  it('are removed after two weeks', async () => {
    await keep('u-1');
    jest.setSystemTime(new Date('2026-12-09T12:00:00Z'));
    const client = new QueryClient();
    await restoreFigures(client, 'u-1', { store });
    expect(client.getQueryCache().getAll()).toEqual([]);
    expect(kept()).toBeUndefined();
  });

  it('are not shown to a session that has ended while they were read', async () => {
    await keep('u-1');
    const client = new QueryClient();
    await restoreFigures(client, 'u-1', { store, signal: AbortSignal.abort() });
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});
