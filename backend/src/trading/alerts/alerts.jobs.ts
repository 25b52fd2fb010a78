import { z } from 'zod';
import { defineJob } from '../../platform/queue/index.js';
import { marketPair } from '../market/index.js';

/** Finds pairs with active alerts, and members whose account was read. */
export const alertsDue = defineJob({
  name: 'alerts.due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});

/** Evaluates the alerts of one pair up to the last closed minute. A failed run is made up by the next minute's. */
export const evaluateAlerts = defineJob({
  name: 'alerts.evaluate-pair',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), ...marketPair }),
  options: { attempts: 1 },
});

/** Evaluates the alerts of one member about their account on its last reading. A failed run is made up by the next minute's. */
export const evaluateAccountAlerts = defineJob({
  name: 'alerts.evaluate-account',
  queue: 'system',
  payload: z.object({ v: z.literal(1), userId: z.uuid() }),
  options: { attempts: 1 },
});
