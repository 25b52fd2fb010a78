import { afterEach, beforeEach, jest } from '@jest/globals';

/** The server's side of every socket that the page has opened, newest last. */
export const sockets: FakeSocket[] = [];

/** A WebSocket whose other end is the test. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = FakeSocket.CONNECTING;
  /** A mute one takes what it is told and never answers. */
  isMute = false;
  readonly said: { type: string; topics?: string[] }[] = [];

  constructor(readonly url: string) {
    super();
    sockets.push(this);
  }

  send(text: string): void {
    const message = JSON.parse(text) as { type: string };
    this.said.push(message);
    if (message.type === 'ping' && !this.isMute) this.tell({ type: 'pong' });
  }

  close(): void {
    this.readyState = 3;
  }

  get isClosed(): boolean {
    return this.readyState === 3;
  }

  /** The connection stands; nobody has been asked who they are. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** The connection stands, and the token is taken. */
  accept(): void {
    this.open();
    this.tell({ type: 'ready' });
  }

  tell(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

/** Gives each test of a file sockets of its own, and a clock that stands still until it is moved on. */
export function withFakeSockets(): void {
  const original = globalThis.WebSocket;
  beforeEach(() => {
    jest.useFakeTimers();
    sockets.length = 0;
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  });
  afterEach(() => {
    showPage();
    globalThis.WebSocket = original;
    jest.useRealTimers();
  });
}

function turnPage(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Another tab comes to the front. */
export const hidePage = (): void => turnPage('hidden');
export const showPage = (): void => turnPage('visible');
