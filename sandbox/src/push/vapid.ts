import { createPublicKey, verify } from 'node:crypto';

const DAY_SECONDS = 86_400;
const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/;
/** Apple refuses a subject that it cannot reach (web-push#947). */
const UNREACHABLE = /@localhost|(localhost|\.local|\.invalid)(\/|:|$)/;

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Returns why a signature (RFC 8292) is refused; null where it is right. `key`: the one that the browser subscribed with, or any. */
export function vapidProblem(header: string | undefined, origin: string, key: string | null, now: number): string | null {
  const [, head, claims, signature, publicKey] = HEADER.exec(header ?? '') ?? [];
  if (head === undefined || claims === undefined || signature === undefined || publicKey === undefined) return 'no vapid header';
  const point = fromBase64(publicKey);
  if (point.length !== 65) return 'k is no public key';
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), verifier, fromBase64(signature))) return 'the signature is wrong';
  const { aud, exp, sub } = JSON.parse(fromBase64(claims).toString('utf8')) as { aud?: string; exp?: number; sub?: string };
  if ((JSON.parse(fromBase64(head).toString('utf8')) as { alg?: string }).alg !== 'ES256') return 'alg is not ES256';
  if (aud !== origin) return `aud is ${aud}`;
  if (typeof exp !== 'number' || exp <= now / 1000 || exp > now / 1000 + DAY_SECONDS) return 'exp is over, or later than a day';
  if (typeof sub !== 'string' || !/^(mailto:|https:)/.test(sub) || UNREACHABLE.test(sub)) return 'sub is not reachable';
  return key === null || key === publicKey ? null : 'the key is another one than that of the subscription';
}
