import { z } from 'zod';
import { defineJob } from '../../common/queue/index.js';

/** Reads one member's account. */
export const syncAccount = defineJob({
  name: 'exchange.sync-account',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid() }),
  options: { attempts: 6, backoffMs: 2000 },
});

/** Shows a key to its exchange that could not be checked when it was given. */
export const checkStoredKey = defineJob({
  name: 'exchange.check-key',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), accountId: z.uuid() }),
  options: { attempts: 1 },
});

/** Finds what is due: accounts to read, runs that nobody works on, keys to check. */
export const syncDue = defineJob({
  name: 'exchange.sync-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});
