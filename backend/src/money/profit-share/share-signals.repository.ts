import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { marketOfSignal, METHODOLOGY, type Side } from '../../trading/signals/index.js';
import type { Market } from '../../trading/venues/index.js';

/** A published signal whose model trade was entered. */
export interface EnteredSignal {
  id: string;
  base: string;
  quote: string;
  market: Market;
  side: Side;
  publishedAt: Date;
  /** The end of the signal, or its projected closure as long as it runs. */
  entryUntil: Date;
  /** Decimal. */
  modelEntry: string;
}

/** Until when trades can have followed a signal `s` with the score `c`. */
export const entryUntil = sql<string>`greatest(s.published_at, least(c.closed_at, s.projected_closure_at))`;

/** Signals with a model entry. */
const entered = (em: EntityManager) =>
  db(em)
    .selectFrom('signals as s')
    .innerJoin('signal_scores as c', (join) => join.onRef('c.signal_id', '=', 's.id').on('c.methodology', '=', METHODOLOGY))
    .where('c.entry_price', '>', '0');

const selectEntered = (em: EntityManager) =>
  entered(em)
    .select(['s.id', 's.base', 's.quote', 's.side', 's.published_at as publishedAt', marketOfSignal.as('market')])
    .select([entryUntil.as('entryUntil'), sql<string>`c.entry_price::text`.as('modelEntry')]);

type EnteredRow = Omit<EnteredSignal, 'publishedAt' | 'entryUntil'> & { publishedAt: string; entryUntil: string };
const toEntered = (row: EnteredRow): EnteredSignal => ({
  ...row,
  publishedAt: new Date(row.publishedAt),
  entryUntil: new Date(row.entryUntil),
});

/** Reads the signals that trades can have followed. */
@Injectable()
export class ShareSignalsRepository {
  async findEntered(em: EntityManager): Promise<EnteredSignal[]> {
    const rows = await selectEntered(em).orderBy('s.published_at').orderBy('s.id').execute();
    return rows.map(toEntered);
  }

  /** Returns null for a signal without a model entry. */
  async findOne(em: EntityManager, signalId: string): Promise<EnteredSignal | null> {
    const row = await selectEntered(em).where('s.id', '=', signalId).executeTakeFirst();
    return row ? toEntered(row) : null;
  }

  /** Returns a hash of these signals: another one means that a signal was entered, or ended earlier than projected. */
  async findVersion(em: EntityManager): Promise<string> {
    const text = sql`concat_ws(' ', s.id, c.entry_price, extract(epoch from ${entryUntil}))`;
    const row = await entered(em)
      .select(sql<string>`md5(coalesce(string_agg(${text}, ',' order by s.id), ''))`.as('version'))
      .executeTakeFirstOrThrow();
    return row.version;
  }
}
