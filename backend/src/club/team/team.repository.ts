import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { namesIn, nameOrder } from '../../full-name.query.js';
import { teamRoleOfAdmin } from '../../team.query.js';
import { permits, teamRoleOf, type TeamRole } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import type { Names, UserStatus } from '../users/index.js';

export interface TeamPerson extends Names {
  id: string;
  email: string;
  teamRole: TeamRole;
  status: UserStatus;
  /** An authenticator app or a passkey is set up. */
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
}

export type TeamSort = 'createdAt' | 'lastName' | 'email';

const sortColumns = {
  createdAt: [sql.ref('u.created_at'), sql.ref('u.id')],
  lastName: [...nameOrder('u', 'last'), sql.ref('u.id')],
  email: [sql`lower(u.email)`],
} as const satisfies Record<TeamSort, readonly unknown[]>;

/** Statements on `users` about the team: people with the role `admin` outside the rejected list. */
@Injectable()
export class TeamRepository {
  async findPage(
    em: EntityManager,
    { sort, order, role, ...page }: Page & { sort: TeamSort; order: 'ASC' | 'DESC'; role?: TeamRole | undefined },
  ): Promise<PageOf<TeamPerson>> {
    const all = this.team(em);
    const matching = role === undefined ? all : all.where(sql<SqlBool>`${teamRoleOfAdmin} = ${role}`);
    const rows = this.rows(matching).$call(orderByColumns(sortColumns[sort], order));
    const found = await readPage(db(em), rows, matching, page);
    return { rows: found.rows.map(toPerson), total: found.total };
  }

  async findById(em: EntityManager, userId: string): Promise<TeamPerson | null> {
    const row = await this.rows(this.team(em).where('u.id', '=', userId)).executeTakeFirst();
    return row ? toPerson(row) : null;
  }

  /**
   * Locks the rows of the acting person and of another in the order of their ids. Returns whether the first manages the team, and the
   * second's role; null where the second is not in the team.
   */
  async lock(em: EntityManager, actorId: string, userId: string): Promise<{ manages: boolean; teamRole: TeamRole | null }> {
    const users = await db(em)
      .selectFrom('users')
      .select(['id', 'role', 'team_role as teamRole', 'status', 'rejected_at'])
      .where('id', 'in', [actorId, userId])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const [actor, user] = [actorId, userId].map((id) => users.find((row) => row.id === id && row.rejected_at === null));
    return {
      manages: actor !== undefined && actor.status === 'active' && permits(teamRoleOf(actor), 'team.manage'),
      teamRole: user ? teamRoleOf(user) : null,
    };
  }

  async changeRole(em: EntityManager, userId: string, role: TeamRole): Promise<void> {
    await db(em)
      .updateTable('users')
      .set({ team_role: role, updated_at: sql<string>`now()` })
      .where('id', '=', userId)
      .execute();
  }

  async hasAccount(em: EntityManager, email: string): Promise<boolean> {
    const row = await db(em)
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
      .executeTakeFirst();
    return row !== undefined;
  }

  private team(em: EntityManager) {
    return db(em).selectFrom('users as u').where('u.role', '=', 'admin').where('u.rejected_at', 'is', null);
  }

  private rows(matching: ReturnType<TeamRepository['team']>) {
    return matching
      .select(['u.id', 'u.email', 'u.status', 'u.created_at', teamRoleOfAdmin.as('teamRole'), ...namesIn('u')])
      .select((eb) => [
        eb
          .selectFrom('sessions')
          .select(({ fn }) => fn.max('last_seen_at').as('at'))
          .whereRef('user_id', '=', 'u.id')
          .as('last_seen_at'),
        eb
          .or([
            eb.exists(eb.selectFrom('totp_factors').select('id').whereRef('user_id', '=', 'u.id').where('confirmed_at', 'is not', null)),
            eb.exists(eb.selectFrom('passkeys').select('id').whereRef('user_id', '=', 'u.id')),
          ])
          .as('hasSecondFactor'),
      ]);
  }
}

type TeamRow = Awaited<ReturnType<ReturnType<TeamRepository['rows']>['executeTakeFirstOrThrow']>>;

function toPerson({ created_at, last_seen_at, hasSecondFactor, ...person }: TeamRow): TeamPerson {
  return {
    ...person,
    hasSecondFactor: hasSecondFactor === true,
    createdAt: new Date(created_at),
    lastSeenAt: dateOrNull(last_seen_at),
  };
}
