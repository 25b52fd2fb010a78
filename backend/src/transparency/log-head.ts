import type { AuditHead } from './leaf.js';

/** A signed head of the log. */
export interface LogHead {
  number: number;
  size: number;
  root: Buffer;
  signedAt: Date;
  signature: Buffer;
  keyId: string;
  /** The end of the audit log at that time; null in heads of the first version. */
  audit: AuditHead | null;
}

/** A row of `log_heads` as the driver returns it. */
export interface HeadRow {
  number: string;
  size: string;
  root: Buffer;
  signed_at: string;
  signature: Buffer;
  key_id: string;
  audit_count: string | null;
  audit_hash: Buffer | null;
}

/** The columns of HeadRow. */
export const headColumns = 'number, size, root, signed_at, signature, key_id, audit_count, audit_hash';

export function toHead({ number, size, root, signed_at, signature, key_id, audit_count, audit_hash }: HeadRow): LogHead {
  const audit = audit_hash && { count: Number(audit_count), hash: audit_hash };
  return { number: Number(number), size: Number(size), root, signedAt: new Date(signed_at), signature, keyId: key_id, audit };
}
