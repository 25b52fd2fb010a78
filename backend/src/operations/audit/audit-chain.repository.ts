import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Insertable } from 'kysely';
import { db, type Database } from '../../database.js';
import type { ChainedRow } from './audit-chain.js';

// The writes of `audit_events`, and the statements of the chain: `audit_unsealed`, `audit_seals`, `audit_anchors`. They run in their
// caller's transaction.

/** Held by the process that appends to the chain. */
export const CHAIN_LOCK = 7_489_205;

/** A link and its event; `id` is null when the event is missing. */
export type LinkRow = ChainedRow & { seq: string; event_id: string; prev: Buffer; hash: Buffer };

export interface NewLink {
  seq: string;
  eventId: string;
  /** Hex. */
  prev: string;
  /** Hex. */
  hash: string;
}

/** The columns of a ChainedRow, of `audit_events` as `e`. */
const chainedColumns = sql`e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_id,
  e.actor_role, e.network,
  e.request_id, e.action, e.target_type, e.target_id, e.detail::text as detail`;

/** A trigger adds the events to the waiting list. */
export async function insertAuditEvents(em: EntityManager, events: readonly Insertable<Database['audit_events']>[]): Promise<void> {
  if (events.length > 0) await db(em).insertInto('audit_events').values(events).execute();
}

/** Whether events wait for their seal, or seals for their anchor. */
export async function hasWork(em: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean; open: boolean }>`
    select exists(select 1 from audit_unsealed) as waiting,
      coalesce((select max(seq) from audit_seals), 0) > coalesce((select max(seq) from audit_anchors), 0) as open`.execute(db(em));
  return rows.some(({ waiting, open }) => waiting || open);
}

/** Takes the chain's lock until the end of the transaction, if it is free. */
export async function tryLockChain(tx: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as mine`.execute(db(tx));
  return rows[0]?.mine ?? false;
}

export interface ChainEnd {
  seq: bigint;
  /** Null: the chain is empty. */
  hash: Buffer | null;
  /** The number of the last anchor; 0 without one. */
  anchored: bigint;
  /** The oldest link without an anchor is more than `seconds` old. */
  anchorDue: boolean;
}

export async function findChainEnd(tx: EntityManager, seconds: number): Promise<ChainEnd> {
  const { rows } = await sql<{ seq: string | null; hash: Buffer | null; anchored: string | null; due: boolean }>`
    select h.seq, h.hash, a.seq as anchored,
      coalesce((select s.sealed_at < now() - make_interval(secs => ${seconds}) from audit_seals s
        where s.seq = coalesce(a.seq, 0) + 1), false) as due
    from (select 1) one
      left join (select seq, hash from audit_seals order by seq desc limit 1) h on true
      left join (select seq from audit_anchors order by seq desc limit 1) a on true`.execute(db(tx));
  const row = rows[0]!;
  return { seq: BigInt(row.seq ?? 0), hash: row.hash, anchored: BigInt(row.anchored ?? 0), anchorDue: row.due };
}

export async function findUnsealed(tx: EntityManager, limit: number): Promise<ChainedRow[]> {
  const { rows } = await sql<ChainedRow>`
    select ${chainedColumns} from audit_unsealed u join audit_events e on e.id = u.event_id
    order by u.at, u.event_id limit ${limit}`.execute(db(tx));
  return rows;
}

/** Appends links and removes their events from the waiting list. */
export async function appendLinks(tx: EntityManager, links: readonly NewLink[]): Promise<void> {
  await sql`
    insert into audit_seals (seq, event_id, prev, hash)
    select l.seq, l."eventId", decode(l.prev, 'hex'), decode(l.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (seq bigint, "eventId" uuid, prev text, hash text)`.execute(db(tx));
  await sql`delete from audit_unsealed where event_id = any(${links.map(({ eventId }) => eventId)}::uuid[])`.execute(db(tx));
}

export async function insertAnchor(tx: EntityManager, { seq, hash, mac }: { seq: bigint; hash: Buffer; mac: Buffer }): Promise<void> {
  await db(tx).insertInto('audit_anchors').values({ seq, hash, mac }).execute();
}

/** Links after a number, in order. */
export async function findLinks(tx: EntityManager, after: bigint, limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select s.seq, s.event_id, s.prev, s.hash, ${chainedColumns}
    from audit_seals s left join audit_events e on e.id = s.event_id
    where s.seq > ${String(after)} order by s.seq limit ${sql.lit(limit)}`.execute(db(tx));
  return rows;
}

/** Anchors after a number, in order, with the hash that the chain has there. */
export function findAnchors(tx: EntityManager, after: bigint, limit: number) {
  return db(tx)
    .selectFrom('audit_anchors as a')
    .leftJoin('audit_seals as s', 's.seq', 'a.seq')
    .select(['a.seq', 'a.hash', 'a.mac', 's.hash as sealed'])
    .where('a.seq', '>', String(after))
    .orderBy('a.seq')
    .limit(limit)
    .execute();
}

/** Hashes by sequence number. */
export async function findSealHashes(tx: EntityManager, numbers: readonly bigint[]): Promise<Map<string, Buffer>> {
  const rows = await db(tx)
    .selectFrom('audit_seals')
    .select(['seq', 'hash'])
    .where(sql<boolean>`seq = any(${numbers.map(String)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ seq, hash }) => [seq, hash]));
}

/**
 * How long an event may wait for its seal, or a seal for its anchor, while others are written. Both take a minute at most while a worker
 * runs.
 */
const PATIENCE = sql`interval '5 minutes'`;

/** Whether links after the last anchor are overdue for the next one. */
export async function isAnchorOverdue(tx: EntityManager, last: bigint): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select coalesce((select sealed_at from audit_seals where seq = ${String(last + 1n)})
      < (select max(sealed_at) from audit_seals where seq > ${String(last)}) - ${PATIENCE}, false) as late`.execute(db(tx));
  return rows[0]?.late ?? false;
}

/** The first event that is neither sealed nor waiting. */
export async function findLostEvent(tx: EntityManager): Promise<string | null> {
  const row = await db(tx)
    .selectFrom('audit_events as e')
    .select('e.id')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('audit_seals as s').select('s.seq').whereRef('s.event_id', '=', 'e.id'))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('audit_unsealed as u').select('u.at').whereRef('u.event_id', '=', 'e.id'))))
    .orderBy('e.at')
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The first waiting event that no longer exists. */
export async function findRemovedEvent(tx: EntityManager): Promise<string | null> {
  const row = await db(tx)
    .selectFrom('audit_unsealed as u')
    .select('u.event_id')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('audit_events as e').select('e.id').whereRef('e.id', '=', 'u.event_id'))))
    .orderBy('u.at')
    .orderBy('u.event_id')
    .limit(1)
    .executeTakeFirst();
  return row?.event_id ?? null;
}

