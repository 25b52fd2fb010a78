import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { db, type Database } from '../../database.js';
import { isMailable } from '../mail/index.js';
import { memberPreferencesOf, NotificationPolicy, preferenceColumns } from '../preferences/index.js';
import { isReader, standingColumns } from './channel-audience.query.js';
import { DECIDED_BY_ADMIN, HELD, type Channel } from './channel.types.js';
import { eventDispatch } from './event-dispatch.rules.js';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/** Which revision of a thread is wanted where. */
export interface WantedDeliveries {
  threadId: string;
  revision: number;
  addressIds: readonly string[];
  directDelaySeconds?: number;
}

/** Whether an admin has to decide about the delivery that is there. */
const isUndecided = (eb: ExpressionBuilder<Database, 'deliveries'>) =>
  eb.and([
    eb('deliveries.state', '=', 'uncertain'),
    eb.exists(
      eb
        .selectFrom('channel_addresses as c')
        .select('c.id')
        .whereRef('c.id', '=', 'deliveries.address_id')
        .where('c.channel', 'in', DECIDED_BY_ADMIN),
    ),
  ]);

/** Statements that make deliveries of events. */
@Injectable()
export class DeliveryFanOutRepository {
  constructor(private readonly policy: NotificationPolicy) {}

  /**
   * Looks at the next `limit` active addresses after one, and returns those whose members may get an event of this kind and want it there.
   * `channels` has the channel of each id, in the same order. Continue after `last`; null: this was the last page.
   */
  async findAddressesAfter(
    tx: EntityManager,
    kind: string,
    addressId: string | null,
    limit: number,
  ): Promise<{ ids: string[]; channels: Channel[]; last: string | null }> {
    const rows = await db(tx)
      .selectFrom('channel_addresses as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['a.id', 'a.channel'])
      .select(standingColumns)
      .select(preferenceColumns)
      .where('a.state', '=', 'active')
      .where('a.id', '>', addressId ?? FIRST_ID)
      .where(isMailable)
      .orderBy('a.id')
      .limit(limit)
      .execute();
    const isWanted = (row: (typeof rows)[number]) =>
      !eventDispatch(this.policy, memberPreferencesOf(row), { kind, channel: row.channel }).isOff;
    const wanted = rows.filter((row) => isReader(row) && isWanted(row));
    return {
      ids: wanted.map(({ id }) => id),
      channels: wanted.map(({ channel }) => channel),
      last: rows.length < limit ? null : rows.at(-1)!.id,
    };
  }

  /**
   * Wants this revision delivered to each address: adds a delivery, or raises the revision of the one that is there. A delivery that a
   * worker holds is queued again when the worker lets go of it, and one that an admin decides about stays as it is. `directDelaySeconds`:
   * how much later direct messages on Telegram go out.
   */
  async want(tx: EntityManager, { threadId, revision, addressIds, directDelaySeconds = 0 }: WantedDeliveries): Promise<void> {
    if (addressIds.length === 0) return;
    await db(tx)
      .insertInto('deliveries')
      .columns(['thread_id', 'address_id', 'wanted_revision', 'available_at'])
      .expression((eb) =>
        eb
          .selectFrom('channel_addresses')
          .select((row) => [
            sql<string>`${threadId}::uuid`.as('thread_id'),
            'id',
            row.lit(revision).as('wanted_revision'),
            sql<string>`case when channel = 'telegram' then ${inSeconds(directDelaySeconds)} else now() end`.as('available_at'),
          ])
          .where(sql<SqlBool>`id = any(${addressIds}::uuid[])`)
          .orderBy('id'),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['thread_id', 'address_id'])
          .doUpdateSet((eb) => {
            const held = eb('deliveries.state', 'in', HELD);
            return {
              wanted_revision: eb.ref('excluded.wanted_revision'),
              state: eb
                .case()
                .when(held)
                .then(eb.ref('deliveries.state'))
                .when(isUndecided(eb))
                .then('uncertain' as const)
                .else('queued' as const)
                .end(),
              attempts: eb.case().when(held).then(eb.ref('deliveries.attempts')).else(0).end(),
              available_at: eb.case().when(held).then(eb.ref('deliveries.available_at')).else(eb.ref('excluded.available_at')).end(),
              // Judged again: quiet hours may be over.
              held_until: null,
              is_replay: eb.case().when(held).then(eb.ref('deliveries.is_replay')).else(false).end(),
              updated_at: now,
            };
          })
          .whereRef('deliveries.wanted_revision', '<', 'excluded.wanted_revision'),
      )
      .execute();
  }

  /** Queues the one delivery of an event for its owner. */
  async insertOne(tx: EntityManager, threadId: string, addressId: string): Promise<string> {
    const { id } = await db(tx)
      .insertInto('deliveries')
      .values({ thread_id: threadId, address_id: addressId, wanted_revision: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
}
