import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Reads one member's account. */
export const syncAccount = defineJob({
  name: 'exchange.sync-account',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid() }),
  options: { attempts: 6, backoffMs: 2000 },
});

/** A run has read its account: figures that depend on balances and rows are recomputed. Handled by the portfolio. */
export const accountRead = defineJob({
  name: 'exchange.account-read',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid() }),
  options: { attempts: 5, backoffMs: 5000 },
});

/** Finds accounts that are due and runs without a heartbeat. */
export const syncDue = defineJob({
  name: 'exchange.sync-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});
