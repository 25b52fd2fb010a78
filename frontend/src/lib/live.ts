import { sessionToken } from './session-token';

/** What the server tells while somebody looks. Each message is a hint: the resources stay the truth, and are read again after a pause. */
export interface LiveListener {
  topic: string;
  /** Null: something changed, but it was too large to be told. */
  onEvent: (data: Record<string, unknown> | null) => void;
  /** Events may have been missed. A public topic tells everything anew by itself. */
  onResync?: () => void;
  /** There is no connection at the moment; it is tried again until there is one. */
  onLost?: () => void;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** The longest time that a subscription can ask about. */
const LONGEST_MISSED = 600_000;
/** The server will not take this session's sockets for now: the pages ask on their own, as they do without a socket. */
const REFUSED = new Set([4401, 4403, 4429]);
const REFUSED_PAUSE = 120_000;
const CHECK_EVERY = 10_000;
/** A socket that has been silent over so many checks is asked for a sign of life, and given up at the next but one. */
const SILENT_CHECKS = 2;

type Message = { type: string; topic?: string; data?: Record<string, unknown> | null };
type Timer = ReturnType<typeof setTimeout> | undefined;

const listeners = new Set<LiveListener>();
/** When the page began to read the resources of a topic, which is when it began to listen. */
const readSince = new Map<string, number>();
let socket: WebSocket | null = null;
/** The token that the present socket has shown; null: it is a public one. */
let shown: string | null = null;
/** The token that the server does not want for now. */
let refused: string | null = null;
let retry: Timer;
let forgiveness: Timer;
let checks: Timer;
let failures = 0;
let silentChecks = 0;
/** Whether the session was taken before: then whoever listens may have missed something. */
let wasReady = false;

const isPublic = (topic: string) => topic === 'ticker';
const wanted = (open: boolean) => [...new Set([...listeners].map(({ topic }) => topic).filter((topic) => isPublic(topic) === open))];

/** The token to show, where somebody wants to hear what takes a session. */
function tokenToShow(): string | null {
  const token = wanted(false).length > 0 ? sessionToken() : null;
  return token === refused ? null : token;
}

/**
 * Listens until the returned function is called. One socket serves the whole page, and none is open while nobody listens. The ticker needs
 * no session; every other topic waits for one.
 */
export function listenLive(listener: LiveListener): () => void {
  const { topic } = listener;
  const isNews = ![...listeners].some((other) => other.topic === topic);
  if (listeners.size === 0) watchPage();
  listeners.add(listener);
  if (isNews) readSince.set(topic, performance.now());
  // A token may be shown within seconds of connecting alone: a socket that was opened without one is replaced.
  if (socket && !isPublic(topic) && shown === null && tokenToShow() !== null) drop();
  else if (isNews && (isPublic(topic) || shown !== null)) subscribe([topic]);
  connect();
  return () => {
    if (!listeners.delete(listener)) return;
    const isLast = ![...listeners].some((other) => other.topic === topic);
    if (isLast) readSince.delete(topic);
    if (listeners.size === 0) rest();
    else if (isLast) say({ type: 'unsubscribe', topics: [topic] });
  };
}

function connect(): void {
  // Without a network each try is an error in the console; `renew` connects when it is back.
  if (socket || retry !== undefined || !navigator.onLine) return;
  const token = tokenToShow();
  if (token === null && wanted(true).length === 0) return;
  const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`);
  socket = opened;
  shown = token;
  silentChecks = 0;
  opened.addEventListener('open', () => {
    subscribe(wanted(true));
    if (token !== null) say({ type: 'auth', token });
  });
  opened.addEventListener('message', (message) => {
    if (socket === opened) hear(String(message.data));
  });
  opened.addEventListener('close', ({ code }) => {
    if (socket === opened) lose(code);
  });
}

/** Ends the present socket without a word to those who listen. */
function drop(): void {
  const open = socket;
  socket = null;
  // A browser complains aloud about a connection that is given up before it stands.
  if (open?.readyState === WebSocket.CONNECTING) open.addEventListener('open', () => open.close());
  else open?.close();
}

function lose(code?: number): void {
  drop();
  const isRefusal = code !== undefined && REFUSED.has(code);
  if (isRefusal && shown !== null) {
    refused = shown;
    clearTimeout(forgiveness);
    forgiveness = setTimeout(forgive, spread(REFUSED_PAUSE));
    return connect(); // what needs no session goes on
  }
  for (const { onLost } of listeners) onLost?.();
  const pause = isRefusal
    ? spread(REFUSED_PAUSE)
    : FIRST_PAUSE + Math.random() * Math.min(LONGEST_PAUSE - FIRST_PAUSE, FIRST_PAUSE * 2 ** failures++);
  retry = setTimeout(connectNow, pause);
}

const spread = (pause: number) => pause * (0.5 + Math.random() / 2);

function connectNow(): void {
  clearTimeout(retry);
  retry = undefined;
  connect();
}

function forgive(): void {
  refused = null;
  if (shown === null && tokenToShow() !== null) drop();
  connectNow();
}

/** The network has come back, often as another one: what was open before may be dead without knowing it. */
function renew(): void {
  drop();
  connectNow();
}

function onVisibility(): void {
  if (document.visibilityState === 'visible') connectNow();
}

/** Counts checks and not time, so that a page whose timers are slowed down gives an answer the time to arrive. */
function check(): void {
  if (!socket) return;
  silentChecks += 1;
  if (silentChecks === SILENT_CHECKS) say({ type: 'ping' });
  else if (silentChecks > SILENT_CHECKS + 1) lose();
}

function watchPage(): void {
  addEventListener('online', renew);
  document.addEventListener('visibilitychange', onVisibility);
  checks = setInterval(check, CHECK_EVERY);
}

function rest(): void {
  removeEventListener('online', renew);
  document.removeEventListener('visibilitychange', onVisibility);
  clearInterval(checks);
  clearTimeout(forgiveness);
  clearTimeout(retry);
  retry = undefined;
  refused = null;
  wasReady = false;
  failures = 0;
  drop();
}

/** Topics of one kind, public or not. What happened since the page read what they are about is told, too. */
function subscribe(topics: string[]): void {
  const [first] = topics;
  if (first === undefined) return;
  if (isPublic(first)) return say({ type: 'subscribe', topics });
  const since = Math.min(...topics.map((topic) => readSince.get(topic) ?? 0));
  say({ type: 'subscribe', topics, missed: Math.min(Math.ceil(performance.now() - since), LONGEST_MISSED) });
}

function say(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(text: string): void {
  silentChecks = 0;
  let message: Message;
  try {
    message = JSON.parse(text) as Message;
  } catch {
    return; // not ours
  }
  const { type, topic, data } = message;
  // Only who is let in is told one of these.
  if (type === 'ready' || type === 'event') failures = 0;
  if (type === 'ready') {
    if (wasReady) resync();
    subscribe(wanted(false));
    wasReady = true;
  } else if (type === 'resync') resync();
  else if (type === 'event') for (const listener of listeners) if (listener.topic === topic) listener.onEvent(data ?? null);
}

function resync(): void {
  for (const topic of readSince.keys()) readSince.set(topic, performance.now());
  for (const { onResync } of listeners) onResync?.();
}
