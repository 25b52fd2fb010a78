import type { LiveListener } from '../../lib/live';
import type { LiveTickerWire, TickerRowWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';

/** How the prices stand, for people. The same object as long as nothing of it changes. */
export interface TickerStatus {
  /** Nothing is known yet. */
  waiting: boolean;
  /** Why there are no new prices; null while there are, or while the first are awaited. */
  error: string | null;
  /** Nothing was heard of the exchange for ten seconds. */
  stale: boolean;
  /** Seconds since the exchange was last heard, where that matters: with an error, or when stale. */
  age: number | null;
}

type Stop = () => void;
type Listener = () => void;

const STALE_MS = 10_000;
const TICK_MS = 1000;
/** So many pairs, those with the highest turnover, stand in the strip. */
const TOP = 40;

export const WAITING: TickerStatus = { waiting: true, error: null, stale: false, age: null };
export const NO_PAIRS: readonly string[] = [];

const isFrame = (data: Record<string, unknown> | null): data is Record<string, unknown> & LiveTickerWire =>
  data !== null && Array.isArray(data['rows']);

const areSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((symbol, at) => symbol === other[at]);

function toggle(set: Set<Listener>, listener: Listener): Stop {
  set.add(listener);
  return () => set.delete(listener);
}

/**
 * The last prices, as the server tells them. It listens while somebody watches the status and the page can be seen. Whoever watches a pair
 * is called when that pair changes, so that a message costs what it changes. All functions may be handed on by themselves.
 */
export class TickerStore {
  readonly #rows = new Map<string, TickerRowWire>();
  #order = NO_PAIRS;
  #top = NO_PAIRS;
  #status = WAITING;
  #frames = 0;
  #told: Pick<LiveTickerWire, 'state' | 'reason'> = { state: 'waiting', reason: null };
  /** On the clock of `now`; null: never. */
  #heardAt: number | null = null;
  #isLost = false;
  /** Whether everything was told since we listen: what changed means nothing before. */
  #isComplete = false;
  #unlisten: Stop | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #statusListeners = new Set<Listener>();
  readonly #orderListeners = new Set<Listener>();
  readonly #frameListeners = new Set<Listener>();
  readonly #rowListeners = new Map<string, Set<Listener>>();
  readonly #listen: (listener: LiveListener) => Stop;
  readonly #now: () => number;

  /** `now` counts milliseconds and is never set back. */
  constructor(listen: (listener: LiveListener) => Stop, now: () => number) {
    this.#listen = listen;
    this.#now = now;
  }

  readonly status = (): TickerStatus => this.#status;
  /** All pairs, highest turnover first. */
  readonly order = (): readonly string[] => this.#order;
  readonly top = (): readonly string[] => this.#top;
  /** How many messages have come. */
  readonly frames = (): number => this.#frames;
  readonly row = (symbol: string): TickerRowWire | undefined => this.#rows.get(symbol);

  readonly onOrder = (listener: Listener): Stop => toggle(this.#orderListeners, listener);
  readonly onFrame = (listener: Listener): Stop => toggle(this.#frameListeners, listener);

  readonly onStatus = (listener: Listener): Stop => {
    if (this.#statusListeners.size === 0) this.#start();
    const stop = toggle(this.#statusListeners, listener);
    return () => {
      stop();
      if (this.#statusListeners.size === 0) this.#rest();
    };
  };

  onRow(symbol: string, listener: Listener): Stop {
    const known = this.#rowListeners.get(symbol) ?? new Set();
    this.#rowListeners.set(symbol, known);
    const stop = toggle(known, listener);
    return () => {
      stop();
      if (known.size === 0 && this.#rowListeners.get(symbol) === known) this.#rowListeners.delete(symbol);
    };
  }

  #start(): void {
    document.addEventListener('visibilitychange', this.#follow);
    this.#follow();
  }

  /** Nobody looks any more: who looks again later waits for new prices and is not shown these. */
  #rest(): void {
    document.removeEventListener('visibilitychange', this.#follow);
    this.#pause();
    this.#rows.clear();
    this.#order = this.#top = NO_PAIRS;
    this.#status = WAITING;
    this.#told = { state: 'waiting', reason: null };
    this.#heardAt = null;
    this.#isLost = false;
  }

  readonly #follow = (): void => {
    if (document.visibilityState === 'hidden') return this.#pause();
    if (this.#unlisten) return;
    this.#timer = setInterval(() => this.#refresh(), TICK_MS);
    this.#unlisten = this.#listen({ topic: 'ticker', onEvent: (data) => this.#hear(data), onLost: () => this.#lose() });
  };

  #pause(): void {
    clearInterval(this.#timer);
    this.#unlisten?.();
    this.#unlisten = null;
    this.#isComplete = false;
  }

  #lose(): void {
    this.#isLost = true;
    this.#isComplete = false;
    this.#refresh();
  }

  #hear(frame: Record<string, unknown> | null): void {
    if (!isFrame(frame) || !(frame.full || this.#isComplete)) return;
    this.#isComplete = true;
    this.#isLost = false;
    this.#told = { state: frame.state, reason: frame.reason };
    this.#heardAt = frame.age === null ? null : this.#now() - frame.age;
    this.#frames += 1;
    if (frame.full) this.#replace(frame.rows);
    else this.#merge(frame.rows);
    this.#refresh();
    for (const listener of this.#frameListeners) listener();
  }

  #replace(rows: LiveTickerWire['rows']): void {
    const gone = new Set(this.#rows.keys());
    for (const row of rows) {
      gone.delete(row[0]);
      this.#set(row);
    }
    for (const symbol of gone) {
      this.#rows.delete(symbol);
      this.#tell(symbol);
    }
    this.#arrange(rows.map(([symbol]) => symbol));
  }

  #merge(rows: LiveTickerWire['rows']): void {
    const added = rows.filter(([symbol]) => !this.#rows.has(symbol));
    for (const row of rows) this.#set(row);
    // Where they stand by turnover is told with the next full message.
    if (added.length > 0) this.#arrange([...this.#order, ...added.map(([symbol]) => symbol)]);
  }

  #set(row: TickerRowWire): void {
    const [symbol, price, change] = row;
    const before = this.#rows.get(symbol);
    if (before?.[1] === price && before[2] === change) return;
    this.#rows.set(symbol, row);
    this.#tell(symbol);
  }

  #tell(symbol: string): void {
    for (const listener of this.#rowListeners.get(symbol) ?? []) listener();
  }

  #arrange(order: readonly string[]): void {
    if (areSame(order, this.#order)) return;
    this.#order = order;
    const top = order.slice(0, TOP);
    if (!areSame(top, this.#top)) this.#top = top;
    for (const listener of this.#orderListeners) listener();
  }

  /** Looks at the clock: a page in the background may be called much later than it asked for. */
  #refresh(): void {
    const next = this.#read();
    const { waiting, error, stale, age } = this.#status;
    if (next.waiting === waiting && next.error === error && next.stale === stale && next.age === age) return;
    this.#status = next;
    for (const listener of this.#statusListeners) listener();
  }

  #read(): TickerStatus {
    const isEmpty = this.#rows.size === 0;
    const age = this.#heardAt === null || isEmpty ? null : this.#now() - this.#heardAt;
    const stale = age !== null && age >= STALE_MS;
    const error = this.#error();
    return {
      waiting: isEmpty && error === null,
      error,
      stale,
      age: age !== null && (stale || error !== null) ? Math.max(0, Math.floor(age / 1000)) : null,
    };
  }

  #error(): string | null {
    if (this.#isLost) return navigator.onLine ? t('ticker.reason.unreachable') : t('ticker.reason.offline');
    return this.#told.state === 'down' ? (this.#told.reason ?? t('ticker.reason.exchange')) : null;
  }
}
