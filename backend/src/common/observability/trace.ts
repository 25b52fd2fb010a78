import { AsyncLocalStorage } from 'node:async_hooks';

/** What the work under way is done for. */
export interface Trace {
  /** Of the request that asked for it, in the API and in every job that came of it. */
  requestId: string;
  /** Of the client; null in a job. */
  ip: string | null;
}

const REQUEST_ID = /^[\w-]{1,64}$/;

const traces = new AsyncLocalStorage<Trace>();

/** Everything that `act` logs, records and queues knows `trace`, also what it waits for. */
export function traced<T>(trace: Trace, act: () => T): T {
  return traces.run(trace, act);
}

export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** What came from a store that others can write to; null where it is no request's id. */
export function readRequestId(value: unknown): string | null {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : null;
}
