import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { isMailable } from '../../../messaging/mail/index.js';
import { permits, teamRoleOf } from '../../../platform/domain/index.js';

/** How long a confirmation in the web is enough to publish from Telegram. */
const CONFIRMED_HOURS = 12;

export interface DraftAuthor {
  /** The account is in order, and has the right to publish. */
  mayPublish: boolean;
  /** Confirmed by password or factor in the web, in a session that has not been ended since. */
  isConfirmed: boolean;
}

/** Returns what an admin may do now. Locks the row, so that a right does not end before the transaction does. */
export async function lockDraftAuthor(tx: EntityManager, userId: string): Promise<DraftAuthor> {
  const row = await db(tx)
    .selectFrom('users as u')
    .select(['u.role', 'u.team_role as teamRole', isMailable.$castTo<boolean>().as('isOpen')])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sessions as s')
            .select('s.id')
            .whereRef('s.user_id', '=', 'u.id')
            .whereRef('s.security_epoch', '=', 'u.security_epoch')
            .where('s.ended_at', 'is', null)
            .where('s.scope', '=', 'full')
            .where('s.confirmed_at', '>', sql<string>`now() - make_interval(hours => ${CONFIRMED_HOURS})`),
        )
        .$castTo<boolean>()
        .as('isConfirmed'),
    )
    .where('u.id', '=', userId)
    .forShare('u')
    .executeTakeFirst();
  if (!row) return { mayPublish: false, isConfirmed: false };
  return { mayPublish: row.isOpen && permits(teamRoleOf(row), 'signals.publish'), isConfirmed: row.isConfirmed };
}
