import { expressionBuilder } from 'kysely';
import { roles, teamRoleOf, teamRoles } from '../../../platform/domain/index.js';
import { maySeeSignals } from '../../../platform/http/index.js';
import type { Database } from '../../../database.js';
import { isMailable } from '../../mail/index.js';

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** Every standing that may see signals, so that the rule of routes, emails and deliveries holds for whole tables at once. */
const readers = roles.flatMap((role) =>
  [null, ...(role === 'admin' ? teamRoles : [])].flatMap((teamRole) =>
    [true, false]
      .filter((paid) => maySeeSignals({ role, teamRole: teamRoleOf({ role, teamRole }), paid }))
      .map((paid) =>
        eb.and([
          eb('u.role', '=', role),
          eb('u.team_role', 'is not distinct from', teamRole),
          eb('u.payment_status', paid ? 'is not distinct from' : 'is distinct from', 'approved'),
        ]),
      ),
  ),
);

/** Holds for a user whose account is in order and who may see signals now. The query must alias `users` as `u`. */
export const hasGroupRight = eb.and([isMailable, eb.or(readers)]);

/** Hashes of the Telegram accounts that may be in the group now. */
export const entitledAccounts = eb
  .selectFrom('channel_addresses as entitled')
  .innerJoin('users as u', 'u.id', 'entitled.user_id')
  .where('entitled.channel', '=', 'telegram')
  .where(hasGroupRight)
  .select(['entitled.hash', 'u.language']);
