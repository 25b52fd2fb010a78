import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';

export interface Preferences {
  news: boolean;
  signals: boolean;
}
/** Holds for users without a row. */
const DEFAULTS: Preferences = { news: true, signals: false };

/** Every statement about the table `mail_preferences`; conditions on it are in mailable-users.query.ts. */
@Injectable()
export class MailPreferenceRepository {
  constructor(private readonly em: EntityManager) {}

  async find(userId: string, em: EntityManager = this.em): Promise<Preferences> {
    const row = await db(em).selectFrom('mail_preferences').select(['news', 'signals']).where('user_id', '=', userId).executeTakeFirst();
    return row ?? DEFAULTS;
  }

  /** Locks the user and reads the preferences, so that of two concurrent changes the second sees the first. */
  async lock(tx: EntityManager, userId: string): Promise<Preferences> {
    await db(tx)
      .selectFrom('users')
      .select(sql<number>`1`.as('one'))
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .execute();
    return this.find(userId, tx);
  }

  /** Stores the given preferences and keeps the others. Returns false if nothing changed or there is no such user. */
  async save(tx: EntityManager, userId: string, { news, signals }: Partial<Preferences>): Promise<boolean> {
    const given = (value: boolean | undefined) => sql<boolean | null>`${value ?? null}::boolean`;
    const changed = await db(tx)
      .insertInto('mail_preferences')
      .columns(['user_id', 'news', 'signals'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select([
            'id',
            eb.fn.coalesce(given(news), eb.lit(DEFAULTS.news)).as('news'),
            eb.fn.coalesce(given(signals), eb.lit(DEFAULTS.signals)).as('signals'),
          ])
          .where('id', '=', userId),
      )
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet((eb) => ({
            news: eb.fn.coalesce(given(news), 'mail_preferences.news'),
            signals: eb.fn.coalesce(given(signals), 'mail_preferences.signals'),
            updated_at: sql<string>`now()`,
          }))
          .where((eb) =>
            eb.or([
              eb('mail_preferences.news', '<>', eb.fn.coalesce(given(news), 'mail_preferences.news')),
              eb('mail_preferences.signals', '<>', eb.fn.coalesce(given(signals), 'mail_preferences.signals')),
            ]),
          ),
      )
      .returning(sql<number>`1`.as('one'))
      .executeTakeFirst();
    return changed !== undefined;
  }
}
