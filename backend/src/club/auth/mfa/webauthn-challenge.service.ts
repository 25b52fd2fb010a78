import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RelyingParty } from './relying-party.js';
import type { ChallengePurpose } from './webauthn-challenge.entity.js';

const CHALLENGE_BYTES = 32;
const LIVES = `interval '5 minutes'`;
/** Of one person and purpose: tabs that are open at once. */
const KEPT = 4;
/** Expired ones that each new one takes away with it: more than one, so the table shrinks faster than it grows. */
const SWEPT = 20;

/** What a challenge is good for. `userId` null: for signing in. */
export interface ChallengeUse {
  purpose: ChallengePurpose;
  userId: string | null;
}

export interface Challenge {
  id: string;
  rpId: string;
  /** base64url */
  text: string;
}

/** Challenges live five minutes by the database's clock and are good for one answer, right or wrong. */
@Injectable()
export class WebAuthnChallengeService {
  constructor(private readonly site: RelyingParty) {}

  /** A new one, for the page that asks. Throws PasskeysNeedAName. */
  async issue(em: EntityManager, { purpose, userId }: ChallengeUse, pageOrigin: string | null): Promise<Challenge> {
    const rpId = this.site.idFor(pageOrigin);
    await em.execute(
      `delete from webauthn_challenges where id in (select id from webauthn_challenges where expires_at < now() order by expires_at limit ${SWEPT} for update skip locked)`,
    );
    if (userId) {
      await em.execute(
        `delete from webauthn_challenges where id in (select id from webauthn_challenges where user_id = ? and purpose = ? order by expires_at desc offset ${KEPT - 1})`,
        [userId, purpose],
      );
    }
    const id = randomUUID();
    const bytes = randomBytes(CHALLENGE_BYTES);
    await em.execute(
      `insert into webauthn_challenges (id, purpose, user_id, rp_id, challenge, expires_at) values (?, ?, ?, ?, ?, now() + ${LIVES})`,
      [id, purpose, userId, rpId, bytes],
    );
    return { id, rpId, text: bytes.toString('base64url') };
  }

  /**
   * Takes the challenge away: of two answers to one challenge, the second finds none. Null also for another purpose or person, and after
   * five minutes.
   */
  async take(em: EntityManager, id: string, { purpose, userId }: ChallengeUse): Promise<Challenge | null> {
    const [row] = await em.execute<{ rp_id: string; challenge: Buffer }[]>(
      `delete from webauthn_challenges where id = ? and purpose = ? and user_id is not distinct from ?::uuid and expires_at > now() returning rp_id, challenge`,
      [id, purpose, userId],
    );
    return row ? { id, rpId: row.rp_id, text: Buffer.from(row.challenge).toString('base64url') } : null;
  }
}
