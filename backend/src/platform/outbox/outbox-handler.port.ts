import { SetMetadata } from '@nestjs/common';

export const OUTBOX_HANDLER = 'tidemark:outbox-handler';

export interface OutboxContext {
  /** The message's id: the same on every try, so that it identifies the effect (a Message-ID, a job id). */
  id: string;
  /** From 1. */
  attempt: number;
  createdAt: Date;
}

/** Carries out a message; may be called twice for one message. Throwing means that it is retried. */
export interface OutboxHandler<P> {
  handle(payload: P, context: OutboxContext): Promise<void>;
  /**
   * Returns the lane of each message that must keep an order. Messages of one lane share a job where they can, in the order they were
   * written, so that fewer deliveries are put off.
   */
  lanesOf?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Marks the one class that handles messages of `kind`. */
export const HandlesOutbox = (kind: string) => SetMetadata(OUTBOX_HANDLER, kind);

/** No retry can succeed: the message is dead at once. */
export class UndeliverableError extends Error {}

/** Defers the message by `afterMs`; the try does not count. */
export class DeferDelivery extends Error {
  constructor(readonly afterMs: number) {
    super(`not before ${afterMs} ms`);
  }
}
