import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { db, type Database } from '../../database.js';
import { isMailable } from '../mail/index.js';
import { isReader, standingColumns } from './channel-audience.query.js';
import { HELD, WAITING, type Channel, type Content, type DeliveryTarget } from './channel.types.js';
import type { Settlement } from './settlement.rules.js';

/** Longer than a try can take (45 s): a worker that holds a delivery longer has died. */
const LEASE_SECONDS = 60;
/** Requests to one address at a time, over all workers. */
const MAX_PER_ADDRESS = 2;
/** Due deliveries that a claim chooses among. */
const CHOICE = 500;
/** Claims of all workers wait for each other, so that each sees what the others hold. */
const CLAIM_LOCK = 7_489_312;
/** First tries never wait behind retries. */
export const lanes = ['first', 'retry'] as const;
export type Lane = (typeof lanes)[number];

/** Codes of deliveries that were not tried, or whose worker died during the try. */
const NO_ACCESS = 'no-access';
const DISABLED = 'disabled';
const LATE = 'late';
const LOST = 'lost';

const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

// Prepared: each worker asks it twice a second for each lane.
const hasDue = new PreparedStatement<{ due: boolean }>(
  'deliveries-has-due',
  `select exists (
     select from deliveries d where d.state in (${WAITING.map((state) => `'${state}'`).join()}) and d.available_at <= now()
       and (d.attempts > 0) = $1
       and (d.state <> 'uncertain' or (select a.channel from channel_addresses a where a.id = d.address_id) = any($2))
   ) as due`,
);

/** A delivery that this worker holds while `lease` is its lease. */
export interface ClaimedDelivery {
  id: string;
  /** As PostgreSQL's text: microseconds count. */
  lease: string;
}

/** A delivery whose request goes out now. */
export interface WiredDelivery extends ClaimedDelivery {
  target: DeliveryTarget;
  content: Content;
  /** This try included. */
  attempts: number;
  /** Until the event expires; Infinity for a replay. */
  secondsLeft: number;
}