/**
 * Events waiting for their seal. `late` compares with later events instead of the clock: in an idle product, or a backup, the last ones may
 * wait.
 */
export async function countWaiting(tx: EntityManager): Promise<{ waiting: number; oldest: string | null; late: boolean }> {
  const { rows } = await sql<{ waiting: string; id: string | null; late: boolean | null }>`
    select (select count(*) from audit_unsealed) as waiting, o.event_id as id,
      o.at < greatest((select max(at) from audit_events), (select max(sealed_at) from audit_seals)) - ${PATIENCE} as late
    from (select 1) one
      left join (select event_id, at from audit_unsealed order by at, event_id limit 1) o on true`.execute(db(tx));
  const row = rows[0]!;
  return { waiting: Number(row.waiting), oldest: row.id, late: row.late ?? false };
}

/** Whether the chain has not been verified for a day. A chain younger than a day is not due. */
export async function isVerificationDue(em: EntityManager, verified: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (select 1 from audit_events where action = ${verified} and at > now() - interval '1 day')
      and exists (select 1 from audit_events where at < now() - interval '1 day') as due`.execute(db(em));
  return rows[0]?.due ?? false;
}

/** A count beyond this is not needed. */
const MAX_WAITING = 1000;

export interface ChainStateRow {
  sealed: string | null;
  sealed_at: string | null;
  anchored: string | null;
  anchored_at: string | null;
  waiting: string;
  waiting_since: string | null;
  verified_at: string | null;
  finding: unknown;
  until: string | null;
  asked_at: string | null;
}

/** The state of the chain in one statement. `verified`, `requested`: the audit actions of a verification and of a request for one. */
export async function findChainState(em: EntityManager, verified: string, requested: string): Promise<ChainStateRow> {
  const last = (action: string) => sql`(select at, detail from audit_events where action = ${action} order by at desc limit 1)`;
  const { rows } = await sql<ChainStateRow>`
    select h.seq as sealed, h.sealed_at, a.seq as anchored, a.at as anchored_at,
      (select count(*)::text from (select 1 from audit_unsealed limit ${sql.lit(MAX_WAITING)}) w) as waiting,
      (select min(at) from audit_unsealed) as waiting_since, v.at as verified_at, v.detail as finding,
      (select e.at from audit_seals s join audit_events e on e.id = s.event_id where s.seq = (v.detail ->> 'sealed')::bigint) as until,
      q.at as asked_at
    from (select 1) one
      left join (select seq, sealed_at from audit_seals order by seq desc limit 1) h on true
      left join (select seq, at from audit_anchors order by seq desc limit 1) a on true
      left join ${last(verified)} v on true left join ${last(requested)} q on true`.execute(db(em));
  return rows[0]!;
}
