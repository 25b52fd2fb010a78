import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Reconciles one account from stored data. */
export const reconcileAccount = defineJob({
  name: 'exchange.reconcile',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), accountId: z.uuid() }),
});
