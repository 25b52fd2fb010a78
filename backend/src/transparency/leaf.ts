import { createHash, randomBytes } from 'node:crypto';
import { leafHash } from './merkle.js';

const NONCE_BYTES = 32;
export const newNonce = (): Buffer => randomBytes(NONCE_BYTES);

/**
 * The leaf of a content that is not told yet: SHA-256 over nonce and canonical JSON is what the tree takes as the leaf's data. Prices and sides can be
 * guessed, 32 random bytes cannot.
 */
export function committedHash(nonce: Uint8Array, content: string): Buffer {
  return leafHash(createHash('sha256').update(nonce).update(content, 'utf8').digest());
}

export interface HeadTerms {
  number: number;
  size: number;
  root: Uint8Array;
  signedAt: Date;
}

/** What is signed; whoever checks a signature writes the same text. */
export function headText({ number, size, root, signedAt }: HeadTerms): string {
  return ['tidemark.log/v1', String(number), String(size), Buffer.from(root).toString('base64'), signedAt.toISOString()].join('\n');
}
