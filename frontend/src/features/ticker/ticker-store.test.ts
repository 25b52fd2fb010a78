import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hidePage, showPage } from '../../../test/support/fake-socket';
import type { LiveListener } from '../../lib/live';
import type { LiveTickerWire, TickerRowWire } from '../../lib/wire/types';
import { TickerStore } from './ticker-store';

let clock: number;
let server: LiveListener | null;
let subscriptions: number;
let store: TickerStore;
let leave: () => void;
let statusChanges: number;

const row = (symbol: string, price = '1.00000000', change = '0.00'): TickerRowWire => [symbol, price, change];
const tell = (frame: Partial<LiveTickerWire>) => server!.onEvent({ full: false, state: 'live', reason: null, age: 0, rows: [], ...frame });
const full = (...rows: TickerRowWire[]) => tell({ full: true, rows });
const changed = (...rows: TickerRowWire[]) => tell({ rows });

/** Time passes, and the page's timers with it. */
function pass(ms: number): void {
  clock += ms;
  jest.advanceTimersByTime(ms);
}

beforeEach(() => {
  jest.useFakeTimers();
  clock = 1000;
  server = null;
  subscriptions = 0;
  statusChanges = 0;
  store = new TickerStore(
    (listener) => {
      server = listener;
      subscriptions += 1;
      return () => (server = null);
    },
    () => clock,
  );
  leave = store.onStatus(() => (statusChanges += 1));
});
afterEach(() => {
  leave();
  showPage();
  jest.useRealTimers();
});

/** How often each of these was told of. */
function watch(...symbols: string[]): Record<string, number> {
  const calls: Record<string, number> = Object.fromEntries(symbols.map((symbol) => [symbol, 0]));
  for (const symbol of symbols) store.onRow(symbol, () => (calls[symbol]! += 1));
  return calls;
}

describe('what is told', () => {
  it('starts with everything, in the order of the server', () => {
    full(row('BTCUSDT', '66000.10000000', '10.00'), row('ETHUSDT'), row('ADAUSDT'));
    expect(store.order()).toEqual(['BTCUSDT', 'ETHUSDT', 'ADAUSDT']);
    expect(store.row('BTCUSDT')).toEqual(['BTCUSDT', '66000.10000000', '10.00']);
  });

  it('changes the pairs that changed and tells nobody else', () => {
    full(row('BTCUSDT'), row('ETHUSDT'), row('ADAUSDT'));
    const calls = watch('BTCUSDT', 'ETHUSDT', 'ADAUSDT');
    const untouched = store.row('ADAUSDT');
    changed(row('ETHUSDT', '3.00000000', '-1.20'), row('BTCUSDT'));
    expect(store.row('ETHUSDT')).toEqual(['ETHUSDT', '3.00000000', '-1.20']);
    expect(store.row('ADAUSDT')).toBe(untouched);
    expect(calls).toEqual({ BTCUSDT: 0, ETHUSDT: 1, ADAUSDT: 0 });
  });

  it('tells of a change in percent where the price stood still', () => {
    full(row('BTCUSDT', '1.00000000', '0.00'));
    const calls = watch('BTCUSDT');
    changed(row('BTCUSDT', '1.00000000', '0.01'));
    expect(calls).toEqual({ BTCUSDT: 1 });
  });

  it('keeps the order while prices change', () => {
    full(row('BTCUSDT'), row('ETHUSDT'));
    const [order, top] = [store.order(), store.top()];
    const calls = jest.fn();
    store.onOrder(calls);
    changed(row('ETHUSDT', '9.00000000'));
    full(row('BTCUSDT', '2.00000000'), row('ETHUSDT'));
    expect(store.order()).toBe(order);
    expect(store.top()).toBe(top);
    expect(calls).not.toHaveBeenCalled();
  });

  it('puts a new pair last until the server says where it stands', () => {
    full(row('BTCUSDT'), row('ETHUSDT'));
    changed(row('NEWUSDT'));
    expect(store.order()).toEqual(['BTCUSDT', 'ETHUSDT', 'NEWUSDT']);
    full(row('NEWUSDT'), row('BTCUSDT'), row('ETHUSDT'));
    expect(store.order()).toEqual(['NEWUSDT', 'BTCUSDT', 'ETHUSDT']);
  });

  it('shows the forty pairs with the highest turnover, and arranges them anew only when they change', () => {
    const many = Array.from({ length: 60 }, (_, index) => row(`C${index}USDT`));
    full(...many);
    const top = store.top();
    expect(top).toEqual(many.slice(0, 40).map(([symbol]) => symbol));
    full(...many.slice(0, 40), ...many.slice(40).toReversed());
    expect(store.top()).toBe(top);
    full(...many.toReversed());
    expect(store.top()[0]).toBe('C59USDT');
  });

  it('forgets with a full message the pairs that are no longer in it', () => {
    full(row('BTCUSDT'), row('GONEUSDT'));
    const calls = watch('GONEUSDT');
    full(row('BTCUSDT'));
    expect(store.row('GONEUSDT')).toBeUndefined();
    expect(store.order()).toEqual(['BTCUSDT']);
    expect(calls).toEqual({ GONEUSDT: 1 });
  });

  it('means nothing as a change to what was never told', () => {
    changed(row('ETHUSDT'));
    expect(store.order()).toEqual([]);
    expect(store.status().waiting).toBe(true);
  });

  it('is left out where it is no message of the ticker', () => {
    server!.onEvent(null);
    server!.onEvent({ full: true });
    expect(store.status().waiting).toBe(true);
  });

  it('is no longer heard by who has turned away', () => {
    full(row('BTCUSDT'));
    const calls = jest.fn();
    store.onRow('BTCUSDT', calls)();
    changed(row('BTCUSDT', '2.00000000'));
    expect(calls).not.toHaveBeenCalled();
  });
});

