import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { AuditHead } from './leaf.js';

// The statements of `log_leaves` and `log_heads`. Functions take the entity manager, because most run in their caller's transaction.

/** Advisory lock of appending and signing, so that indexes have no gaps and timestamps increase with them. */
export const LOG_LOCK = 7_489_206;

/** A leaf with the content it commits to. */
export interface StoredLeaf {
  index: number;
  kind: string;
  subjectId: string;
  signalId: string;
  /** Canonical JSON, byte for byte. */
  content: string;
  nonce: Buffer;
  hash: Buffer;
  at: Date;
}

export interface LeafHash {
  index: number;
  hash: Buffer;
}

/** A signed tree head. */
export interface LogHead {
  number: number;
  /** The number of leaves it covers. */
  size: number;
  root: Buffer;
  signedAt: Date;
  signature: Buffer;
  keyId: string;
  /** The end of the audit chain at that time; null in heads of the first version. */
  audit: AuditHead | null;
}

/** Waits for the lock of the log. */
export async function lockLog(tx: EntityManager): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOG_LOCK})`.execute(db(tx));
}

/** Takes the lock of the log if it is free. */
export async function tryLockLog(tx: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOG_LOCK}) as mine`.execute(db(tx));
  return rows[0]?.mine ?? false;
}

/** Leaves from an index on, in order. */
export async function findLeaves(em: EntityManager, from: number, limit: number): Promise<StoredLeaf[]> {
  const rows = await leaves(em).where('index', '>=', String(from)).orderBy('index').limit(limit).execute();
  return rows.map(toLeaf);
}

/** Leaves about these subjects, in order. */
export async function findLeavesOf(em: EntityManager, subjectIds: readonly string[]): Promise<StoredLeaf[]> {
  const rows = await leaves(em)
    .where(sql<boolean>`subject_id = any(${subjectIds}::uuid[])`)
    .orderBy('index')
    .execute();
  return rows.map(toLeaf);
}

/** The index of the leaf about a subject. */
export async function findLeafIndex(em: EntityManager, subjectId: string): Promise<number | null> {
  const row = await db(em).selectFrom('log_leaves').select('index').where('subject_id', '=', subjectId).executeTakeFirst();
  return row ? Number(row.index) : null;
}

/** Hashes from an index on, in order. */
export async function findLeafHashes(em: EntityManager, from: number, limit: number): Promise<LeafHash[]> {
  const rows = await db(em)
    .selectFrom('log_leaves')
    .select(['index', 'leaf_hash'])
    .where('index', '>=', String(from))
    .orderBy('index')
    .limit(limit)
    .execute();
  return rows.map(({ index, leaf_hash }) => ({ index: Number(index), hash: leaf_hash }));
}

/** Returns the number of leaves, missing ones included. */
export async function countLeaves(em: EntityManager): Promise<number> {
  const { size } = await db(em)
    .selectFrom('log_leaves')
    .select(sql<string>`coalesce(max(index) + 1, 0)`.as('size'))
    .executeTakeFirstOrThrow();
  return Number(size);
}

export async function findLastLeaf(em: EntityManager): Promise<{ index: bigint; at: Date } | null> {
  const row = await db(em).selectFrom('log_leaves').select(['index', 'at']).orderBy('index', 'desc').limit(1).executeTakeFirst();
  return row ? { index: BigInt(row.index), at: new Date(row.at) } : null;
}

export async function insertLeaf(tx: EntityManager, leaf: Omit<StoredLeaf, 'index'> & { index: bigint }): Promise<void> {
  await db(tx)
    .insertInto('log_leaves')
    .values({
      index: leaf.index,
      kind: leaf.kind,
      subject_id: leaf.subjectId,
      signal_id: leaf.signalId,
      content: leaf.content,
      nonce: leaf.nonce,
      leaf_hash: leaf.hash,
      at: leaf.at,
    })
    .execute();
}

/** Subjects with more than one leaf. */
export async function findDuplicates(em: EntityManager, limit: number): Promise<{ subjectId: string; count: number }[]> {
  return db(em)
    .selectFrom('log_leaves')
    .select(['subject_id as subjectId', sql<number>`count(*)::int`.as('count')])
    .groupBy('subject_id')
    .having(sql<boolean>`count(*) > 1`)
    .orderBy('subject_id')
    .limit(limit)
    .execute();
}

