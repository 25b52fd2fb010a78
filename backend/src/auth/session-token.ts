import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { AppConfig } from '../config/index.js';

/** All that a token says. No role, no name: those are read from the session and the user on every request. */
const claims = z.strictObject({ sub: z.uuid(), sid: z.uuid(), iat: z.number(), exp: z.number(), jti: z.string() });
const header = z.object({ alg: z.literal('HS256'), kid: z.string() });

const LEEWAY_MS = 60_000;

export interface SessionClaims {
  userId: string;
  sessionId: string;
}

/**
 * Signs and checks session tokens: JWT, HS256, a key id in the header. Two keys are accepted at a time, the current one and the last other of the ring,
 * so that tokens outlive one rotation and no more.
 */
@Injectable()
export class SessionTokens {
  private readonly sign: (payload: object) => string;
  private readonly verifiers: ReadonlyMap<string, (token: string) => unknown>;
  private readonly decode = createDecoder({ complete: true });

  constructor(config: AppConfig) {
    const { current, keys } = config.deriveKeys('session-token');
    const previous = [...keys.keys()].filter((kid) => kid !== current).at(-1);
    this.sign = createSigner({ key: keyOf(keys, current), algorithm: 'HS256', kid: current });
    // No cache: a cached answer would outlive the session it speaks for.
    this.verifiers = new Map(
      [current, previous]
        .filter((kid) => kid !== undefined)
        .map((kid) => [kid, createVerifier({ key: keyOf(keys, kid), algorithms: ['HS256'], clockTolerance: LEEWAY_MS, cache: false })]),
    );
  }

  /** `expiresAt`: the session's absolute end, in seconds since 1970. */
  issue({ userId, sessionId }: SessionClaims, expiresAt: number): string {
    return this.sign({ sub: userId, sid: sessionId, jti: randomUUID(), exp: Math.floor(expiresAt) });
  }

  /** Null for whatever we did not sign, or has run out. Says nothing about the session: its row decides. */
  read(token: string): SessionClaims | null {
    if (!isCanonical(token)) return null;
    try {
      const { kid } = header.parse((this.decode(token) as { header: unknown }).header);
      const verify = this.verifiers.get(kid);
      if (!verify) return null;
      const { sub, sid } = claims.parse(verify(token));
      return { userId: sub, sessionId: sid };
    } catch {
      return null; // malformed, forged or run out: the caller needs no difference
    }
  }
}

/** HS256 gives 32 bytes, 43 characters of base64url whose last one carries four bits: of its four spellings only one is what we issued. */
const SIGNATURE = /\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/**
 * One token, one spelling: decoders pass over the two unused bits of the last character, so without this a changed token could read as the one we issued.
 * The header and the claims need no such check, the signature is over their text.
 */
function isCanonical(token: string): boolean {
  return SIGNATURE.test(token);
}

function keyOf(keys: ReadonlyMap<string, Buffer>, kid: string): Buffer {
  const key = keys.get(kid);
  if (!key) throw new Error('the current key is not in the ring');
  return key;
}
