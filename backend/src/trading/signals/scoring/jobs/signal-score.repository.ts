import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { decimalText } from '../../../../platform/persistence/column.query.js';
import { dateOrNull } from '../../../../platform/persistence/date-or-null.js';
import { db } from '../../../../database.js';
import { finalStatuses, METHODOLOGY, type StoredExit, type StoredStatus } from './signal-score.entity.js';

/** A stored score; prices and R as decimal strings. */
export interface SignalScore {
  signalId: string;
  status: StoredStatus;
  entryPrice: string | null;
  entryAt: Date | null;
  exits: StoredExit[];
  rGross: string | null;
  rNet: string | null;
  rFunding: string | null;
  rOptimistic: string | null;
  ambiguous: number[];
  closedAt: Date | null;
  scoredThrough: Date | null;
  gapMinutes: number;
  candlesDigest: string | null;
}

/** Maximum ids of one read. */
const MAX_IDS = 10_000;

/** A score as `jsonb_to_recordset` reads it from JSON, under its column names. */
const recordOf = ({
  signalId,
  entryPrice,
  entryAt,
  rGross,
  rNet,
  rFunding,
  rOptimistic,
  closedAt,
  scoredThrough,
  ...same
}: SignalScore) => ({
  signal_id: signalId,
  entry_price: entryPrice,
  entry_at: entryAt,
  r_gross: rGross,
  r_net: rNet,
  r_funding: rFunding,
  r_optimistic: rOptimistic,
  closed_at: closedAt,
  scored_through: scoredThrough,
  status: same.status,
  exits: same.exits,
  ambiguous: same.ambiguous,
  gap_minutes: same.gapMinutes,
  candles_digest: same.candlesDigest,
});
type ScoreRecord = ReturnType<typeof recordOf>;
const RECORD = sql`n(signal_id uuid, status text, entry_price numeric, entry_at timestamptz, exits jsonb, r_gross numeric, r_net numeric,
  r_funding numeric, r_optimistic numeric, ambiguous jsonb, closed_at timestamptz, scored_through timestamptz, gap_minutes int,
  candles_digest text)`;

