import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { scaled } from '../../platform/domain/scaled.js';
import { ENDED, METHODOLOGY } from '../signals/index.js';
import { NOT_FINAL } from './public-signal.repository.js';
import type { FinalScore, FinalStatus } from './statistics.js';

/** Maximum scores that are read, newest first; the answer says if there are more. */
export const MAX_SCORES = 100_000;

interface ScoreRow {
  id: string;
  status: FinalStatus;
  publishedAt: number;
  enteredAt: number | null;
  endedAt: number;
  rNet: string | null;
  rOptimistic: string | null;
  targets: number;
  ambiguous: boolean;
}

const reached = (target: number) => `c.exits @> '[{"reason":"tp${target}"}]'`;

const scoreRows = new PreparedStatement<ScoreRow>(
  'track-record.scores',
  `select c.signal_id as id, c.status, extract(epoch from s.published_at)::float8 as "publishedAt",
     extract(epoch from c.entry_at)::float8 as "enteredAt", extract(epoch from c.closed_at)::float8 as "endedAt",
     c.r_net::text as "rNet", c.r_optimistic::text as "rOptimistic",
     case when ${reached(3)} then 3 when ${reached(2)} then 2 when ${reached(1)} then 1 else 0 end as targets,
     c.ambiguous <> '[]' as ambiguous
   from signal_scores c join signals s on s.id = c.signal_id
   where c.methodology = $1 and c.closed_at is not null and c.status in ('closed', 'missed', 'missed_ambiguous', 'expired_unfilled')
   order by c.closed_at desc, c.signal_id desc limit $2`,
);

const counts = new PreparedStatement<{ published: number; running: number; unscored: number }>(
  'track-record.counts',
  `select count(*)::int as published, (count(*) filter (where ${NOT_FINAL} and not ${ENDED}))::int as running,
     (count(*) filter (where c.status = 'unscored' and ${ENDED}))::int as unscored
   from signals left join signal_scores c on c.signal_id = signals.id and c.methodology = $1`,
);

export interface SignalCounts {
  published: number;
  /** Not ended, so that nothing of them is public. */
  running: number;
  /** Ended without a score, because the venue has no such market. */
  unscored: number;
}

/** Prepared reads of the statistics' input. */
@Injectable()
export class TrackRecordRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the newest 100,000 final scores. */
  async findFinalScores(): Promise<{ scores: FinalScore[]; complete: boolean }> {
    const rows = await scoreRows.rows(this.em, [METHODOLOGY, MAX_SCORES + 1]);
    const decimal = (text: string | null) => (text === null ? null : scaled(text));
    return {
      scores: rows.slice(0, MAX_SCORES).map((row) => ({ ...row, rNet: decimal(row.rNet), rOptimistic: decimal(row.rOptimistic) })),
      complete: rows.length <= MAX_SCORES,
    };
  }

  async countSignals(): Promise<SignalCounts> {
    return (await counts.first(this.em, [METHODOLOGY])) ?? { published: 0, running: 0, unscored: 0 };
  }
}
