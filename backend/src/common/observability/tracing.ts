/** What a span may be told: names, numbers and states that we chose. Never an id, an address, a message or anything somebody sent (docs/operations.md). */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** One of few: of a route, a job, a kind. */
  name: string;
  kind: 'server' | 'client' | 'consumer' | 'internal';
  facts?: SpanFacts;
  /** A traceparent (W3C) of another process; without it, the span that the work under way is in. */
  parent?: string | null | undefined;
}

/** A stretch of work under way. */
export interface OpenSpan {
  readonly traceId: string;
  /** What `act` begins is part of this span, also what it waits for. */
  within<T>(act: () => T): T;
  /** Once. `failure`: a code or a class, never a message; null for a success. */
  end(failure: string | null, facts?: SpanFacts): void;
}

/** Where traces go. Nothing but `otel/`, which a process loads when it is told to, implements it. */
export interface Tracing {
  /** Whether a traceparent that came with a request is believed. */
  readonly trustsTraceparent: boolean;
  open(start: SpanStart): OpenSpan;
  /** Of the span that the work under way is in; null outside of any. */
  current(): { traceId: string; traceparent: string } | null;
  /** Sends what has not left yet, for a bounded time. Never rejects. */
  end(): Promise<void>;
}

let chosen: Tracing | null = null;

/** Null, as long as nobody asked for traces: what depends on them is not even set up then. */
export function tracing(): Tracing | null {
  return chosen;
}

/** Called once by an entry point, before anything that asks for `tracing()` is made. */
export function traceWith(one: Tracing | null): void {
  chosen = one;
}

/** Does `act` in a span of its own. `passes`: a rejection that is no failure. */
export async function inSpan<T>(start: SpanStart, act: () => Promise<T>, passes: (error: unknown) => boolean = () => false): Promise<T> {
  if (chosen === null) return act();
  const span = chosen.open(start);
  try {
    const result = await span.within(act);
    span.end(null);
    return result;
  } catch (error) {
    span.end(passes(error) ? null : failureOf(error));
    throw error;
  }
}

const CODE = /^\w{1,40}$/;

/** What an error is, without what it says: its message may hold addresses, names and values. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  return CODE.test(error.constructor.name) ? error.constructor.name : 'Error';
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/;

/** What came from outside or from a store that others can write to; null where it is no traceparent as we write it. */
export function readTraceparent(value: unknown): string | null {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : null;
}
