import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { scaled } from '../../../platform/domain/scaled.js';
import { decimalText } from '../../../platform/persistence/column.query.js';
import { db } from '../../../database.js';
import type { Amendment } from '../scoring/engine/index.js';
import { marketOfSignal, venueOfSignal } from '../signal-market.query.js';
import type { AmendmentKind } from './signal-amendment.entity.js';

export interface PublishedAmendment {
  id: string;
  signalId: string;
  kind: AmendmentKind;
  /** Of `move_stop`. */
  stop: string | null;
  /** Of `close_now`. */
  price: string | null;
  at: Date;
}

/** Key of the advisory locks on signals. */
const AMENDMENT_LOCK = 7_489_207;

/** Every statement about the table `signal_amendments`, but for the insert, which is a flush. */
@Injectable()
export class SignalAmendmentRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns amendments by signal, oldest first. Signals without any are left out. */
  async findBySignals(signalIds: readonly string[], em: EntityManager = this.em): Promise<Map<string, PublishedAmendment[]>> {
    if (signalIds.length === 0) return new Map();
    const rows = await db(em)
      .selectFrom('signal_amendments')
      .select(['id', 'signal_id as signalId', 'kind', 'at'])
      .select((eb) => [decimalText(eb.ref('stop')).as('stop'), decimalText(eb.ref('price')).as('price')])
      .where(sql<SqlBool>`signal_id = any(${signalIds}::uuid[])`)
      .orderBy('signal_id')
      .orderBy('at')
      .orderBy('id')
      .execute();
    const found = new Map<string, PublishedAmendment[]>();
    for (const row of rows) found.set(row.signalId, [...(found.get(row.signalId) ?? []), { ...row, at: new Date(row.at) }]);
    return found;
  }

  /** As `findBySignals`, in the form of the scoring engine. */
  async findForScoring(signalIds: readonly string[], em: EntityManager): Promise<Map<string, Amendment[]>> {
    const found = await this.findBySignals(signalIds, em);
    return new Map([...found].map(([id, amendments]) => [id, amendments.map(toScored)]));
  }

  /** Holds off other amendments of the signal until the transaction ends. */
  async lockSignal(tx: EntityManager, signalId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${signalId}, ${sql.lit(AMENDMENT_LOCK)}))`.execute(db(tx));
  }

  /** Returns what decides which amendments a signal allows, its latest score included. */
  async findAmendable(em: EntityManager, signalId: string) {
    const row = await db(em)
      .selectFrom('signals as s')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('signal_scores')
            .select('status')
            .whereRef('signal_id', '=', 's.id')
            .orderBy('methodology', 'desc')
            .limit(1)
            .as('c'),
        (join) => join.onTrue(),
      )
      .select(['s.base', 's.quote', 's.side', 's.projected_closure_at as closesAt', 'c.status'])
      .select([venueOfSignal.as('venue'), marketOfSignal.as('market')])
      .select((eb) => [
        decimalText(eb.ref('s.entry_price')).as('entryPrice'),
        decimalText(eb.ref('s.stop_loss')).as('stopLoss'),
        decimalText(eb.ref('s.take_profit_3')).as('takeProfit3'),
      ])
      .where('s.id', '=', signalId)
      .executeTakeFirst();
    return row ? { ...row, closesAt: new Date(row.closesAt) } : null;
  }
}

function toScored({ kind, stop, price, at }: PublishedAmendment): Amendment {
  const seconds = at.getTime() / 1000;
  if (kind === 'move_stop') return { kind, at: seconds, stop: scaled(stop!) };
  return kind === 'close_now' ? { kind, at: seconds, price: scaled(price!) } : { kind, at: seconds };
}
