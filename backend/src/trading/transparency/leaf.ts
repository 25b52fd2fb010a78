import { createHash, randomBytes } from 'node:crypto';
import { leafHash } from './merkle.js';

const NONCE_BYTES = 32;
export const newNonce = (): Buffer => randomBytes(NONCE_BYTES);

/**
 * Computes the leaf hash of a content; the leaf's data is the SHA-256 over nonce and canonical JSON. The nonce keeps a hidden content from
 * being guessed.
 */
export function committedHash(nonce: Uint8Array, content: string): Buffer {
  return leafHash(createHash('sha256').update(nonce).update(content, 'utf8').digest());
}

/** The end of the audit chain: last number and hash. */
export interface AuditHead {
  count: number;
  hash: Uint8Array;
}

export interface HeadTerms {
  number: number;
  size: number;
  root: Uint8Array;
  signedAt: Date;
  /** Null in heads of the first version, and before the first audit seal. */
  audit?: AuditHead | null;
}

/** Returns the signed text. Verifiers build the same text. */
export function headText({ number, size, root, signedAt, audit }: HeadTerms): string {
  const terms = [String(number), String(size), base64(root), signedAt.toISOString()];
  return (audit ? ['tidemark.log/v2', ...terms, String(audit.count), base64(audit.hash)] : ['tidemark.log/v1', ...terms]).join('\n');
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
