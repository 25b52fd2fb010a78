import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { PreparedStatement } from '../../../platform/persistence/prepared-statement.js';
import { db } from '../../../database.js';
import { isMailable } from '../../mail/index.js';
import { preferenceColumns } from '../../preferences/index.js';
import { standingColumns } from '../channel-audience.query.js';

/** Code of deliveries that a summary has told of. */
const IN_SUMMARY = 'summary';
const LATE = 'late';
/** Addresses that a worker chooses among. */
const CHOICE = 50;

const now = sql<string>`now()`;
const isAnyOf = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[])`;

// Prepared: each worker asks it twice a second.
const hasDue = new PreparedStatement<{ due: boolean }>(
  'deliveries-has-held',
  'select exists (select from deliveries where held_until <= now()) as due',
);

export type HeldDelivery = Awaited<ReturnType<QuietSummaryRepository['lockHeld']>>[number];

/** Statements about what quiet hours hold back from devices. Methods take `tx`, the transaction that has locked the address. */
@Injectable()
export class QuietSummaryRepository {
  constructor(private readonly em: EntityManager) {}

  /** Whether quiet hours have ended that held something. */
  async hasDue(): Promise<boolean> {
    return (await hasDue.first(this.em, []))!.due;
  }

  /** Locks an address whose quiet hours have ended and that no other worker has. Returns its id; null if there is none. */
  async lockAddress(tx: EntityManager): Promise<string | null> {
    const due = db(tx).selectFrom('deliveries').select('address_id').where('held_until', '<=', now).orderBy('held_until').limit(CHOICE);
    const row = await db(tx)
      .selectFrom('channel_addresses')
      .select('id')
      .where('id', 'in', due)
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Locks and returns what was held back from an address until now, the newest first. */
  lockHeld(tx: EntityManager, addressId: string) {
    return db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .select(['d.id', 'a.channel', 'a.state as addressState', 'e.kind', 'e.payload', 'e.audience', 'd.sent_revision as sentRevision'])
      .select(standingColumns)
      .select(preferenceColumns)
      .select((eb) => [isMailable.$castTo<boolean>().as('isMember'), eb('e.expires_at', '<=', now).$castTo<boolean>().as('isLate')])
      .where('d.address_id', '=', addressId)
      .where('d.held_until', '<=', now)
      .orderBy('e.created_at', 'desc')
      .orderBy('d.id')
      .forUpdate('d')
      .execute();
  }

  /** Quiet hours have begun again, or last longer now. */
  async holdOn(tx: EntityManager, ids: readonly string[], until: Date): Promise<void> {
    const at = sql<string>`${until.toISOString()}::timestamptz`;
    await db(tx).updateTable('deliveries').set({ held_until: at, available_at: at }).where(isAnyOf(ids)).execute();
  }

  /** Ends deliveries that came to nothing while they were held. */
  async expire(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set({ state: 'expired', last_answer: LATE, held_until: null, updated_at: now })
      .where(isAnyOf(ids))
      .execute();
  }

  /** Ends deliveries that a summary tells of: the device knows these states, and later ones are news to it. */
  async markSummedUp(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set((eb) => ({
        state: 'suppressed' as const,
        last_answer: IN_SUMMARY,
        sent_revision: eb.ref('wanted_revision'),
        held_until: null,
        updated_at: now,
      }))
      .where(isAnyOf(ids))
      .execute();
  }

  /** Lets go of everything else that was held back from an address until now: it goes out by itself. */
  async release(tx: EntityManager, addressId: string): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set({ held_until: null, available_at: now })
      .where('address_id', '=', addressId)
      .where('held_until', '<=', now)
      .execute();
  }
}
