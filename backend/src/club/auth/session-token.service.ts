import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppConfig } from '../../platform/config/index.js';

/** All claims of a token. Role and name are read from the session and user rows on every request. */
const claimsSchema = z.strictObject({ sub: z.uuid(), sid: z.uuid(), iat: z.number(), exp: z.number(), jti: z.string() });
const headerSchema = z.object({ alg: z.literal('HS256'), kid: z.string() });

const LEEWAY_SECONDS = 60;
const MAX_CACHED_TOKENS = 10_000;

export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
}

interface VerifiedToken {
  claims: SessionClaims;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * Signs and verifies session tokens: JWT, HS256, key id in the header. Accepts the current key of the ring and the one before it, so a
 * token outlives one key rotation. Caches verified tokens, because a signature stays valid. Expiry is checked on every call; revocation is
 * decided by the session row, which is read on every request (SessionReaderService).
 */
@Injectable()
export class SessionTokenService {
  private readonly currentKeyId: string;
  private readonly secrets: ReadonlyMap<string, Buffer>;
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED_TOKENS });

  constructor(
    config: AppConfig,
    private readonly jwt: JwtService,
  ) {
    const { current, keys } = config.deriveKeys('session-token');
    const previous = [...keys.keys()].filter((kid) => kid !== current).at(-1);
    this.currentKeyId = current;
    this.secrets = new Map([current, previous].flatMap((kid) => (kid === undefined ? [] : [[kid, keyOf(keys, kid)]])));
  }

  /** `expiresAt`: the session's absolute end, in seconds since 1970. */
  issue({ userId, sessionId }: SessionClaims, expiresAt: number): string {
    const claims = { sub: userId, sid: sessionId, jti: randomUUID(), exp: Math.floor(expiresAt) };
    return this.jwt.sign(claims, { algorithm: 'HS256', keyid: this.currentKeyId, secret: keyOf(this.secrets, this.currentKeyId) });
  }

  /** Returns null for a token that is malformed, forged or expired. Does not look at the session. */
  read(token: string): SessionClaims | null {
    const known = this.verified.get(token) ?? this.verify(token);
    return known && Date.now() / 1000 < known.expiresAt + LEEWAY_SECONDS ? known.claims : null;
  }

  private verify(token: string): VerifiedToken | null {
    if (!CANONICAL_SIGNATURE.test(token)) return null;
    try {
      const decoded = this.jwt.decode<{ header: unknown } | null>(token, { complete: true });
      const secret = this.secrets.get(headerSchema.parse(decoded?.header).kid);
      if (!secret) return null;
      const claims = claimsSchema.parse(this.jwt.verify(token, { secret, algorithms: ['HS256'], clockTolerance: LEEWAY_SECONDS }));
      const verified = { claims: { userId: claims.sub, sessionId: claims.sid }, expiresAt: claims.exp };
      this.verified.set(token, verified);
      return verified;
    } catch {
      return null; // the caller answers 401 whatever the reason
    }
  }
}

/**
 * Matches the one canonical spelling of an HS256 signature: 43 characters of base64url, the last of which has two unused bits. Decoders
 * ignore these bits, so without this check a changed token would be accepted. Header and claims are covered by the signature over their
 * text.
 */
const CANONICAL_SIGNATURE = /\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

function keyOf(keys: ReadonlyMap<string, Buffer>, kid: string): Buffer {
  const key = keys.get(kid);
  if (!key) throw new Error('the current key is not in the ring');
  return key;
}