/** Every statement about the table `signal_scores`. */
@Injectable()
export class SignalScoreRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns scores by signal id; signals without a score are left out. At most 10,000 ids. */
  async findBySignals(ids: readonly string[], em: EntityManager = this.em): Promise<Map<string, SignalScore>> {
    if (ids.length > MAX_IDS) throw new Error(`scores of more than ${MAX_IDS} signals were requested`);
    if (ids.length === 0) return new Map();
    const rows = await db(em)
      .selectFrom('signal_scores')
      .select([
        'signal_id as signalId',
        'status',
        'entry_at as entryAt',
        'exits',
        'ambiguous',
        'closed_at as closedAt',
        'scored_through as scoredThrough',
        'gap_minutes as gapMinutes',
        'candles_digest as candlesDigest',
      ])
      .select((eb) => [
        decimalText(eb.ref('entry_price')).as('entryPrice'),
        decimalText(eb.ref('r_gross')).as('rGross'),
        decimalText(eb.ref('r_net')).as('rNet'),
        decimalText(eb.ref('r_funding')).as('rFunding'),
        decimalText(eb.ref('r_optimistic')).as('rOptimistic'),
      ])
      .where('methodology', '=', METHODOLOGY)
      .where(sql<SqlBool>`signal_id = any(${ids}::uuid[])`)
      .execute();
    return new Map(
      rows.map(({ entryAt, closedAt, scoredThrough, ...row }) => [
        row.signalId,
        { ...row, entryAt: dateOrNull(entryAt), closedAt: dateOrNull(closedAt), scoredThrough: dateOrNull(scoredThrough) },
      ]),
    );
  }

  /** Holds off other writers of a pair's scores until the transaction ends. */
  async lockPair(tx: EntityManager, name: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('scores ' || ${name}, 0))`.execute(db(tx));
  }

  /**
   * Upserts scores. Final ones are kept, and so are those that were scored further. Returns when each was written, as PostgreSQL's text, by
   * signal id.
   */
  async upsert(tx: EntityManager, scores: readonly SignalScore[]): Promise<Map<string, string>> {
    if (scores.length === 0) return new Map();
    const records = sql<ScoreRecord>`jsonb_to_recordset(${JSON.stringify(scores.map(recordOf))}::jsonb)`.as<'n'>(RECORD);
    const rows = await db(tx)
      .insertInto('signal_scores')
      .columns(['methodology', ...scoreColumns])
      .expression((insert) =>
        insert
          .selectFrom(records)
          .select([sql.lit(METHODOLOGY).as('methodology'), ...scoreColumns])
          .orderBy('n.signal_id'),
      )
      .onConflict((on) =>
        on
          .columns(['signal_id', 'methodology'])
          .doUpdateSet((eb) => ({
            status: eb.ref('excluded.status'),
            entry_price: eb.ref('excluded.entry_price'),
            entry_at: eb.ref('excluded.entry_at'),
            exits: eb.ref('excluded.exits'),
            r_gross: eb.ref('excluded.r_gross'),
            r_net: eb.ref('excluded.r_net'),
            r_funding: eb.ref('excluded.r_funding'),
            r_optimistic: eb.ref('excluded.r_optimistic'),
            ambiguous: eb.ref('excluded.ambiguous'),
            closed_at: eb.ref('excluded.closed_at'),
            scored_through: eb.ref('excluded.scored_through'),
            gap_minutes: eb.ref('excluded.gap_minutes'),
            candles_digest: eb.ref('excluded.candles_digest'),
            updated_at: sql<string>`clock_timestamp()`,
          }))
          .where('signal_scores.status', 'not in', finalStatuses)
          .where(sql<SqlBool>`coalesce(signal_scores.scored_through, '-infinity') <= coalesce(excluded.scored_through, '-infinity')`),
      )
      .returning(['signal_id as id', sql<string>`updated_at::text`.as('at')])
      .execute();
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  /** Advances `scored_through` of open scores, at most every 15 minutes: each minute would be one write per signal and minute. */
  async markScoredThrough(tx: EntityManager, ids: readonly string[], through: number): Promise<void> {
    if (ids.length === 0) return;
    const end = sql<string>`to_timestamp(${through}::float8)`;
    await db(tx)
      .updateTable('signal_scores')
      .set({ scored_through: end })
      .where('methodology', '=', METHODOLOGY)
      .where(sql<SqlBool>`signal_id = any(${ids}::uuid[])`)
      .where('status', 'in', ['pending', 'open'])
      .where((eb) => eb.or([eb('scored_through', 'is', null), eb('scored_through', '<=', sql<string>`${end} - interval '15 minutes'`)]))
      .execute();
  }

  /** Returns the ids of final scores that ended in a month (YYYY-MM, UTC), ordered by end. */
  async findEndedInMonth(month: string, { offset, limit }: { offset: number; limit: number }): Promise<string[]> {
    const begin = sql<string>`${`${month}-01T00:00:00Z`}::timestamptz`;
    const rows = await db(this.em)
      .selectFrom('signal_scores')
      .select('signal_id')
      .where('methodology', '=', METHODOLOGY)
      .where('closed_at', '>=', begin)
      .where('closed_at', '<', sql<string>`${begin} + interval '1 month'`)
      .where('status', 'in', finalStatuses)
      .orderBy('closed_at')
      .orderBy('signal_id')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ signal_id }) => signal_id);
  }
}

const scoreColumns = [
  'signal_id',
  'status',
  'entry_price',
  'entry_at',
  'exits',
  'r_gross',
  'r_net',
  'r_funding',
  'r_optimistic',
  'ambiguous',
  'closed_at',
  'scored_through',
  'gap_minutes',
  'candles_digest',
] as const;
