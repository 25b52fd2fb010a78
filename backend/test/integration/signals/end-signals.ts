import { METHODOLOGY } from '../../../src/trading/signals/scoring/jobs/index.js';

/**
 * Signals get their final score without an event. A worker scores a cancelled one at the end of its minute, and would tell of it during a
 * later test.
 */
export function endSignals(api: { rows(sql: string, values: unknown[]): Promise<unknown> }): Promise<unknown> {
  return api.rows(
    `insert into signal_scores (signal_id, methodology, status, closed_at) select id, ?, 'expired_unfilled', now() from signals
      on conflict (signal_id, methodology) do update set status = excluded.status, closed_at = excluded.closed_at
        where signal_scores.closed_at is null`,
    [METHODOLOGY],
  );
}
