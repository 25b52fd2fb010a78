import { expressionBuilder, sql, type Expression, type RawBuilder } from 'kysely';
import type { Database } from './database.js';

const eb = expressionBuilder<Database>();

/** Holds for a user with an open erasure request: their data are restricted until the decision (GDPR, article 18). */
export function hasOpenErasure(userId: Expression<string>): RawBuilder<boolean> {
  const open = eb
    .selectFrom('erasure_requests as x')
    .select(sql`1`.as('one'))
    .where('x.user_id', '=', userId)
    .where('x.state', '=', 'restricted');
  return sql`exists ${open}`;
}

/** As hasOpenErasure, for the user whom the query aliases as `u`. */
export const isRestricted = hasOpenErasure(sql.ref('u.id'));
