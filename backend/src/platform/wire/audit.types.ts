import type { RoleWire } from './account.types.js';

/**
 * `audit-events`: read only, newest first; filters `id`, `q` (the beginning of an action), `action`, `actorId`, `about` (a person: what
 * they did, what was done to them, and what became of what they submitted), `targetType`, `targetId`, `from`, `to` (ISO 8601; `to` is
 * exclusive). As a file: audit-events.csv. GET audit-events/actions: every action that stands in the log.
 */
export interface AuditEventWire {
  id: string;
  at: string;
  /** Null: no signed-in user, or the product itself. */
  actorId: string | null;
  actorRole: RoleWire | null;
  /** Their name today. The log itself holds ids alone. */
  actorName: string | null;
  /** The /24 or /48 of the address. */
  network: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  /** The person that it is about, where it names one. */
  about: { userId: string; fullName: string } | null;
  detail: Record<string, unknown>;
  /** Number and hash on the audit chain; null for the few seconds before it is sealed. */
  seq: string | null;
  hash: string | null;
}

/** GET /me/file-views: views of my files by the club's team, newest first. */
export interface FileViewWire {
  viewedAt: string;
  purpose: string;
}

export interface AuditLinkWire {
  seq: string;
  at: string;
}

/** GET /admin/audit-events/chain; POST …/chain/verify has it read now and answers 202. */
export interface AuditChainWire {
  /** The last link of the chain. */
  sealed: AuditLinkWire | null;
  /** The last witness of it, under a key that is not in the database. */
  anchored: AuditLinkWire | null;
  /** Events that wait for their seal, 1000 at most; usually for seconds. */
  waiting: number;
  waitingSince: string | null;
  /** When the whole chain was last read, and the last event that it covers. */
  verified: { at: string; seq: string; until: string | null; intact: boolean; message: string | null } | null;
  /** Since when a reading is under way. */
  asked: string | null;
}
