import { createHash } from 'node:crypto';
import { lengthPrefixed } from '../../platform/crypto/index.js';

/** What the first link hangs on. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * An audit event with every column as PostgreSQL writes it, so that nothing is lost on the way: `at` in UTC with microseconds, `detail` as
 * JSON.
 */
export interface ChainedRow {
  id: string;
  at: string;
  actor_id: string | null;
  actor_role: string | null;
  network: string | null;
  request_id: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  detail: string;
}

/** SHA-256 over what the link hangs on, its number and every column of the event, each with its length (security 3.9). */
export function sealHash(prev: Buffer, seq: bigint, row: ChainedRow): Buffer {
  return createHash('sha256')
    .update(lengthPrefixed(prev, String(seq), canonicalRow(row)))
    .digest();
}

/**
 * The event as canonical JSON. Columns are named one by one: a new one must be taken in here, and then only for events that are sealed
 * later.
 */
export function canonicalRow({
  id,
  at,
  actor_id,
  actor_role,
  network,
  request_id,
  action,
  target_type,
  target_id,
  detail,
}: ChainedRow): string {
  const fields = {
    actorId: actor_id,
    actorRole: actor_role,
    action,
    at,
    id,
    network,
    requestId: request_id,
    targetId: target_id,
    targetType: target_type,
  };
  return canonicalJson({ ...fields, detail: parseExactly(detail) });
}

/** A number as it is written: 0.1 and 0.10 stay two different texts, and no digit of a long one is lost. */
class ExactNumber {
  constructor(readonly source: string) {}
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

function parseExactly(json: string): unknown {
  const exactly: Reviver = (_key, value, { source }) => (typeof value === 'number' ? new ExactNumber(source ?? String(value)) : value);
  return JSON.parse(json, exactly as (key: string, value: unknown) => unknown);
}

/** JSON with sorted keys and no blanks, as in RFC 8785 but for numbers, which keep PostgreSQL's digits. */
export function canonicalJson(value: unknown): string {
  if (value instanceof ExactNumber) return value.source;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
}
