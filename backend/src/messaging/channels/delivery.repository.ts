import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { db } from '../../database.js';
import { HELD, isDecidedByAdmin, WAITING, type Channel, type Content, type DeliveryTarget, type SendOutcome } from './channel.types.js';
import type { Settlement } from './settlement.rules.js';

/** Longer than a try can take (45 s): a worker that holds a delivery longer has died. */
export const LEASE_SECONDS = 60;
/** Requests to one address at a time, over all workers. */
const MAX_PER_ADDRESS = 2;
/** Due deliveries that a claim chooses among. */
const CHOICE = 500;
/** Claims of all workers wait for each other, so that each sees what the others hold. */
const CLAIM_LOCK = 7_489_312;
/**
 * First tries never wait behind retries, and channels that send one after the other hold up themselves alone. Push services answer quickly:
 * they do not wait for members' servers. Posts of the club have a lane of their own: direct messages never hold them up.
 */
export const lanes = ['first', 'push', 'retry', 'paced', 'club'] as const;
export type Lane = (typeof lanes)[number];
const LANES: Readonly<Record<Channel, readonly Lane[]>> = {
  webhook: ['first', 'retry'],
  push: ['push', 'retry'],
  telegram: ['paced'],
  'telegram-channel': ['club'],
  'copy-bot': ['club'],
};
/** Lanes in which first tries and retries wait together. */
const MIXED: readonly Lane[] = ['paced', 'club'];

const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

// Prepared: each worker asks it twice a second for each lane.
const hasDue = new PreparedStatement<{ due: boolean }>(
  'deliveries-has-due',
  `select exists (
     select from deliveries d join channel_addresses a on a.id = d.address_id
     where d.state in (${WAITING.map((state) => `'${state}'`).join()}) and d.available_at <= now() and d.held_until is null
       and ($1 in (${MIXED.map((lane) => `'${lane}'`).join()}) or (d.attempts > 0) = ($1 = 'retry')) and a.channel = any($2)
       and (d.state <> 'uncertain' or a.channel = any($3))
   ) as due`,
);

/** The channels that have a sender here, and those that may send again what may have arrived. */
export interface SendingChannels {
  served: readonly Channel[];
  repeating: readonly Channel[];
}

const channelsOf = (lane: Lane, served: readonly Channel[]) => served.filter((channel) => LANES[channel].includes(lane));

/** A delivery that this worker holds while `lease` is its lease. */
export interface ClaimedDelivery {
  id: string;
  /** As PostgreSQL's text: microseconds count. */
  lease: string;
  channel: Channel;
  /** Of the address. */
  hash: Buffer;
  service: string | null;
}

/** A delivery whose request goes out now. */
export interface WiredDelivery {
  id: string;
  lease: string;
  target: DeliveryTarget;
  content: Content;
  /** This try included. */
  attempts: number;
  /** Until the event expires; Infinity for a replay. */
  secondsLeft: number;
}

/** What came of a try. `providerId`: the message that the next revision changes; undefined: the one before. */
export interface TryResult {
  delivery: WiredDelivery;
  outcome: SendOutcome;
  settlement: Settlement;
  providerId: string | null | undefined;
}

