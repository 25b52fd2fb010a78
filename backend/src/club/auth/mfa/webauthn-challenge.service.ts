import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RelyingPartyPolicy } from './relying-party.policy.js';
import { WebAuthnChallengeRepository, type ChallengeUse } from './webauthn-challenge.repository.js';

const CHALLENGE_BYTES = 32;

export interface Challenge {
  id: string;
  rpId: string;
  /** base64url */
  text: string;
}

/** Issues WebAuthn challenges. They expire after five minutes by the database's clock and accept one answer, right or wrong. */
@Injectable()
export class WebAuthnChallengeService {
  constructor(
    private readonly site: RelyingPartyPolicy,
    private readonly challenges: WebAuthnChallengeRepository,
  ) {}

  /** Creates a challenge for the page at `pageOrigin`. Throws PasskeysNeedAName. */
  async issue(em: EntityManager, use: ChallengeUse, pageOrigin: string | null): Promise<Challenge> {
    const rpId = this.site.idFor(pageOrigin);
    await this.challenges.deleteExpired(em);
    if (use.userId) await this.challenges.deleteSurplus(em, use.userId, use.purpose);
    const id = randomUUID();
    const challenge = randomBytes(CHALLENGE_BYTES);
    await this.challenges.insert(em, use, { id, rp_id: rpId, challenge });
    return { id, rpId, text: challenge.toString('base64url') };
  }

  /** Uses a challenge up. Returns null if it was used or has expired, or is for another purpose or user. */
  async take(em: EntityManager, id: string, use: ChallengeUse): Promise<Challenge | null> {
    const row = await this.challenges.take(em, id, use);
    return row && { id, rpId: row.rp_id, text: row.challenge.toString('base64url') };
  }
}
