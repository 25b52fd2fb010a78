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

/** Reads the signals that trades can have followed. */
@Injectable()
export class ShareSignalsRepository {
  async findEntered(em: EntityManager): Promise<EnteredSignal[]> {
    const entryUntil = sql<string>`greatest(s.published_at, least(c.closed_at, s.projected_closure_at))`;
    const rows = await db(em)
      .selectFrom('signals as s')
      .innerJoin('signal_scores as c', (join) => join.onRef('c.signal_id', '=', 's.id').on('c.methodology', '=', METHODOLOGY))
      .select(['s.id', 's.base', 's.quote', 's.side', 's.published_at as publishedAt', marketOfSignal.as('market')])
      .select([entryUntil.as('entryUntil'), sql<string>`c.entry_price::text`.as('modelEntry')])
      .where('c.entry_price', '>', '0')
      .orderBy('s.published_at')
      .orderBy('s.id')
      .execute();
    return rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt), entryUntil: new Date(row.entryUntil) }));
  }
}
