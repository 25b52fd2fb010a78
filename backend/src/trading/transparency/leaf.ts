import { createHash, randomBytes } from 'node:crypto';
import { leafHash } from './merkle.js';

const NONCE_BYTES = 32;
export const newNonce = (): Buffer => randomBytes(NONCE_BYTES);

/**
 * The leaf of a content that is not told yet: SHA-256 over nonce and canonical JSON is what the tree takes as the leaf's data. Prices and
 * sides can be guessed, 32 random bytes cannot.
 */
export function committedHash(nonce: Uint8Array, content: string): Buffer {
  return leafHash(createHash('sha256').update(nonce).update(content, 'utf8').digest());
}

/** The end of the audit chain: its last number, and the hash of its last link. */
export interface AuditHead {
  count: number;
  hash: Uint8Array;
}

export interface HeadTerms {
  number: number;
  size: number;
  root: Uint8Array;
  signedAt: Date;
  /** Null: the head was signed before heads named the audit log, or nothing was sealed yet. */
  audit?: AuditHead | null;
}

/** What is signed; whoever checks a signature writes the same text. */
export function headText({ number, size, root, signedAt, audit }: HeadTerms): string {
  const terms = [String(number), String(size), base64(root), signedAt.toISOString()];
  return (audit ? ['tidemark.log/v2', ...terms, String(audit.count), base64(audit.hash)] : ['tidemark.log/v1', ...terms]).join('\n');
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
