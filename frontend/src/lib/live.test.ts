import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hidePage, showPage, sockets, withFakeSockets } from '../../test/support/fake-socket';
import { listenLive } from './live';
import { clearStoredSession, storeSession } from './session-token';

const stops: (() => void)[] = [];

withFakeSockets();
beforeEach(() => storeSession('a-token'));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearStoredSession();
  jest.restoreAllMocks();
});

function listen(topic = 'sync-runs') {
  const heard: unknown[] = [];
  const stop = listenLive({
    topic,
    onEvent: (data) => heard.push(data),
    onResync: () => heard.push('resync'),
    onLost: () => heard.push('lost'),
  });
  stops.push(stop);
  return { heard, stop };
}

const open = (...topics: string[]) => ({ type: 'subscribe', topics });
const subscribe = (topic: string, missed = 0) => ({ type: 'subscribe', topics: [topic], missed });
const auth = (token = 'a-token') => ({ type: 'auth', token });
const latest = () => sockets.at(-1)!;

describe('a page with a session', () => {
  it('shows the token first, then asks for its topics, over one socket for the whole page', () => {
    const [one, two] = [listen(), listen()];
    expect(sockets).toHaveLength(1);
    latest().accept();
    expect(latest().said).toEqual([auth(), subscribe('sync-runs')]);
    latest().tell({ type: 'event', topic: 'sync-runs', data: { id: '7' } });
    latest().tell({ type: 'event', topic: 'something-else', data: { id: '8' } });
    expect([one.heard, two.heard]).toEqual([[{ id: '7' }], [{ id: '7' }]]);
  });

  it('comes back after a lost connection and says that something may have been missed', () => {
    const { heard } = listen();
    latest().accept();
    latest().drop();
    jest.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
    latest().accept();
    expect(heard).toEqual(['lost', 'resync']);
  });

  it('asks for what happened since it read the list, and since it read it again', () => {
    listen();
    jest.advanceTimersByTime(400);
    latest().accept();
    expect(latest().said).toEqual([auth(), subscribe('sync-runs', 400)]);
    jest.advanceTimersByTime(90_000);
    const signals = listen('signals');
    expect(latest().said.at(-1)).toEqual(subscribe('signals', 0));
    signals.stop();
    jest.advanceTimersByTime(5000);
    latest().drop();
    jest.advanceTimersByTime(2000);
    latest().accept();
    expect(latest().said).toEqual([auth(), subscribe('sync-runs', 0)]);
  });

  it('asks for ten minutes at most', () => {
    // A connection that does not come is given up every 40 seconds and tried again after one: 5 seconds later there is one.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    listen();
    jest.advanceTimersByTime(3_605_000);
    latest().accept();
    expect(latest().said.at(-1)).toEqual(subscribe('sync-runs', 600_000));
  });

  it('leaves a server alone that does not want this session, for a minute or two', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    listen();
    latest().drop(4401);
    jest.advanceTimersByTime(59_999);
    expect(sockets).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  it('opens nothing without a session, and closes when nobody listens any more', () => {
    clearStoredSession();
    listen().stop();
    expect(sockets).toHaveLength(0);
    storeSession('a-token');
    const { stop } = listen();
    latest().accept();
    stop();
    expect(latest().isClosed).toBe(true);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe('a page with the ticker', () => {
  it('needs no session, and asks at once', () => {
    clearStoredSession();
    const { heard } = listen('ticker');
    latest().open();
    expect(latest().said).toEqual([open('ticker')]);
    latest().tell({ type: 'event', topic: 'ticker', data: { full: true } });
    expect(heard).toEqual([{ full: true }]);
  });

  it('keeps the token to itself while nothing needs it', () => {
    listen('ticker');
    latest().open();
    expect(latest().said).toEqual([open('ticker')]);
  });

  it('hears both over one socket, and does not wait for the session with the ticker', () => {
    listen('ticker');
    listen();
    latest().accept();
    expect(latest().said).toEqual([open('ticker'), auth(), subscribe('sync-runs')]);
  });

  it('opens anew when something that needs the session joins a socket without one', () => {
    const ticker = listen('ticker');
    const [public_] = sockets;
    public_!.open();
    listen();
    expect(public_!.isClosed).toBe(true);
    latest().accept();
    expect(latest().said).toEqual([open('ticker'), auth(), subscribe('sync-runs')]);
    public_!.drop(1005);
    expect(sockets).toHaveLength(2);
    expect(ticker.heard).toEqual([]);
  });

  it('subscribes and unsubscribes as listeners come and go', () => {
    listen();
    latest().accept();
    const [one, two] = [listen('ticker'), listen('ticker')];
    one.stop();
    two.stop();
    expect(sockets).toHaveLength(1);
    expect(latest().said.slice(2)).toEqual([open('ticker'), { type: 'unsubscribe', topics: ['ticker'] }]);
  });

  it.each([4401, 4403, 4429])('goes on at once, without a session, when the session is refused (%d), and shows it again later', (code) => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const ticker = listen('ticker');
    listen();
    latest().open();
    latest().drop(code);
    latest().open();
    expect(latest().said).toEqual([open('ticker')]);
    expect(ticker.heard).toEqual([]);
    const before = sockets.length;
    jest.advanceTimersByTime(59_999);
    expect(sockets).toHaveLength(before);
    jest.advanceTimersByTime(1);
    latest().accept();
    expect(latest().said).toEqual([open('ticker'), auth(), subscribe('sync-runs', 60_000)]);
  });

  it('shows the next session at once, whatever became of the last', () => {
    listen('ticker');
    listen().stop();
    const { stop } = listen();
    latest().open();
    latest().drop(4401);
    stop();
    storeSession('another-token');
    listen();
    latest().open();
    expect(latest().said).toEqual([open('ticker'), auth('another-token')]);
  });
});

describe('a lost connection', () => {
  it('is told to who listens, each time', () => {
    const { heard } = listen('ticker');
    latest().drop();
    jest.advanceTimersByTime(2000);
    latest().drop();
    expect(heard).toEqual(['lost', 'lost']);
  });

  it.each([
    ['soonest', 0, [1000, 1000, 1000, 1000, 1000, 1000, 1000]],
    ['latest', 1, [2000, 3000, 5000, 9000, 17_000, 30_000, 30_000]],
  ])('is tried again after a pause that grows from 1 s to 30 s, at the %s', (_, luck, pauses) => {
    jest.spyOn(Math, 'random').mockReturnValue(luck);
    listen('ticker');
    for (const pause of pauses) {
      const before = sockets.length;
      latest().drop();
      jest.advanceTimersByTime(pause - 1);
      expect(sockets).toHaveLength(before);
      jest.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
  });

  it('is tried again soon after one that stood', () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    listen('ticker');
    for (const pause of [2000, 3000, 5000]) {
      latest().drop();
      jest.advanceTimersByTime(pause);
    }
    latest().open();
    latest().tell({ type: 'event', topic: 'ticker', data: {} });
    const before = sockets.length;
    latest().drop();
    jest.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(before + 1);
  });

  it('is tried again at once when the browser is online again, also where the old one does not know yet that it is dead', () => {
    listen('ticker');
    latest().drop();
    dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
    latest().open();
    dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(3);
    expect(sockets[1]!.isClosed).toBe(true);
    jest.advanceTimersByTime(9000);
    expect(sockets).toHaveLength(3);
  });

  it('is tried again at once when the page is shown again', () => {
    listen('ticker');
    latest().drop();
    hidePage();
    expect(sockets).toHaveLength(1);
    showPage();
    expect(sockets).toHaveLength(2);
    latest().open();
    hidePage();
    showPage();
    expect(sockets).toHaveLength(2);
  });

  it('is found by asking a silent server for a sign of life', () => {
    const { heard } = listen('ticker');
    latest().open();
    jest.advanceTimersByTime(20_000);
    expect(latest().said).toEqual([open('ticker'), { type: 'ping' }]);
    latest().isMute = true;
    jest.advanceTimersByTime(30_000);
    expect(heard).toEqual([]);
    jest.advanceTimersByTime(10_000);
    expect(heard).toEqual(['lost']);
    expect(latest().isClosed).toBe(true);
    jest.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
  });

  it('is nothing that a page which nobody looks at goes on about', () => {
    const { stop } = listen('ticker');
    latest().drop();
    stop();
    dispatchEvent(new Event('online'));
    hidePage();
    showPage();
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});

it('gives up a connection that does not stand yet only when it does: browsers call the other way an error', () => {
  listen('ticker').stop();
  expect(latest().isClosed).toBe(false);
  latest().open();
  expect(latest().isClosed).toBe(true);
  expect(latest().said).toEqual([]);
});
