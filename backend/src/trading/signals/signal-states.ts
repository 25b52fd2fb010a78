import { finalStatuses } from './scorer/signal-score.entity.js';

/** What lists of signals are divided into. */
export const phases = ['running', 'ended'] as const;
export type Phase = (typeof phases)[number];

const final = finalStatuses.map((status) => `'${status}'`).join(', ');

/** SQL over `signals`: nothing can happen to it any more. What cannot be scored ends with its own closure. */
export const ENDED = `exists (select 1 from signal_scores c where c.signal_id = signals.id and (c.status in (${final}) or (c.status = 'unscored' and signals.projected_closure_at <= now())))`;
