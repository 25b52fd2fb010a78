import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { decimalText } from '../../platform/persistence/column.query.js';
import { ENDED, marketOfSignal, venueOfSignal } from '../signals/index.js';

/** Of a signal, what alerts about it need. */
export interface AlertSignal {
  id: string;
  entry: string;
  /** As published, or as the team last moved it. */
  stop: string;
  /** The stop follows the price or the entry by itself, so that `stop` may be out of date. */
  isTrailing: boolean;
  hasEnded: boolean;
}

const movedStop = sql<string | null>`(select m.stop from signal_amendments m where m.signal_id = signals.id and m.kind = 'move_stop'
  order by m.at desc, m.id desc limit 1)`;

/** Returns these signals by id. */
export async function findAlertSignals(em: EntityManager, ids: readonly string[]): Promise<Map<string, AlertSignal>> {
  if (ids.length === 0) return new Map();
  const rows = await db(em)
    .selectFrom('signals')
    .select(['id'])
    .select((eb) => [
      decimalText(eb.ref('entry_price')).as('entry'),
      decimalText(eb.fn.coalesce(movedStop, eb.ref('stop_loss'))).as('stop'),
      sql<boolean>`lower(trailing_stop_loss) <> 'none'`.as('isTrailing'),
      sql<boolean>`${sql.raw(ENDED)}`.as('hasEnded'),
    ])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the pair and market on which a signal is scored. */
export function findSignalPair(em: EntityManager, id: string) {
  return db(em)
    .selectFrom('signals as s')
    .select(['s.base', 's.quote', venueOfSignal.as('venue'), marketOfSignal.as('market')])
    .where('s.id', '=', id)
    .executeTakeFirst();
}
