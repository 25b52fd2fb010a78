import { expressionBuilder, sql } from 'kysely';
import type { Database } from '../../database.js';
import { isRestricted } from '../../open-erasure.query.js';
import { wantsEmail, type ClubDefaults } from '../preferences/index.js';

// Conditions on a user. The query must alias `users` as `u`.

/** This many temporary failures of an address within the window, with no delivery between them, end news (rules.md section 8). */
const SOFT_BOUNCES = 3;
const SOFT_WINDOW_DAYS = 14;

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();
const one = sql<number>`1`.as('one');

/** Excludes users whose data are restricted until they are erased: they get no mail (security.md section 6). */
export const isNotRestricted = eb.not(isRestricted);

/** Users who may get mail at all: confirmed, active, neither rejected nor restricted. */
export const isMailable = eb.and([
  eb('u.email_confirmed_at', 'is not', null),
  eb('u.status', '=', 'active'),
  eb('u.rejected_at', 'is', null),
  isNotRestricted,
]);

/** Users whose current address bounces: one permanent failure, or several temporary ones. */
export const addressBounces = eb.or([
  eb.exists(
    eb
      .selectFrom('mail_bounces as h')
      .select(one)
      .whereRef('h.user_id', '=', 'u.id')
      .whereRef('h.address', '=', 'u.email')
      .where('h.kind', '=', 'hard'),
  ),
  eb(
    eb
      .selectFrom('mail_bounces as s')
      .select((soft) => soft.fn.countAll<number>().as('n'))
      .whereRef('s.user_id', '=', 'u.id')
      .whereRef('s.address', '=', 'u.email')
      .where('s.kind', '=', 'soft')
      .where('s.bounced_at', '>', sql<string>`now() - make_interval(days => ${SOFT_WINDOW_DAYS})`),
    '>=',
    SOFT_BOUNCES,
  ),
]);

/** Users who get no news: they turned them off, or their address bounces. */
export const refusesNews = (club: ClubDefaults) => eb.or([eb.not(wantsEmail('news', club)), addressBounces]);
