import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { memberPreferencesOf, preferenceColumns } from './notification-choice.query.js';
import type { MemberPreferences } from './member-dispatch.rules.js';
import type { ChoiceKind, NotificationChannel, NotificationChoice, NotificationKind, QuietHours } from './notification.types.js';

const now = sql<string>`now()`;
const one = sql<number>`1`.as('one');

/** Every statement about `notification_preferences` and `quiet_hours`; conditions on them are in notification-choice.query.ts. */
@Injectable()
export class NotificationPreferenceRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns null if there is no such user. */
  async find(userId: string, em: EntityManager = this.em): Promise<MemberPreferences | null> {
    const row = await db(em).selectFrom('users as u').select(preferenceColumns).where('u.id', '=', userId).executeTakeFirst();
    return row ? memberPreferencesOf(row) : null;
  }

  /** Locks the user, so that of two concurrent changes the second sees the first. Returns null if there is no such user. */
  async lock(tx: EntityManager, userId: string): Promise<MemberPreferences | null> {
    await db(tx).selectFrom('users').select(one).where('id', '=', userId).forNoKeyUpdate().execute();
    return this.find(userId, tx);
  }

  /** Stores choices in place of earlier ones. */
  async put(tx: EntityManager, userId: string, choices: readonly NotificationChoice[]): Promise<void> {
    if (choices.length === 0) return;
    await db(tx)
      .insertInto('notification_preferences')
      .values(choices.map((choice) => ({ user_id: userId, ...choice })))
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'kind', 'channel'])
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), updated_at: now }))
          .whereRef('notification_preferences.value', '<>', 'excluded.value'),
      )
      .execute();
  }

  async remove(tx: EntityManager, userId: string, kind: ChoiceKind, channel: NotificationChannel): Promise<void> {
    await db(tx)
      .deleteFrom('notification_preferences')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('channel', '=', channel)
      .execute();
  }

  /** Turns kinds of email off. */
  turnOff(tx: EntityManager, userId: string, kinds: readonly NotificationKind[]): Promise<void> {
    return this.put(
      tx,
      userId,
      kinds.map((kind) => ({ kind, channel: 'email', value: 'off' })),
    );
  }

  async putQuietHours(tx: EntityManager, userId: string, { from, to, timeZone }: QuietHours): Promise<void> {
    const hours = { from_minute: from, to_minute: to, time_zone: timeZone };
    await db(tx)
      .insertInto('quiet_hours')
      .values({ user_id: userId, ...hours })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...hours, updated_at: now }))
      .execute();
  }

  async removeQuietHours(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).deleteFrom('quiet_hours').where('user_id', '=', userId).execute();
  }
}
