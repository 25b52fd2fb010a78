import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DEFAULT_LANGUAGE, languageOf } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import { isMailable } from '../mail/index.js';
import { memberPreferencesOf, NotificationPolicy, preferenceColumns } from '../preferences/index.js';
import { isReader, standingColumns } from './channel-audience.query.js';
import { LEASE_SECONDS, type ClaimedDelivery, type WiredDelivery } from './delivery.repository.js';
import { eventDispatch, isMissed } from './event-dispatch.rules.js';

/** Codes of deliveries that were not tried. */
const NO_ACCESS = 'no-access';
const TURNED_OFF = 'preference';
const DISABLED = 'disabled';
const LATE = 'late';

const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/** The statements of the moment before a request: what a claimed delivery carries, and whether it may go out. */
@Injectable()
export class DeliveryWiringRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: NotificationPolicy,
  ) {}

  /**
   * Marks a claimed delivery as on its way, just before its request: right, preference, address and time are judged here. Returns null if
   * it must not go out, or not yet, which is stored, or if this worker no longer holds it.
   */
  wire({ id, lease }: ClaimedDelivery): Promise<WiredDelivery | null> {
    return this.em.transactional(async (tx) => {
      const row = await this.lockHeld(tx, id, lease);
      if (!row) return null;
      const { address, secret, previousSecret, hasAccepted, ...found } = row;
      const dispatch = eventDispatch(this.policy, memberPreferencesOf(found), found);
      const suppression = found.addressState !== 'active' ? DISABLED : !mayGet(found) ? NO_ACCESS : dispatch.isOff ? TURNED_OFF : null;
      if (suppression !== null || found.isLate || isMissed(found)) {
        await db(tx)
          .updateTable('deliveries')
          .set({
            state: suppression === null ? 'expired' : 'suppressed',
            last_answer: suppression ?? LATE,
            lease_until: null,
            updated_at: now,
          })
          .where('id', '=', id)
          .execute();
        return null;
      }
      if (!dispatch.isOff && dispatch.heldUntil) {
        await this.hold(tx, id, dispatch.heldUntil);
        return null;
      }
      const wired = await db(tx)
        .updateTable('deliveries')
        .set((eb) => ({
          state: 'sending' as const,
          wired_at: now,
          wired_revision: found.revision,
          attempts: eb('attempts', '+', 1),
          lease_until: inSeconds(LEASE_SECONDS),
        }))
        .where('id', '=', id)
        .returning(['attempts', sql<string>`lease_until::text`.as('lease')])
        .executeTakeFirstOrThrow();
      const { addressId, userId, channel, eventId, kind, revision, payload, isSilent, providerId, isReplay, secondsLeft } = found;
      const language = languageOf(found.language) ?? DEFAULT_LANGUAGE;
      return {
        id,
        ...wired,
        target: { addressId, userId, channel, language, address, secret, previousSecret, hasAccepted },
        content: { eventId, kind, revision, payload, isSilent: isSilent || (!dispatch.isOff && dispatch.isSilent), providerId },
        secondsLeft: isReplay ? Infinity : secondsLeft,
      };
    });
  }

  /** Lets go of a claimed delivery until the member's quiet hours end. */
  private async hold(tx: EntityManager, id: string, until: Date): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set({ state: 'queued', available_at: until.toISOString(), lease_until: null, updated_at: now })
      .where('id', '=', id)
      .execute();
  }

  private lockHeld(tx: EntityManager, id: string, lease: string) {
    return db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .select([
        'a.id as addressId',
        'a.user_id as userId',
        'a.channel',
        'a.address',
        'a.secret',
        'a.state as addressState',
        'e.id as eventId',
        'e.kind',
        'e.revision',
        'e.audience',
        'e.payload',
        'e.is_silent as isSilent',
        'u.language',
        'd.provider_id as providerId',
        'd.is_replay as isReplay',
        'd.sent_revision as sentRevision',
      ])
      .select(standingColumns)
      .select(preferenceColumns)
      .select((eb) => [
        isMailable.$castTo<boolean>().as('isMember'),
        eb('a.last_ok_at', 'is not', null).$castTo<boolean>().as('hasAccepted'),
        eb.case().when('a.previous_secret_until', '>', now).then(eb.ref('a.previous_secret')).else(null).end().as('previousSecret'),
        eb
          .and([eb('e.expires_at', '<=', now), eb('d.is_replay', '=', false)])
          .$castTo<boolean>()
          .as('isLate'),
        sql<number>`extract(epoch from e.expires_at - now())::float8`.as('secondsLeft'),
        eb('d.created_at', '<', eb.ref('e.created_at')).$castTo<boolean>().as('hadEarlier'),
      ])
      .where('d.id', '=', id)
      .where('d.state', '=', 'claimed')
      .where('d.lease_until', '=', sql<string>`${lease}::timestamptz`)
      .where('d.lease_until', '>', now)
      .forUpdate('d')
      .executeTakeFirst();
  }
}

/** Whether the member of an address gets this event: the account is in order, and they may see what it is about. */
function mayGet(row: Parameters<typeof isReader>[0] & { audience: string; isMember: boolean }): boolean {
  return row.isMember && (row.audience === 'owner' || isReader(row));
}
