import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LiveEvents } from '../../../messaging/live/index.js';
import { METHODOLOGY, pairName, type SignalPair } from './scored-signals.js';
import { saysTheSame } from './scoring.js';
import { finalStatuses, isFinal } from './signal-score.entity.js';
import { SignalScores, type SignalScore } from './signal-scores.js';

/** How far behind the candles the mark of a signal may be to which nothing happens. */
const MARK_EVERY = `interval '15 minutes'`;

export interface Written {
  /** When each was written, by the signal's id, as the database tells it. */
  at: Map<string, string>;
  /** Scores that are final as they are stored, and are another now: those stand. */
  differing: string[];
}

/** Stores scores: what says something new, of what has not ended, and never an older view over a newer one. */
@Injectable()
export class ScoreWriter {
  constructor(
    private readonly scores: SignalScores,
    private readonly live: LiveEvents,
  ) {}

  /**
   * In one transaction, one writer of a pair at a time. `untouched` are signals to which nothing happened up to `through`. Tells whoever
   * listens of each change of a status.
   */
  async write(
    em: EntityManager,
    pair: SignalPair,
    scores: readonly SignalScore[],
    untouched: { ids: readonly string[]; through: number } = { ids: [], through: 0 },
  ): Promise<Written> {
    return em.transactional(async (tx) => {
      await tx.execute(`select pg_advisory_xact_lock(hashtextextended('scores ' || ?, 0))`, [pairName(pair)]);
      const stored = await this.scores.of(
        scores.map(({ signalId }) => signalId),
        tx,
      );
      const differing: string[] = [];
      const news = scores.filter((score) => {
        const before = stored.get(score.signalId);
        if (!before) return true;
        const same = saysTheSame(before, score);
        if (isFinal(before.status) && !same) differing.push(score.signalId);
        return !isFinal(before.status) && !same && timeOf(before.scoredThrough) <= timeOf(score.scoredThrough);
      });
      const at = await store(tx, news);
      for (const { signalId, status } of news) {
        const before = stored.get(signalId)?.status;
        // A new one was told of when it was published. The event names it and says nothing of it.
        if (at.has(signalId) && before !== status && (before || status !== 'pending'))
          await this.live.publish(tx, { topic: 'signals', userId: null, data: { id: signalId, change: 'scored' } });
      }
      await mark(tx, untouched);
      return { at, differing };
    });
  }
}

const timeOf = (date: Date | null): number => date?.getTime() ?? 0;

async function store(tx: EntityManager, scores: readonly SignalScore[]): Promise<Map<string, string>> {
  if (scores.length === 0) return new Map();
  const rows = await tx.execute<{ id: string; at: string }[]>(
    `insert into signal_scores as x (signal_id, methodology, status, entry_price, entry_at, exits, r_gross, r_net, r_funding, r_optimistic, ambiguous, closed_at, scored_through, gap_minutes, candles_digest)
     select n."signalId", ${METHODOLOGY}, n.status, n."entryPrice", n."entryAt", n.exits, n."rGross", n."rNet", n."rFunding", n."rOptimistic", n.ambiguous, n."closedAt", n."scoredThrough", n."gapMinutes", n."candlesDigest"
     from jsonb_to_recordset(?::jsonb) as n("signalId" uuid, status text, "entryPrice" numeric, "entryAt" timestamptz, exits jsonb, "rGross" numeric, "rNet" numeric, "rFunding" numeric, "rOptimistic" numeric, ambiguous jsonb, "closedAt" timestamptz,
       "scoredThrough" timestamptz, "gapMinutes" int, "candlesDigest" text)
     order by n."signalId"
     on conflict (signal_id, methodology) do update set status = excluded.status, entry_price = excluded.entry_price, entry_at = excluded.entry_at, exits = excluded.exits, r_gross = excluded.r_gross, r_net = excluded.r_net, r_funding = excluded.r_funding,
       r_optimistic = excluded.r_optimistic, ambiguous = excluded.ambiguous, closed_at = excluded.closed_at, scored_through = excluded.scored_through, gap_minutes = excluded.gap_minutes, candles_digest = excluded.candles_digest, updated_at = clock_timestamp()
     where x.status not in (${finalStatuses.map((status) => `'${status}'`).join(', ')}) and coalesce(x.scored_through, '-infinity') <= coalesce(excluded.scored_through, '-infinity')
     returning x.signal_id as id, x.updated_at::text as at`,
    [JSON.stringify(scores)],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** How far they were looked at. Not with every minute: that would be a write a signal and minute. */
async function mark(tx: EntityManager, { ids, through }: { ids: readonly string[]; through: number }): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    `update signal_scores set scored_through = to_timestamp(?) where methodology = ${METHODOLOGY} and signal_id = any(?::uuid[]) and status in ('pending', 'open') and (scored_through is null or scored_through <= to_timestamp(?) - ${MARK_EVERY})`,
    [through, `{${ids.join(',')}}`, through],
  );
}