/** The statements by which workers share deliveries. All state is in the database, so any worker continues after another died. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly em: EntityManager) {}

  /**
   * Releases deliveries whose lease has ended. A delivery without a request is queued again; one whose request had begun becomes uncertain,
   * because it may have arrived.
   */
  async recover(): Promise<void> {
    await this.em.transactional(async (tx) => {
      const isOld = (eb: ExpressionBuilder<Database & { d: Database['deliveries'] }, 'd'>) =>
        eb.and([eb('d.wired_at', 'is not', null), eb('d.wanted_revision', '>', eb.ref('d.wired_revision'))]);
      const lost = await db(tx)
        .updateTable('deliveries as d')
        .set((eb) => ({
          state: eb
            .case()
            .when(eb.or([eb('d.wired_at', 'is', null), isOld(eb)]))
            .then('queued' as const)
            .else('uncertain' as const)
            .end(),
          attempts: eb.case().when(isOld(eb)).then(0).else(eb.ref('d.attempts')).end(),
          lease_until: null,
          available_at: now,
          last_answer: eb.case().when('d.wired_at', 'is', null).then(eb.ref('d.last_answer')).else(LOST).end(),
          updated_at: now,
        }))
        .where('d.state', 'in', HELD)
        .where('d.lease_until', '<', now)
        .returning(['d.id', 'd.wired_at as wiredAt', 'd.wired_revision as wiredRevision'])
        .execute();
      const wired = lost.filter(({ wiredAt }) => wiredAt !== null);
      if (wired.length === 0) return;
      await db(tx)
        .insertInto('delivery_attempts')
        .values(wired.map(({ id, wiredAt, wiredRevision }) => ({ delivery_id: id, at: wiredAt!, revision: wiredRevision!, answer: LOST })))
        .execute();
    });
  }

  /** Whether `claim` may find anything. */
  async hasDue(lane: Lane, repeating: readonly Channel[]): Promise<boolean> {
    return (await hasDue.first(this.em, [lane === 'retry', repeating]))!.due;
  }

  /** Claims up to `limit` due deliveries of a lane. `repeating`: channels that may send again what may have arrived. */
  claim(lane: Lane, limit: number, repeating: readonly Channel[]): Promise<ClaimedDelivery[]> {
    return this.em.transactional(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(CLAIM_LOCK)})`.execute(db(tx));
      const held = db(tx)
        .selectFrom('deliveries')
        .select((eb) => ['address_id', eb.fn.countAll<number>().as('n')])
        .where('state', 'in', HELD)
        .groupBy('address_id');
      const due = db(tx)
        .selectFrom('deliveries as d')
        .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
        .leftJoin(held.as('h'), 'h.address_id', 'd.address_id')
        .select((eb) => [
          'd.id',
          'd.available_at',
          sql<number>`row_number() over (partition by d.address_id order by d.available_at, d.id)`.as('place'),
          eb.fn.coalesce('h.n', eb.lit(0)).as('busy'),
        ])
        .where('d.state', 'in', WAITING)
        .where((eb) => eb.or([eb('d.state', '<>', 'uncertain'), eb('a.channel', 'in', repeating)]))
        .where('d.available_at', '<=', now)
        .where('d.attempts', lane === 'first' ? '=' : '>', 0)
        .where((eb) => eb(eb.fn.coalesce('h.n', eb.lit(0)), '<', MAX_PER_ADDRESS))
        .orderBy('d.available_at')
        .orderBy('d.id')
        .limit(CHOICE);
      return db(tx)
        .updateTable('deliveries')
        .set({ state: 'claimed', lease_until: inSeconds(LEASE_SECONDS), wired_at: null })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('deliveries as c')
            .select('c.id')
            .where('c.id', 'in', (inner) =>
              inner
                .selectFrom(due.as('q'))
                .select('q.id')
                .where(sql<SqlBool>`q.place + q.busy <= ${sql.lit(MAX_PER_ADDRESS)}`)
                .orderBy('q.available_at')
                .limit(limit),
            )
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', sql<string>`lease_until::text`.as('lease')])
        .execute();
    });
  }

  /**
   * Marks a claimed delivery as on its way, just before its request: right, address and time are judged here. Returns null if it must not
   * go out, which is stored, or if this worker no longer holds it.
   */
  wire({ id, lease }: ClaimedDelivery): Promise<WiredDelivery | null> {
    return this.em.transactional(async (tx) => {
      const row = await this.lockHeld(tx, id, lease);
      if (!row) return null;
      const { address, secret, previousSecret, ...found } = row;
      const suppression = found.addressState !== 'active' ? DISABLED : mayGet(found) ? null : NO_ACCESS;
      if (suppression !== null || found.isLate) {
        await db(tx)
          .updateTable('deliveries')
          .set({
            state: suppression === null ? 'expired' : 'suppressed',
            last_answer: suppression ?? LATE,
            lease_until: null,
            updated_at: now,
          })
          .where('id', '=', id)
          .execute();
        return null;
      }
      const wired = await db(tx)
        .updateTable('deliveries')
        .set((eb) => ({
          state: 'sending' as const,
          wired_at: now,
          wired_revision: found.revision,
          attempts: eb('attempts', '+', 1),
          lease_until: inSeconds(LEASE_SECONDS),
        }))
        .where('id', '=', id)
        .returning(['attempts', sql<string>`lease_until::text`.as('lease')])
        .executeTakeFirstOrThrow();
      const { addressId, userId, channel, eventId, kind, revision, payload, isReplay, secondsLeft } = found;
      return {
        id,
        ...wired,
        target: { addressId, userId, channel, address, secret, previousSecret },
        content: { eventId, kind, revision, payload },
        secondsLeft: isReplay ? Infinity : secondsLeft,
      };
    });
  }

  /**
   * Stores the result of a try and lets go of the delivery; a newer revision is queued at once. Returns false if this worker no longer
   * holds it: nothing is stored then.
   */
  async settle(
    tx: EntityManager,
    { id, lease, content: { revision } }: WiredDelivery,
    { state, inSeconds: delay }: Settlement,
    { status, ms, answer, providerId }: { status: number | null; ms: number; answer: string; providerId: string | null },
  ): Promise<boolean> {
    const settled = await db(tx)
      .updateTable('deliveries')
      .set((eb) => {
        const isOld = eb('wanted_revision', '>', revision);
        return {
          state: eb
            .case()
            .when(isOld)
            .then('queued' as const)
            .else(sql.lit(state))
            .end(),
          attempts: eb.case().when(isOld).then(0).else(eb.ref('attempts')).end(),
          available_at: eb
            .case()
            .when(isOld)
            .then(now)
            .else(inSeconds(delay ?? 0))
            .end(),
          is_replay: eb.case().when(isOld).then(false).else(eb.ref('is_replay')).end(),
          lease_until: null,
          last_answer: answer,
          updated_at: now,
          ...(state === 'sent' && { sent_revision: revision, provider_id: providerId }),
        };
      })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('lease_until', '=', sql<string>`${lease}::timestamptz`)
      .returning(['wired_at as wiredAt'])
      .executeTakeFirst();
    if (!settled) return false;
    await db(tx).insertInto('delivery_attempts').values({ delivery_id: id, at: settled.wiredAt!, revision, status, ms, answer }).execute();
    return true;
  }

  private lockHeld(tx: EntityManager, id: string, lease: string) {
    return db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .select([
        'a.id as addressId',
        'a.user_id as userId',
        'a.channel',
        'a.address',
        'a.secret',
        'a.state as addressState',
        'e.id as eventId',
        'e.kind',
        'e.revision',
        'e.audience',
        'e.payload',
        'd.is_replay as isReplay',
      ])
      .select(standingColumns)
      .select((eb) => [
        isMailable.$castTo<boolean>().as('isMember'),
        eb.case().when('a.previous_secret_until', '>', now).then(eb.ref('a.previous_secret')).else(null).end().as('previousSecret'),
        eb
          .and([eb('e.expires_at', '<=', now), eb('d.is_replay', '=', false)])
          .$castTo<boolean>()
          .as('isLate'),
        sql<number>`extract(epoch from e.expires_at - now())::float8`.as('secondsLeft'),
      ])
      .where('d.id', '=', id)
      .where('d.state', '=', 'claimed')
      .where('d.lease_until', '=', sql<string>`${lease}::timestamptz`)
      .where('d.lease_until', '>', now)
      .forUpdate('d')
      .executeTakeFirst();
  }
}

/** Whether the member of an address gets this event: the account is in order, and they may see what it is about. */
function mayGet(row: Parameters<typeof isReader>[0] & { audience: string; isMember: boolean }): boolean {
  return row.isMember && (row.audience === 'owner' || isReader(row));
}