/** The statements by which workers share deliveries. All state is in the database, so any worker continues after another died. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly em: EntityManager) {}

  /** Whether `claim` may find anything. */
  async hasDue(lane: Lane, { served, repeating }: SendingChannels): Promise<boolean> {
    const channels = channelsOf(lane, served);
    if (channels.length === 0) return false;
    return (await hasDue.first(this.em, [lane, channels, repeating]))!.due;
  }

  /** Claims up to `limit` due deliveries of a lane. */
  claim(lane: Lane, limit: number, { served, repeating }: SendingChannels): Promise<ClaimedDelivery[]> {
    const own = channelsOf(lane, served);
    if (own.length === 0) return Promise.resolve([]);
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
        .where('d.held_until', 'is', null)
        .where('a.channel', 'in', own)
        .$if(!MIXED.includes(lane), (query) => query.where('d.attempts', lane === 'retry' ? '>' : '=', 0))
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
        .returning((eb) => [
          'id',
          sql<string>`lease_until::text`.as('lease'),
          eb
            .selectFrom('channel_addresses as t')
            .select('t.channel')
            .whereRef('t.id', '=', 'address_id')
            .$asScalar()
            .$notNull()
            .as('channel'),
          eb.selectFrom('channel_addresses as t').select('t.hash').whereRef('t.id', '=', 'address_id').$asScalar().$notNull().as('hash'),
          eb.selectFrom('channel_addresses as t').select('t.service').whereRef('t.id', '=', 'address_id').$asScalar().as('service'),
        ])
        .execute();
    });
  }

  /** Puts a claimed delivery back, unsent. */
  async postpone({ id, lease }: ClaimedDelivery, seconds: number): Promise<void> {
    await db(this.em)
      .updateTable('deliveries')
      .set({ state: 'queued', lease_until: null, available_at: inSeconds(seconds) })
      .where('id', '=', id)
      .where('state', '=', 'claimed')
      .where('lease_until', '=', sql<string>`${lease}::timestamptz`)
      .execute();
  }

  /**
   * Stores results of tries and lets go of their deliveries; a newer revision is queued at once, but for one that an admin decides about.
   * Returns the ids of those that are stored: nothing is stored of a delivery that this worker no longer holds.
   */
  async settle(tx: EntityManager, results: readonly TryResult[]): Promise<Set<string>> {
    const column = <T>(value: (result: TryResult) => T) => results.map(value);
    const { rows } = await sql<{ id: string }>`
      with results as materialized (
        select * from unnest(
          ${column(({ delivery }) => delivery.id)}::uuid[],
          ${column(({ delivery }) => delivery.lease)}::timestamptz[],
          ${column(({ delivery }) => delivery.content.revision)}::int[],
          ${column(({ settlement }) => settlement.state)}::text[],
          ${column(({ delivery, settlement }) => settlement.state === 'uncertain' && isDecidedByAdmin(delivery.target.channel))}::boolean[],
          ${column(({ settlement }) => settlement.inSeconds ?? 0)}::float8[],
          ${column(({ providerId }) => providerId !== undefined)}::boolean[],
          ${column(({ providerId }) => providerId ?? null)}::text[],
          ${column(({ outcome }) => outcome.status)}::int[],
          ${column(({ outcome }) => outcome.ms)}::int[],
          ${column(({ outcome }) => outcome.answer)}::text[],
          ${column(({ outcome }) => outcome.outcome)}::text[]
        ) as r (id, lease, revision, state, waits_for_admin, delay, names_message, provider_id, status, ms, answer, outcome)
      ), held as materialized (
        select d.id, d.wanted_revision > r.revision and not r.waits_for_admin as is_old
        from deliveries d join results r on d.id = r.id and d.lease_until = r.lease
        where d.state = 'sending'
        order by d.address_id, d.id
        for update of d
      ), settled as (
        update deliveries d
        set state = case when h.is_old then 'queued' else r.state end,
            attempts = case when h.is_old then 0 else d.attempts end,
            available_at = now() + case when h.is_old then interval '0' else make_interval(secs => r.delay) end,
            is_replay = d.is_replay and not h.is_old,
            sent_revision = case when r.state = 'sent' then r.revision else d.sent_revision end,
            provider_id = case when r.names_message then r.provider_id else d.provider_id end,
            lease_until = null,
            last_answer = r.answer,
            updated_at = now()
        from results r join held h on h.id = r.id
        where d.id = h.id
        returning d.id, d.wired_at
      )
      insert into delivery_attempts (delivery_id, at, revision, status, ms, answer, outcome)
      select r.id, s.wired_at, r.revision, r.status, r.ms, r.answer, r.outcome from settled s join results r on r.id = s.id
      returning delivery_id as id
    `.execute(db(tx));
    return new Set(rows.map(({ id }) => id));
  }
}
