import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { profiles } from '../world/profiles.ts';

export interface KeyRights {
  futures: boolean;
  trade: boolean;
  withdraw: boolean;
  ipRestrict: boolean;
}

export interface ApiKey {
  apiKey: string;
  /** What signatures are checked against. */
  secret: string;
  /** "typical-1": keys of one member share the account. */
  member: string;
  profile: string;
  n: number;
  rights: KeyRights;
  /** From this server time on the key is unknown. */
  revokedAt: number | undefined;
  /** Bound to an address nobody here calls from. */
  elsewhere: boolean;
}

const READ_ONLY: KeyRights = { futures: true, trade: false, withdraw: false, ipRestrict: false };

export const keyProfiles: Readonly<Record<string, string>> = {
  'read-only': 'reads everything',
  'read-only-no-futures': 'reads; every futures call answers -2015',
  'can-trade': 'too powerful: spot, margin and futures trading',
  'can-withdraw': 'too powerful: withdrawals',
  'wrong-secret': 'the secret in its name is not the real one: -1022',
  'revoked-at-<epochms>': 'reads everything until that moment of the exchange clock, then -2015',
  'ip-locked': 'bound to another address: always -2015',
};

const KEY = /^sbx_([a-z-]+)_([a-z-]+?)(?:-at-(\d{10,16}))?_([1-9]\d{0,8})$/;

/** The key behind an X-MBX-APIKEY header, or undefined when the exchange does not know it. */
export function findKey(apiKey: string): ApiKey | undefined {
  const match = KEY.exec(apiKey);
  if (!match) return undefined;
  const [, profile = '', kind = '', revoked, number = '1'] = match;
  if (!profiles.has(profile)) return undefined;
  const n = Number(number);
  const key: ApiKey = {
    apiKey,
    secret: apiKey.replace(/^sbx_/, 'sbs_'),
    member: `${profile}-${n}`,
    profile,
    n,
    rights: READ_ONLY,
    revokedAt: undefined,
    elsewhere: false,
  };
  if (revoked !== undefined) return kind === 'revoked' ? { ...key, revokedAt: Number(revoked) } : undefined;
  switch (kind) {
    case 'read-only':
      return key;
    case 'read-only-no-futures':
      return { ...key, rights: { ...READ_ONLY, futures: false } };
    case 'can-trade':
      return { ...key, rights: { ...READ_ONLY, trade: true } };
    case 'can-withdraw':
      return { ...key, rights: { ...READ_ONLY, withdraw: true, ipRestrict: true } };
    case 'wrong-secret':
      return { ...key, secret: createHash('sha256').update(apiKey).digest('hex') };
    case 'ip-locked':
      return { ...key, rights: { ...READ_ONLY, ipRestrict: true }, elsewhere: true };
    default:
      return undefined;
  }
}

/** HMAC-SHA256 of everything sent but the signature; hex, either case. */
export function signatureMatches(secret: string, payload: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = /^[0-9a-fA-F]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : undefined;
  return given !== undefined && timingSafeEqual(expected, given);
}

/** A raw query or form body without its signature parameter, the rest byte for byte. */
export function withoutSignature(raw: string): string {
  return raw
    .split('&')
    .filter((part) => !part.startsWith('signature='))
    .join('&');
}