describe('how the prices stand', () => {
  it('is waiting until there are some', () => {
    expect(store.status()).toEqual({ waiting: true, error: null, stale: false, age: null });
    tell({ full: true, state: 'waiting', age: null });
    expect(store.status().waiting).toBe(true);
    full(row('BTCUSDT'));
    expect(store.status()).toEqual({ waiting: false, error: null, stale: false, age: null });
  });

  it('stays the same object while all is well', () => {
    full(row('BTCUSDT'));
    const before = statusChanges;
    for (let second = 0; second < 30; second++) {
      pass(1000);
      changed();
    }
    expect(statusChanges).toBe(before);
  });

  it('is stale ten seconds after the exchange was heard, not before', () => {
    full(row('BTCUSDT'));
    pass(9999);
    expect(store.status().stale).toBe(false);
    pass(1001);
    expect(store.status()).toEqual({ waiting: false, error: null, stale: true, age: 11 });
    changed();
    expect(store.status()).toEqual({ waiting: false, error: null, stale: false, age: null });
  });

  it('counts from when the exchange was heard, and not from when the message came', () => {
    tell({ full: true, rows: [row('BTCUSDT')], age: 14_000 });
    expect(store.status()).toMatchObject({ stale: true, age: 14 });
  });

  it('is read from the clock when timers come late', () => {
    full(row('BTCUSDT'));
    clock += 60_000;
    jest.advanceTimersByTime(1000);
    expect(store.status()).toMatchObject({ stale: true, age: 60 });
  });

  it('gives the reason when the exchange is out of reach, with the age of the last prices', () => {
    full(row('BTCUSDT'));
    tell({ state: 'down', reason: 'the exchange closed the connection', age: 3000 });
    expect(store.status()).toEqual({ waiting: false, error: 'the exchange closed the connection', stale: false, age: 3 });
    pass(11_000);
    expect(store.status()).toMatchObject({ error: 'the exchange closed the connection', stale: true, age: 14 });
    changed(row('BTCUSDT', '2.00000000'));
    expect(store.status()).toEqual({ waiting: false, error: null, stale: false, age: null });
  });

  it('is an error without an age where there never was a price', () => {
    tell({ full: true, state: 'down', reason: null, age: null });
    expect(store.status()).toEqual({ waiting: false, error: 'the exchange is out of reach', stale: false, age: null });
  });

  it.each([
    [true, 'no connection to the server'],
    [false, 'you are offline'],
  ])('is an error while there is no connection (online: %s), and keeps the prices', (online, error) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    full(row('BTCUSDT'));
    pass(2000);
    server!.onLost!();
    expect(store.status()).toEqual({ waiting: false, error, stale: false, age: 2 });
    expect(store.row('BTCUSDT')).toBeDefined();
    changed(row('BTCUSDT', '5.00000000'));
    expect(store.status().error).toBe(error);
    full(row('BTCUSDT', '6.00000000'));
    expect(store.status().error).toBeNull();
    jest.restoreAllMocks();
  });
});

describe('a page that cannot be seen', () => {
  it('is told nothing, and everything anew when it is shown again', () => {
    full(row('BTCUSDT'), row('ETHUSDT'));
    hidePage();
    expect(server).toBeNull();
    pass(60_000);
    expect(store.status().stale).toBe(false);
    showPage();
    expect(subscriptions).toBe(2);
    expect(store.row('BTCUSDT')).toBeDefined();
    changed(row('NEWUSDT'));
    expect(store.row('NEWUSDT')).toBeUndefined();
    full(row('ETHUSDT'));
    expect(store.order()).toEqual(['ETHUSDT']);
    expect(store.status().stale).toBe(false);
  });

  it('listens once, however often it is shown', () => {
    showPage();
    showPage();
    expect(subscriptions).toBe(1);
  });
});

it('listens while somebody watches, and shows the next one no prices of the last', () => {
  full(row('BTCUSDT'));
  const second = store.onStatus(() => undefined);
  leave();
  expect(server).not.toBeNull();
  second();
  expect(server).toBeNull();
  expect(store.order()).toEqual([]);
  showPage();
  expect(subscriptions).toBe(1);
  leave = store.onStatus(() => undefined);
  expect(store.status().waiting).toBe(true);
  expect(subscriptions).toBe(2);
});
