import { z } from 'zod';
import { outcomes } from '../public-signal.repository.js';

const MAX_PARTS = 10_000;

export const publicFilter = z.object({
  outcome: z.enum(outcomes, `outcome must be one of ${outcomes.join(', ')}`).optional(),
  side: z.enum(['long', 'short'], 'side must be long or short').optional(),
  q: z.string('q must be text').trim().max(45, 'q can have up to 45 characters').optional(),
});
export type PublicFilterQuery = z.output<typeof publicFilter>;

export const downloadQuery = z.object({
  month: z.string('month must be a month, like 2026-11').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'month must be a month, like 2026-11'),
  part: z.coerce
    .number('part must be a whole number')
    .int('part must be a whole number')
    .min(1, 'part must be at least 1')
    .max(MAX_PARTS, `part must be at most ${MAX_PARTS}`)
    .default(1),
});
export type DownloadQuery = z.output<typeof downloadQuery>;
