import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { METHODOLOGY } from './scored-signals.js';
import type { StoredExit, StoredStatus } from './signal-score.entity.js';

/** A score as it is stored; prices and R as decimal strings. */
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

type Row = Omit<SignalScore, 'entryAt' | 'closedAt' | 'scoredThrough'> & {
  entryAt: string | null;
  closedAt: string | null;
  scoredThrough: string | null;
};

const decimal = (column: string) => `trim_scale(${column})::text`;
const columns = `signal_id as "signalId", status, ${decimal('entry_price')} as "entryPrice", entry_at as "entryAt", exits, ${decimal('r_gross')} as "rGross", ${decimal('r_net')} as "rNet", ${decimal('r_funding')} as "rFunding", ${decimal('r_optimistic')} as "rOptimistic",
  ambiguous, closed_at as "closedAt", scored_through as "scoredThrough", gap_minutes as "gapMinutes", candles_digest as "candlesDigest"`;

/** As many as one question takes. */
const MOST = 10_000;

/** Reads of what became of signals. */
@Injectable()
export class SignalScores {
  constructor(private readonly em: EntityManager) {}

  /** By the signal's id; signals that nobody has scored yet are left out. At most 10,000 ids. */
  async of(ids: readonly string[], em: EntityManager = this.em): Promise<Map<string, SignalScore>> {
    if (ids.length > MOST) throw new Error(`scores of more than ${MOST} signals were asked for`);
    if (ids.length === 0) return new Map();
    const rows = await em.execute<Row[]>(
      `select ${columns} from signal_scores where methodology = ${METHODOLOGY} and signal_id = any(?::uuid[])`,
      [`{${ids.join(',')}}`],
    );
    return new Map(
      rows.map((row) => [
        row.signalId,
        { ...row, entryAt: date(row.entryAt), closedAt: date(row.closedAt), scoredThrough: date(row.scoredThrough) },
      ]),
    );
  }
}

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
