import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';

/** Reads the whole chain and writes down what was found. */
export const verifyChain = defineJob({
  name: 'audit.verify',
  queue: 'outbox',
  payload: z.object({ v: z.literal(1) }),
  options: { attempts: 3, backoffMs: 5000 },
});

const HOUR_MS = 3_600_000;

/** Sees to it that nobody has to ask. */
export const verifyChainDue = defineJob({
  name: 'audit.verify-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});
