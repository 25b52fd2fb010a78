import { z } from 'zod';
import { defineJob } from '../../../../platform/queue/index.js';
import { marketPair } from '../../../market/index.js';

/** Finds pairs with open signals. */
export const scoringDue = defineJob({
  name: 'signals.scoring-due',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: 60_000, payload: {} },
});

/** Scores the signals of one pair up to the last minute. A failed run is made up by the next minute's. */
export const scorePair = defineJob({
  name: 'signals.score-pair',
  queue: 'exchange',
  payload: z.object({ v: z.literal(1), ...marketPair }),
  options: { attempts: 1 },
});