/** Which of these subjects have no leaf, ordered by id. */
export async function findWithoutLeaf(em: EntityManager, subjectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${subjectIds}::uuid[]) as i (id)
    where not exists (select 1 from log_leaves l where l.subject_id = i.id) order by i.id`.execute(db(em));
  return rows.map(({ id }) => id);
}

/** `now` or later, so that it is after every leaf and head, in whole milliseconds. */
export async function nextTimestamp(tx: EntityManager, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: string }>`
    select greatest(
      ${now}::timestamptz,
      (select at from log_leaves order by index desc limit 1) + interval '1 millisecond',
      (select signed_at from log_heads order by number desc limit 1) + interval '1 millisecond'
    ) as at`.execute(db(tx));
  return new Date(rows[0]!.at);
}

/** Heads from a number on, in order; all of them without `from`. */
export async function findHeads(em: EntityManager, from?: number, limit?: number): Promise<LogHead[]> {
  const rows = await heads(em)
    .$if(from !== undefined, (query) => query.where('number', '>=', String(from)))
    .orderBy('number')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return rows.map(toHead);
}

export async function findLastHead(em: EntityManager): Promise<LogHead | null> {
  const row = await heads(em).orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row ? toHead(row) : null;
}

/** The last head, and whether it was signed more than `hours` ago. */
export async function findLastHeadWithAge(em: EntityManager, hours: number): Promise<(LogHead & { isOld: boolean }) | null> {
  const row = await heads(em)
    .select(sql<boolean>`signed_at <= now() - make_interval(hours => ${hours})`.as('is_old'))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...toHead(row), isOld: row.is_old } : null;
}

/** Whether there are leaves, and no head, or the last one is at least `minutes` old. */
export async function isHeadDue(em: EntityManager, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from log_leaves) and coalesce(
      (select signed_at <= now() - make_interval(mins => ${minutes}) from log_heads order by number desc limit 1), true) as due`.execute(
    db(em),
  );
  return rows[0]?.due ?? false;
}

/** Whether there are leaves and no head at all. */
export async function isFirstHeadDue(em: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from log_leaves) and not exists (select 1 from log_heads) as due`.execute(db(em));
  return rows[0]?.due ?? false;
}

export async function insertHead(tx: EntityManager, head: LogHead): Promise<void> {
  await db(tx)
    .insertInto('log_heads')
    .values({
      number: head.number,
      size: head.size,
      root: head.root,
      signed_at: head.signedAt,
      signature: head.signature,
      key_id: head.keyId,
      audit_count: head.audit && head.audit.count,
      audit_hash: head.audit && Buffer.from(head.audit.hash),
    })
    .execute();
}

/** Whether `since` is more than `hours` ago by the database's clock; false for null. */
export async function isLongerAgo(em: EntityManager, since: Date | null, hours: number): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select coalesce(${since}::timestamptz < now() - make_interval(hours => ${hours}), false) as late`.execute(db(em));
  return rows[0]?.late ?? false;
}

const leaves = (em: EntityManager) =>
  db(em).selectFrom('log_leaves').select(['index', 'kind', 'subject_id', 'signal_id', 'content', 'nonce', 'leaf_hash', 'at']);
type LeafRow = Awaited<ReturnType<ReturnType<typeof leaves>['execute']>>[number];

function toLeaf({ index, subject_id: subjectId, signal_id: signalId, leaf_hash: hash, at, ...same }: LeafRow): StoredLeaf {
  return { ...same, index: Number(index), subjectId, signalId, hash, at: new Date(at) };
}

const heads = (em: EntityManager) =>
  db(em).selectFrom('log_heads').select(['number', 'size', 'root', 'signed_at', 'signature', 'key_id', 'audit_count', 'audit_hash']);
type HeadRow = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number];

function toHead({ number, size, signed_at, key_id: keyId, audit_count, audit_hash, ...same }: HeadRow): LogHead {
  const audit = audit_hash && { count: Number(audit_count), hash: audit_hash };
  return { ...same, number: Number(number), size: Number(size), signedAt: new Date(signed_at), keyId, audit };
}
