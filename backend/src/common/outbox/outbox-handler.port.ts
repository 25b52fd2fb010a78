import { SetMetadata } from '@nestjs/common';

export const OUTBOX_HANDLER = 'tidemark:outbox-handler';

export interface OutboxContext {
  /** The message's id: the same on every try, so it names the effect (a Message-ID, a job id). */
  id: string;
  /** From 1. */
  attempt: number;
  createdAt: Date;
}

/** Does what a message asks for; it may be called twice for one message. Throwing means "again later". */
export interface OutboxHandler<P> {
  handle(payload: P, context: OutboxContext): Promise<void>;
}

/** Put on the one class that serves messages of `kind`. */
export const HandlesOutbox = (kind: string) => SetMetadata(OUTBOX_HANDLER, kind);

/** No later try can succeed: the message is set aside as dead at once. */
export class UndeliverableError extends Error {}

/** Its turn has not come: the message waits `afterMs` and the try does not count. */
export class DeferDelivery extends Error {
  constructor(readonly afterMs: number) {
    super(`not before ${afterMs} ms`);
  }
}
