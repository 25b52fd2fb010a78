import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;
const SALT_BYTES = 16;

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Returns the verifier that PostgreSQL stores for a password (RFC 5803, SCRAM-SHA-256), so that a server that logs statements logs no
 * password. SASLprep leaves ASCII unchanged; for other texts NFKC is the relevant part of it.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  const [saltText, stored, server] = [salt, storedKey, hmac(salted, 'Server Key')].map((bytes) => bytes.toString('base64'));
  return `SCRAM-SHA-256$${ITERATIONS}:${saltText}$${stored}:${server}`;
}
