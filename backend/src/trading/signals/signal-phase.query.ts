import { sql, type SqlBool } from 'kysely';
import { finalStatuses } from './scoring/jobs/signal-score.entity.js';

/** Phases by which lists of signals are filtered. */
export const phases = ['running', 'ended'] as const;
export type Phase = (typeof phases)[number];

const final = finalStatuses.map((status) => `'${status}'`).join(', ');

/** SQL over `signals`: the outcome is final. A signal that cannot be scored ends at its projected closure. */
export const ENDED = `exists (select 1 from signal_scores c where c.signal_id = signals.id
  and (c.status in (${final}) or (c.status = 'unscored' and signals.projected_closure_at <= now())))`;

/** `ENDED` as a typed condition. */
export const hasEnded = sql<SqlBool>`${sql.raw(ENDED)}`;
