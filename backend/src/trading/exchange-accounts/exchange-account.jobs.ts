import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

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

/** Reminds members of keys that expire, and wipes keys that cannot be used. */
export const keyUpkeep = defineJob({
  name: 'exchange.key-upkeep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 6 * 3_600_000, payload: {} },
});
