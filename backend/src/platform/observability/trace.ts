import { AsyncLocalStorage } from 'node:async_hooks';

/** Identifies what the current work is done for. */
export interface Trace {
  /** The id of the request, in the API and in every job that it caused. */
  requestId: string;
  /** The client's address; null in a job. */
  ip: string | null;
}

const REQUEST_ID = /^[\w-]{1,64}$/;

const traces = new AsyncLocalStorage<Trace>();

/** Runs `act` with `trace` as its context: logs, audit records and queued jobs carry it, asynchronous work included. */
export function traced<T>(trace: Trace, act: () => T): T {
  return traces.run(trace, act);
}

export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** Validates a request id from a store that others can write to; null if it is not one. */
export function readRequestId(value: unknown): string | null {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : null;
}
