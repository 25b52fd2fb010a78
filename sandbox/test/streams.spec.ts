import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WebSocket } from 'ws';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { control, open } from './support/client.ts';
import type { Fields } from './support/client.ts';

// A busy machine may take its time; nothing here depends on being fast.
jest.setTimeout(180_000);

let sandbox: Sandbox;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await control(sandbox, 'POST', 'reset');
});
afterAll(() => sandbox.close());

function connect(path: string, to = sandbox): WebSocket {
  const socket = new WebSocket(to.url.replace('http', 'ws') + path);
  sockets.push(socket);
  return socket;
}

function message(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(data.toString())));
    socket.once('error', reject);
  });
}

function opened(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
}

function closed(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}

const MINI = ['E', 'c', 'e', 'h', 'l', 'o', 'q', 's', 'v'];

describe('the ticker stream', () => {
  it('sends all symbols that trade as one array, whether their prices changed or not', async () => {
    const rows = (await message(connect('/ws/!miniTicker@arr'))) as Fields[];
    const { symbols } = (await open(sandbox, '/api/v3/exchangeInfo')).json as { symbols: Fields[] };
    const trading = symbols.filter(({ status }) => status === 'TRADING').map(({ symbol }) => symbol);
    expect(rows.map(({ s }) => s).sort()).toEqual(trading.sort());
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(MINI);
      expect(row['e']).toBe('24hrMiniTicker');
      for (const price of ['c', 'o', 'h', 'l', 'v', 'q']) expect(row[price]).toMatch(/^\d+\.\d{8}$/);
      expect(Number(row['h'])).toBeGreaterThanOrEqual(Number(row['c']));
    }
    expect(trading).not.toContain('SRMUSDT');
  });

  it('continues what ticker/24hr says', async () => {
    const rows = (await message(connect('/ws/!miniTicker@arr'))) as Fields[];
    const row = rows.find((r) => r['s'] === 'BTCUSDT');
    await control(sandbox, 'POST', 'clock', { freeze: Number(row?.['E']) });
    const day = (await open(sandbox, '/api/v3/ticker/24hr?symbol=BTCUSDT&type=MINI')).json as Fields;
    expect(day).toMatchObject({
      lastPrice: row?.['c'],
      openPrice: row?.['o'],
      highPrice: row?.['h'],
      lowPrice: row?.['l'],
      volume: row?.['v'],
    });
  });

  it('sends one symbol, bare or wrapped', async () => {
    const bare = message(connect('/ws/btcusdt@miniTicker'));
    const wrapped = message(connect('/stream?streams=ethusdt@miniTicker/btcusdt@miniTicker'));
    expect(await bare).toMatchObject({ e: '24hrMiniTicker', s: 'BTCUSDT' });
    const { stream, data } = (await wrapped) as { stream: string; data: Fields };
    expect(stream).toBe(`${String(data['s']).toLowerCase()}@miniTicker`);
  });

  it('takes subscriptions on an open connection', async () => {
    const socket = connect('/ws');
    await opened(socket);
    const answer = message(socket);
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['ethusdt@miniTicker'], id: 7 }));
    expect(await answer).toEqual({ result: null, id: 7 });
    expect(await message(socket)).toMatchObject({ s: 'ETHUSDT' });
  });

  it('takes the name written with percent signs, as some clients send it', async () => {
    expect(await message(connect('/ws/%21miniTicker%40arr'))).toBeInstanceOf(Array);
  });

  it('refuses streams it does not have', async () => {
    await expect(message(connect('/ws/%'))).rejects.toThrow('404');
    await expect(message(connect('/ws/!ticker@arr'))).rejects.toThrow('404');
  });
});

describe('its faults', () => {
  it('announce a shutdown, then close', async () => {
    const socket = connect('/ws/!miniTicker@arr');
    await message(socket);
    const seen: unknown[] = [];
    socket.on('message', (data) => seen.push(JSON.parse(data.toString())));
    await control(sandbox, 'POST', 'streams', { do: 'shutdown' });
    expect(await closed(socket)).toBe(1001);
    expect(seen.some((m) => (m as Fields)['e'] === 'serverShutdown')).toBe(true);
  });

  it('fall silent without closing, also to pings, and come back', async () => {
    const own = await startSandbox();
    // The stream ticks when the test says so.
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setTimeout',
        'clearTimeout',
      ],
    });
    try {
      const socket = connect('/ws/!miniTicker@arr', own);
      await opened(socket);
      const heard: unknown[] = [];
      socket.on('message', (data) => heard.push(...(JSON.parse(data.toString()) as Fields[]).slice(0, 1).map((row) => row['E'])));
      socket.on('pong', () => heard.push('pong'));
      /** The world a second later, and a tick. Resolves with the time of that tick. */
      const tick = async () => {
        await control(own, 'POST', 'clock', { advanceMs: 1000 });
        jest.advanceTimersByTime(1000);
        return (await control(own, 'GET', 'clock'))['world'];
      };
      await control(own, 'POST', 'clock', { freeze: true });
      const before = await tick();
      await control(own, 'POST', 'streams', { do: 'silence' });
      await new Promise<void>((written) => socket.ping(undefined, true, () => written()));
      await tick();
      await tick();
      expect(socket.readyState).toBe(WebSocket.OPEN);
      await control(own, 'POST', 'streams', { do: 'resume' });
      // One connection keeps the order: whatever was said in the silence would have come before this tick.
      const after = message(socket);
      const resumed = await tick();
      await after;
      expect(heard).toEqual([before, resumed]);
    } finally {
      jest.useRealTimers();
      await own.close();
    }
  });

  it('cut connections and refuse new ones', async () => {
    const socket = connect('/ws/!miniTicker@arr');
    await message(socket);
    await control(sandbox, 'POST', 'streams', { do: 'refuse' });
    expect(await closed(socket)).toBe(1006);
    await expect(message(connect('/ws/!miniTicker@arr'))).rejects.toThrow('503');
    await control(sandbox, 'POST', 'streams', { do: 'resume' });
    expect(await message(connect('/ws/!miniTicker@arr'))).toBeInstanceOf(Array);
  });
});
