/** Attributes of a span: names, numbers and states of our own. Never an id, an address, a message or user input (docs/operations.md). */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** Of low cardinality: a route, a job, a kind. */
  name: string;
  kind: 'server' | 'client' | 'consumer' | 'internal';
  facts?: SpanFacts;
  /** A traceparent (W3C) of another process; the current span unless given. */
  parent?: string | null | undefined;
}

/** A span that has not ended. */
export interface OpenSpan {
  readonly traceId: string;
  /** Runs `act` with this span as its context, asynchronous work included. */
  within<T>(act: () => T): T;
  /** Ends the span, once. `failure`: a code or a class, never a message; null for success. */
  end(failure: string | null, facts?: SpanFacts): void;
}

/** The tracing seam. Only `otel/` implements it, and a process loads that only when traces are configured. */
export interface Tracing {
  /** Whether the traceparent of an incoming request is trusted. */
  readonly trustsTraceparent: boolean;
  open(start: SpanStart): OpenSpan;
  /** Returns the current span; null outside of one. */
  current(): { traceId: string; traceparent: string } | null;
  /** Flushes pending spans, for a bounded time. Never rejects. */
  end(): Promise<void>;
}

let chosen: Tracing | null = null;

/** Returns null while traces are not configured: then no instrumentation is set up at all. */
export function tracing(): Tracing | null {
  return chosen;
}

/** Called once by an entry point, before anything that calls `tracing()` is constructed. */
export function traceWith(one: Tracing | null): void {
  chosen = one;
}

/** Runs `act` in a child span. `passes`: a rejection that is not a failure. */
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

/** Returns an error's code or class, never its message: that may hold addresses, names and values. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  return CODE.test(error.constructor.name) ? error.constructor.name : 'Error';
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/;

/** Validates a traceparent from outside or from a store that others can write to; null if it is not of our format. */
export function readTraceparent(value: unknown): string | null {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : null;
}
