import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { permits, teamRoleOf } from '../../platform/domain/index.js';
import { db } from '../../database.js';

export type Person = NonNullable<Awaited<ReturnType<typeof findPersonById>>>;

const person = (em: EntityManager) =>
  db(em)
    .selectFrom('users')
    .select(['id', 'email', 'role', 'team_role as teamRole'])
    // May sign in.
    .select(sql<boolean>`status = 'active' and rejected_at is null and email_confirmed_at is not null`.as('active'));

export const findPersonById = (em: EntityManager, id: string) => person(em).where('id', '=', id).executeTakeFirst();

export const findPersonByEmail = (em: EntityManager, email: string) =>
  person(em)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();

/** Returns whether this person manages the team, and so answers for commands about it. */
export const managesTeam = (one: Person): boolean => one.active && permits(teamRoleOf(one), 'team.manage');

/** Returns the member's latest submission with an exchange sign-in. */
export const findSealedLogin = (em: EntityManager, email: string) =>
  db(em)
    .selectFrom('kyc_submissions as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.id', 'k.user_id', 'k.platform', 'k.exchange_login'])
    .where(sql<boolean>`lower(u.email) = lower(${email})`)
    .where('k.exchange_login_given', '=', true)
    .orderBy('k.submitted_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findSyncRun = (em: EntityManager, id: string) =>
  db(em).selectFrom('sync_runs').select(['state', 'rows', 'progress', 'error']).where('id', '=', id).executeTakeFirst();
