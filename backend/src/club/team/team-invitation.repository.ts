import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { isActiveInTeam } from '../../team.query.js';
import { rolesWith, type TeamRole } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';

const TOKEN_BYTES = 32;
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{43}$/;
/** Longer than other emailed links: people are invited ahead of their first day. */
export const INVITATION_HOURS = 72;

export const invitationStates = ['open', 'expired', 'accepted', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];

export interface OpenInvitation {
  id: string;
  email: string;
  teamRole: TeamRole;
  expiresAt: Date;
}

export interface ListedInvitation extends OpenInvitation {
  state: InvitationState;
  invitedBy: { id: string; fullName: string };
  createdAt: Date;
}

const now = sql<string>`now()`;
const sha256 = (token: string) => createHash('sha256').update(token).digest();
const state = sql<InvitationState>`case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
  when i.expires_at <= now() then 'expired' else 'open' end`;

/** An invitation is void once the person who sent it no longer manages the team. */
const inviterManages = isActiveInTeam(rolesWith('team.manage'));

/** Every statement about the table `team_invitations`. The database's clock decides about expiry. */
@Injectable()
export class TeamInvitationRepository {
  /** Creates an invitation in the transaction of `em`, and revokes an open one to the same address. Returns the token of the link. */
  async issue(
    em: EntityManager,
    { email, teamRole, invitedBy }: { email: string; teamRole: TeamRole; invitedBy: string },
  ): Promise<{ id: string; token: string }> {
    const [id, token] = [randomUUID(), randomBytes(TOKEN_BYTES).toString('base64url')];
    await this.open(em).where('email', '=', email).execute();
    await db(em)
      .insertInto('team_invitations')
      .values({
        id,
        email,
        team_role: teamRole,
        token_hash: sha256(token),
        invited_by_id: invitedBy,
        expires_at: sql<string>`now() + make_interval(hours => ${INVITATION_HOURS})`,
      })
      .execute();
    return { id, token };
  }

  /** Returns the usable invitation of a token without using it, or null. */
  async findOpen(em: EntityManager, token: string): Promise<OpenInvitation | null> {
    if (!TOKEN_FORMAT.test(token)) return null;
    const row = await db(em)
      .selectFrom('team_invitations as i')
      .innerJoin('users as u', 'u.id', 'i.invited_by_id')
      .select(['i.id', 'i.email', 'i.team_role', 'i.expires_at'])
      .where('i.token_hash', '=', sha256(token))
      .where(sql<SqlBool>`${state} = 'open'`)
      .where(inviterManages)
      .executeTakeFirst();
    return row ? toOpen(row) : null;
  }

  /** Marks a usable invitation as accepted. One statement: of two concurrent calls, one gets it and the other null. */
  async accept(em: EntityManager, token: string): Promise<OpenInvitation | null> {
    if (!TOKEN_FORMAT.test(token)) return null;
    const row = await db(em)
      .updateTable('team_invitations as i')
      .from('users as u')
      .set({ accepted_at: now })
      .whereRef('u.id', '=', 'i.invited_by_id')
      .where('i.token_hash', '=', sha256(token))
      .where(sql<SqlBool>`${state} = 'open'`)
      .where(inviterManages)
      .returning(['i.id', 'i.email', 'i.team_role', 'i.expires_at'])
      .executeTakeFirst();
    return row ? toOpen(row) : null;
  }

  /** Returns false if the invitation is no longer open. */
  async revoke(em: EntityManager, id: string): Promise<boolean> {
    const row = await this.open(em).where('id', '=', id).where('expires_at', '>', now).returning('id').executeTakeFirst();
    return row !== undefined;
  }

  async findPage(em: EntityManager, page: Page, order: 'ASC' | 'DESC'): Promise<PageOf<ListedInvitation>> {
    const matching = this.listed(em);
    const rows = this.rows(matching).$call(orderByColumns([sql.ref('i.created_at'), sql.ref('i.id')], order));
    const found = await readPage(db(em), rows, matching, page);
    return { rows: found.rows.map(toListed), total: found.total };
  }

  async findById(em: EntityManager, id: string): Promise<ListedInvitation | null> {
    const row = await this.rows(this.listed(em).where('i.id', '=', id)).executeTakeFirst();
    return row ? toListed(row) : null;
  }

  private open(em: EntityManager) {
    return db(em).updateTable('team_invitations').set({ revoked_at: now }).where('accepted_at', 'is', null).where('revoked_at', 'is', null);
  }

  private listed(em: EntityManager) {
    return db(em).selectFrom('team_invitations as i').innerJoin('users as u', 'u.id', 'i.invited_by_id');
  }

  private rows(matching: ReturnType<TeamInvitationRepository['listed']>) {
    return matching
      .select(['i.id', 'i.email', 'i.team_role', 'i.expires_at', 'i.created_at', 'u.id as inviter_id'])
      .select([state.as('state'), fullNameOf('u').as('inviter_name')]);
  }
}

type Row = { id: string; email: string; team_role: TeamRole; expires_at: string };
type ListedRow = Awaited<ReturnType<ReturnType<TeamInvitationRepository['rows']>['executeTakeFirstOrThrow']>>;

function toOpen({ id, email, team_role, expires_at }: Row): OpenInvitation {
  return { id, email, teamRole: team_role, expiresAt: new Date(expires_at) };
}

function toListed(row: ListedRow): ListedInvitation {
  return {
    ...toOpen(row),
    state: row.state,
    invitedBy: { id: row.inviter_id, fullName: row.inviter_name },
    createdAt: new Date(row.created_at),
  };
}
