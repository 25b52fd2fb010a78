import type { RoleWire } from './account.js';

/** `audit-events`: read only, newest first. */
export interface AuditEventWire {
  id: string;
  at: string;
  /** Null: nobody who was signed in, or the product itself. */
  actorId: string | null;
  actorRole: RoleWire | null;
  /** The /24 or /48 of the address. */
  network: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  detail: Record<string, unknown>;
  /** Number and hash on the audit chain; null for the few seconds before it is sealed. */
  seq: string | null;
  hash: string | null;
}

/** GET /me/file-views: when somebody of the club looked at a file of mine, newest first. */
export interface FileViewWire {
  viewedAt: string;
  purpose: string;
}
