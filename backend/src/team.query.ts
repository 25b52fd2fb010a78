import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { db, type Database } from './database.js';
import { fullNameOf } from './full-name.query.js';
import type { TeamRole } from './platform/domain/index.js';

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** The role in the team of a user with the role `admin`; see `teamRoleOf`. The query must alias `users` as `u`. */
export const teamRoleOfAdmin = sql<TeamRole>`coalesce(u.team_role, 'admin')`;

/** People of the team who can sign in and have one of `roles`. The query must alias `users` as `u`. */
export const isActiveInTeam = (roles: readonly TeamRole[]) =>
  eb.and([eb('u.role', '=', 'admin'), eb(teamRoleOfAdmin, 'in', roles), eb('u.status', '=', 'active'), eb('u.rejected_at', 'is', null)]);

/** Returns the ids of the people whom `isActiveInTeam` describes. */
export async function findActiveTeamIds(em: EntityManager, roles: readonly TeamRole[]): Promise<string[]> {
  const rows = await db(em).selectFrom('users as u').select('u.id').where(isActiveInTeam(roles)).orderBy('u.id').execute();
  return rows.map(({ id }) => id);
}

/** Returns whether such a person exists besides this user. */
export async function hasOtherInTeam(em: EntityManager, roles: readonly TeamRole[], userId: string): Promise<boolean> {
  const other = await db(em)
    .selectFrom('users as u')
    .select('u.id')
    .where(isActiveInTeam(roles))
    .where('u.id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns the full names of people of the team by id. */
export async function findTeamNames(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db(em)
    .selectFrom('users as u')
    .select(['u.id', fullNameOf('u').as('name')])
    .where('u.id', 'in', [...new Set(ids)])
    .where('u.role', '=', 'admin')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
