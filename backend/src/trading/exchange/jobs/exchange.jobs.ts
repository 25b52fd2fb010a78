import { z } from 'zod';
import { defineJob } from '../../../platform/queue/index.js';

/** Reads one member's account. */
export const syncAccount = defineJob({
  name: 'exchange.sync-account',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid() }),
  options: { attempts: 6, backoffMs: 2000 },
});

/** A run has read its account: whatever is made of balances and rows is made anew. Served by the portfolio. */
export const accountRead = defineJob({
  name: 'exchange.account-read',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), runId: z.uuid() }),
  options: { attempts: 5, backoffMs: 5000 },
});

/** Shows a stored key to its exchange, where a check is due. */
export const checkStoredKey = defineJob({
  name: 'exchange.check-key',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), accountId: z.uuid() }),
  options: { attempts: 1 },
});

/** Finds keys to check. */
export const checkKeysDue = defineJob({
  name: 'exchange.check-keys-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});

/** Reminds members of keys that end, and wipes keys that cannot be used. */
export const keyUpkeep = defineJob({
  name: 'exchange.key-upkeep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 6 * 3_600_000, payload: {} },
});

/** Finds what is due: accounts to read, and runs that nobody works on. */
export const syncDue = defineJob({
  name: 'exchange.sync-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});
