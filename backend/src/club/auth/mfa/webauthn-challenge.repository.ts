import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import type { ChallengePurpose } from './webauthn-challenge.entity.js';

const TTL = `interval '5 minutes'`;
/** Challenges kept for one user and purpose: tabs that are open at once. */
const MAX_OPEN = 4;
/** Expired challenges deleted with each new one. More than one, so that the table shrinks faster than it grows. */
const SWEEP_LIMIT = 20;

const now = sql<string>`now()`;

/** What a challenge may be used for. `userId` is null for signing in. */
export interface ChallengeUse {
  purpose: ChallengePurpose;
  userId: string | null;
}

/** Every statement about the table `webauthn_challenges`. */
@Injectable()
export class WebAuthnChallengeRepository {
  async deleteExpired(em: EntityManager): Promise<void> {
    await db(em)
      .deleteFrom('webauthn_challenges')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webauthn_challenges')
          .select('id')
          .where('expires_at', '<', now)
          .orderBy('expires_at')
          .limit(SWEEP_LIMIT)
          .forUpdate()
          .skipLocked(),
      )
      .execute();
  }

  /** Deletes the oldest challenges of a user and purpose, so that a new one does not exceed MAX_OPEN. */
  async deleteSurplus(em: EntityManager, userId: string, purpose: ChallengePurpose): Promise<void> {
    await db(em)
      .deleteFrom('webauthn_challenges')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webauthn_challenges')
          .select('id')
          .where('user_id', '=', userId)
          .where('purpose', '=', purpose)
          .orderBy('expires_at', 'desc')
          .offset(MAX_OPEN - 1),
      )
      .execute();
  }

  async insert(em: EntityManager, { purpose, userId }: ChallengeUse, row: { id: string; rp_id: string; challenge: Buffer }): Promise<void> {
    await db(em)
      .insertInto('webauthn_challenges')
      .values({ ...row, purpose, user_id: userId, expires_at: sql<string>`now() + ${sql.raw(TTL)}` })
      .execute();
  }

  /** Deletes a valid challenge and returns it. Of two concurrent calls, one gets null. */
  async take(em: EntityManager, id: string, { purpose, userId }: ChallengeUse) {
    const row = await db(em)
      .deleteFrom('webauthn_challenges')
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .where('user_id', 'is not distinct from', userId)
      .where('expires_at', '>', now)
      .returning(['rp_id', 'challenge'])
      .executeTakeFirst();
    return row ?? null;
  }

  async removeAll(em: EntityManager, userId: string): Promise<void> {
    await db(em).deleteFrom('webauthn_challenges').where('user_id', '=', userId).execute();
  }
}
