import { z } from 'zod';
import { defineJob } from '../../common/queue/index.js';

/** Counts one account's balances again, from what is stored. */
export const reconcileAccount = defineJob({
  name: 'exchange.reconcile',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), accountId: z.uuid() }),
});
