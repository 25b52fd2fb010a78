import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../../platform/domain/index.js';
import { db } from '../../../database.js';
import { LEASE_SECONDS, type ClaimedDelivery, type WiredDelivery } from '../delivery.repository.js';

/** Codes of posts that were not tried. */
const DISABLED = 'disabled';
const LATE = 'late';

const now = sql<string>`now()`;

/** The statements of the moment before a post of the club: there is no member whose right or preference could be judged. */
@Injectable()
export class ClubWiringRepository {
  constructor(private readonly em: EntityManager) {}

  /**
   * Marks a claimed post as on its way, just before its request. Returns null if it must not go out, which is stored, or if this worker no
   * longer holds it.
   */
  wire({ id, lease }: ClaimedDelivery): Promise<WiredDelivery | null> {
    return this.em.transactional(async (tx) => {
      const found = await this.lockHeld(tx, id, lease);
      if (!found) return null;
      const isDisabled = found.addressState !== 'active';
      if (isDisabled || found.isLate) {
        await db(tx)
          .updateTable('deliveries')
          .set({
            state: isDisabled ? 'suppressed' : 'expired',
            last_answer: isDisabled ? DISABLED : LATE,
            lease_until: null,
            updated_at: now,
          })
          .where('id', '=', id)
          .execute();
        return null;
      }
      const wired = await db(tx)
        .updateTable('deliveries')
        .set((eb) => ({
          state: 'sending' as const,
          wired_at: now,
          wired_revision: found.revision,
          attempts: eb('attempts', '+', 1),
          lease_until: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`,
        }))
        .where('id', '=', id)
        .returning(['attempts', sql<string>`lease_until::text`.as('lease')])
        .executeTakeFirstOrThrow();
      const { addressId, channel, address, hasAccepted, isReplay, secondsLeft, addressState: _state, isLate: _late, ...content } = found;
      const target = { addressId, channel, address, hasAccepted, userId: null, secret: null, previousSecret: null };
      return {
        id,
        ...wired,
        target: { ...target, language: DEFAULT_LANGUAGE },
        content,
        secondsLeft: isReplay ? Infinity : secondsLeft,
      };
    });
  }

  private lockHeld(tx: EntityManager, id: string, lease: string) {
    return db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .select([
        'a.id as addressId',
        'a.channel',
        'a.address',
        'a.state as addressState',
        'e.id as eventId',
        'e.kind',
        'e.revision',
        'e.payload',
        'e.is_silent as isSilent',
        'd.provider_id as providerId',
        'd.is_replay as isReplay',
        'd.sent_revision as sentRevision',
      ])
      .select((eb) => [
        eb('a.last_ok_at', 'is not', null).$castTo<boolean>().as('hasAccepted'),
        eb
          .and([eb('e.expires_at', '<=', now), eb('d.is_replay', '=', false)])
          .$castTo<boolean>()
          .as('isLate'),
        sql<number>`extract(epoch from e.expires_at - now())::float8`.as('secondsLeft'),
      ])
      .where('d.id', '=', id)
      .where('a.user_id', 'is', null)
      .where('d.state', '=', 'claimed')
      .where('d.lease_until', '=', sql<string>`${lease}::timestamptz`)
      .where('d.lease_until', '>', now)
      .forUpdate('d')
      .executeTakeFirst();
  }
}
