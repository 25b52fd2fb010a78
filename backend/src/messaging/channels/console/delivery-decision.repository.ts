import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { isMailable } from '../../mail/index.js';
import { memberPreferencesOf, NotificationPolicy, preferenceColumns } from '../../preferences/index.js';
import { mayGet, standingColumns } from '../channel-audience.query.js';
import type { Channel, DeliveryState } from '../channel.types.js';
import { eventDispatch } from '../event-dispatch.rules.js';
import type { Decision, NotSentReason } from './delivery-result.rules.js';

const now = sql<string>`now()`;

export interface DecidableDelivery {
  state: DeliveryState;
  decision: Decision | null;
  channel: Channel;
  /** Null: the address is the club's own. */
  userId: string | null;
  threadId: string;
  /** Of the message whose outcome is unknown. */
  revision: number;
}

/** What sending a message again would do now. */
export interface SendAgainPreview {
  /** Why it would not go out; null: it would. */
  reason: Exclude<NotSentReason, 'refused' | 'nothing' | 'summary'> | null;
  /** The channel is held back until then; null: it is not. */
  heldUntil: Date | null;
}

/** Statements about decisions on deliveries whose outcome is unknown. */
@Injectable()
export class DeliveryDecisionRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: NotificationPolicy,
  ) {}

  /** Returns null if there is no such delivery. */
  async find(id: string): Promise<DecidableDelivery | null> {
    return (await decidable(this.em).where('d.id', '=', id).executeTakeFirst()) ?? null;
  }

  /** As `find`, locked until the transaction ends: of two people who decide, the second sees what the first has decided. */
  async lock(tx: EntityManager, id: string): Promise<DecidableDelivery | null> {
    return (await decidable(tx).where('d.id', '=', id).forUpdate('d').executeTakeFirst()) ?? null;
  }

  /**
   * Judges what a worker would do with the delivery now, by the rules that it applies before the request. An address without a member has
   * neither rights nor preferences.
   */
  async preview(id: string): Promise<SendAgainPreview> {
    const row = await db(this.em)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .leftJoin('channel_blocks as b', (join) =>
        join.onRef('b.channel', '=', 'a.channel').on('b.scope', '=', 'all').on('b.blocked_until', '>', now),
      )
      .select(['a.channel', 'a.state', 'e.kind', 'e.payload', 'e.audience', 'b.blocked_until as blockedUntil'])
      .select(standingColumns)
      .select(preferenceColumns)
      .select((eb) => [isMailable.$castTo<boolean>().as('isMember'), eb('e.expires_at', '<=', now).$castTo<boolean>().as('isLate')])
      .where('d.id', '=', id)
      .executeTakeFirst();
    if (!row) return { reason: null, heldUntil: null };
    const dispatch = eventDispatch(this.policy, memberPreferencesOf(row), row);
    const reason =
      row.state !== 'active' ? 'disabled' : !mayGet(row) ? 'no-access' : dispatch.isOff ? 'preference' : row.isLate ? 'late' : null;
    return { reason, heldUntil: dateOrNull(row.blockedUntil) };
  }

  /** The message arrived: the delivery is sent, unless there is a newer state, which waited for this decision. */
  async markArrived(tx: EntityManager, id: string, by: string): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set((eb) => ({
        state: eb
          .case()
          .when('wanted_revision', '>', eb.ref('wired_revision'))
          .then('queued' as const)
          .else('sent' as const)
          .end(),
        attempts: 0,
        available_at: now,
        sent_revision: eb.ref('wired_revision'),
        decision: 'arrived' as const,
        decided_by: by,
        decided_at: now,
        updated_at: now,
      }))
      .where('id', '=', id)
      .execute();
  }

  /** Makes the delivery due now, as a new full message. `mayBeLate`: although its time may be over by then. */
  async sendAgain(tx: EntityManager, id: string, by: string, { mayBeLate }: { mayBeLate: boolean }): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set({
        state: 'queued',
        attempts: 0,
        available_at: now,
        is_replay: mayBeLate,
        decision: 'send-again',
        decided_by: by,
        decided_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
  }
}

const decidable = (em: EntityManager) =>
  db(em)
    .selectFrom('deliveries as d')
    .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
    .select(['d.state', 'd.decision', 'a.channel', 'a.user_id as userId', 'd.thread_id as threadId', 'd.wanted_revision as revision']);
