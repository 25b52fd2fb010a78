import { sessionToken } from './session-token';

/** What the server tells while somebody looks. Each message is a hint: the resources stay the truth, and are read again after a pause. */
export interface LiveListener {
  topic: string;
  /** Null: something changed, but it was too large to be told. */
  onEvent: (data: Record<string, unknown> | null) => void;
  /** Events may have been missed. */
  onResync: () => void;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** The server will not take this session's sockets for now: the pages ask on their own, as they do without a socket. */
const REFUSED = new Set([4401, 4403, 4429]);
const REFUSED_PAUSE = 120_000;

type Message = { type: string; topic?: string; data?: Record<string, unknown> | null };

const listeners = new Set<LiveListener>();
let socket: WebSocket | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** Whether a socket was open before: then whoever listens may have missed something. */
let wasOpen = false;

/** Listens until the returned function is called. One socket serves the whole page, and none is open while nobody listens. */
export function listenLive(listener: LiveListener): () => void {
  const known = [...listeners].some(({ topic }) => topic === listener.topic);
  listeners.add(listener);
  if (socket?.readyState === WebSocket.OPEN && !known) say({ type: 'subscribe', topics: [listener.topic] });
  connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) disconnect();
  };
}

function connect(): void {
  if (socket || retry !== undefined || listeners.size === 0) return;
  const token = sessionToken();
  if (token === null) return;
  const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`);
  socket = opened;
  opened.addEventListener('open', () => say({ type: 'auth', token }));
  opened.addEventListener('message', (message) => hear(String(message.data)));
  opened.addEventListener('close', ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    again(REFUSED.has(code) ? REFUSED_PAUSE : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++) * (0.5 + Math.random() / 2));
  });
}

function again(pause: number): void {
  if (listeners.size === 0) return;
  retry = setTimeout(() => {
    retry = undefined;
    connect();
  }, pause);
}

function disconnect(): void {
  clearTimeout(retry);
  retry = undefined;
  wasOpen = false;
  failures = 0;
  const open = socket;
  socket = null;
  open?.close();
}

function say(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(text: string): void {
  let message: Message;
  try {
    message = JSON.parse(text) as Message;
  } catch {
    return; // not ours
  }
  if (message.type === 'ready') {
    failures = 0;
    say({ type: 'subscribe', topics: [...new Set([...listeners].map(({ topic }) => topic))] });
    if (wasOpen) for (const listener of listeners) listener.onResync();
    wasOpen = true;
  } else if (message.type === 'resync') {
    for (const listener of listeners) listener.onResync();
  } else if (message.type === 'event') {
    for (const listener of listeners) if (listener.topic === message.topic) listener.onEvent(message.data ?? null);
  }
}
