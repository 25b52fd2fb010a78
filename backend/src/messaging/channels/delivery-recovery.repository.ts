import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { DEFAULT_LANGUAGE, languageOf } from '../../platform/domain/index.js';
import { db, type Database } from '../../database.js';
import { DECIDED_BY_ADMIN, HELD, type Channel, type DeliveryTarget } from './channel.types.js';

/** Code of a try whose worker died. */
const LOST = 'lost';

const now = sql<string>`now()`;

/** A delivery whose outcome is unknown, and that is not repeated. */
export interface LostDelivery {
  id: string;
  attempts: number;
  /** Of the event that it carried. */
  kind: string;
  target: DeliveryTarget;
}

/** Statements about deliveries whose worker died. */
@Injectable()
export class DeliveryRecoveryRepository {
  constructor(private readonly em: EntityManager) {}

  /**
   * Releases deliveries whose lease has ended. A delivery without a request is queued again; one whose request had begun becomes uncertain,
   * because it may have arrived, but for one that changed an earlier message, which may be repeated where no admin decides. `onLost` gets,
   * in the transaction, the ids of those that are uncertain.
   */
  async recover(onLost: (tx: EntityManager, ids: readonly string[]) => Promise<void>): Promise<void> {
    await this.em.transactional(async (tx) => {
      const isOld = (eb: ExpressionBuilder<Database & { d: Database['deliveries'] }, 'd'>) =>
        eb.and([eb('d.wired_at', 'is not', null), eb('d.wanted_revision', '>', eb.ref('d.wired_revision'))]);
      const isDecided = (eb: ExpressionBuilder<Database & { d: Database['deliveries'] }, 'd'>) =>
        eb.exists(
          eb
            .selectFrom('channel_addresses as a')
            .select('a.id')
            .whereRef('a.id', '=', 'd.address_id')
            .where('a.channel', 'in', DECIDED_BY_ADMIN),
        );
      const lost = await db(tx)
        .updateTable('deliveries as d')
        .set((eb) => ({
          state: eb
            .case()
            .when('d.wired_at', 'is', null)
            .then('queued' as const)
            .when(isDecided(eb))
            .then('uncertain' as const)
            .when(isOld(eb))
            .then('queued' as const)
            .when('d.provider_id', 'is not', null)
            .then('failed_retryable' as const)
            .else('uncertain' as const)
            .end(),
          attempts: eb.case().when(isOld(eb)).then(0).else(eb.ref('d.attempts')).end(),
          lease_until: null,
          available_at: now,
          last_answer: eb.case().when('d.wired_at', 'is', null).then(eb.ref('d.last_answer')).else(LOST).end(),
          updated_at: now,
        }))
        .where('d.state', 'in', HELD)
        .where('d.lease_until', '<', now)
        .returning(['d.id', 'd.state', 'd.wired_at as wiredAt', 'd.wired_revision as wiredRevision'])
        .execute();
      const wired = lost.filter(({ wiredAt }) => wiredAt !== null);
      if (wired.length === 0) return;
      await db(tx)
        .insertInto('delivery_attempts')
        .values(
          wired.map(({ id, wiredAt, wiredRevision }) => ({
            delivery_id: id,
            at: wiredAt!,
            revision: wiredRevision!,
            answer: LOST,
            outcome: 'uncertain' as const,
          })),
        )
        .execute();
      await onLost(
        tx,
        wired.filter(({ state }) => state === 'uncertain').map(({ id }) => id),
      );
    });
  }

  /** Returns the deliveries among these that stay uncertain, because their channel is not one of `repeating`. */
  async findLost(tx: EntityManager, ids: readonly string[], repeating: readonly Channel[]): Promise<LostDelivery[]> {
    if (ids.length === 0) return [];
    const rows = await db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wired_revision'))
      .select(['d.id', 'd.attempts', 'e.kind', 'a.id as addressId', 'a.user_id as userId', 'a.channel', 'a.address', 'u.language'])
      .where(sql<SqlBool>`d.id = any(${ids}::uuid[])`)
      .where('a.channel', 'not in', repeating)
      .execute();
    return rows.map(({ id, attempts, kind, language, ...target }) => ({
      id,
      attempts,
      kind,
      target: { ...target, language: languageOf(language) ?? DEFAULT_LANGUAGE, secret: null, previousSecret: null, hasAccepted: false },
    }));
  }
}
