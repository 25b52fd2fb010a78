import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf } from './network.js';

/** Where the act under way came from; absent in the worker. */
export interface RequestTrace {
  requestId: string;
  network: string | null;
}

const traces = new AsyncLocalStorage<RequestTrace>();

/** Runs `act` so that every audit record written in it knows its request. */
export function traced<T>(request: { id: string; ip: string }, act: () => T): T {
  return traces.run({ requestId: request.id, network: networkOf(request.ip) }, act);
}

export function currentTrace(): RequestTrace | undefined {
  return traces.getStore();
}
