import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { listenLive } from './live';
import { clearStoredSession, storeSession } from './session-token';

/** The server's side of every socket the page has opened, newest last. */
const sockets: FakeSocket[] = [];

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  readonly said: { type: string }[] = [];

  constructor(readonly url: string) {
    super();
    sockets.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
    this.tell({ type: 'ready' });
  }

  tell(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  drop(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

const original = globalThis.WebSocket;
const stops: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  sockets.length = 0;
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  storeSession('a-token');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearStoredSession();
  globalThis.WebSocket = original;
  jest.useRealTimers();
});

function listen() {
  const heard: unknown[] = [];
  const stop = listenLive({ topic: 'sync-runs', onEvent: (data) => heard.push(data), onResync: () => heard.push('resync') });
  stops.push(stop);
  return { heard, stop };
}

it('shows the token first, then asks for its topics, over one socket for the whole page', () => {
  const [one, two] = [listen(), listen()];
  expect(sockets).toHaveLength(1);
  sockets[0]!.accept();
  expect(sockets[0]!.said).toEqual([
    { type: 'auth', token: 'a-token' },
    { type: 'subscribe', topics: ['sync-runs'] },
  ]);
  sockets[0]!.tell({ type: 'event', topic: 'sync-runs', data: { id: '7' } });
  sockets[0]!.tell({ type: 'event', topic: 'something-else', data: { id: '8' } });
  expect([one.heard, two.heard]).toEqual([[{ id: '7' }], [{ id: '7' }]]);
});

it('comes back after a lost connection and says that something may have been missed', () => {
  const { heard } = listen();
  sockets[0]!.accept();
  sockets[0]!.drop(1006);
  jest.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  sockets[1]!.accept();
  expect(heard).toEqual(['resync']);
});

it('leaves a server alone that does not want this session', () => {
  listen();
  sockets[0]!.drop(4401);
  jest.advanceTimersByTime(50_000);
  expect(sockets).toHaveLength(1);
});

it('opens nothing without a session, and closes when nobody listens any more', () => {
  clearStoredSession();
  listen().stop();
  expect(sockets).toHaveLength(0);
  storeSession('a-token');
  const { stop } = listen();
  sockets[0]!.accept();
  stop();
  expect(sockets[0]!.readyState).toBe(3);
  jest.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});
