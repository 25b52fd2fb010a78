import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { InvalidInput, NotFound, type Language, type TeamRole } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { OPEN_INVITATION_UNIQUE } from './team-invitation.entity.js';
import { TeamInvitationRepository, type ListedInvitation } from './team-invitation.repository.js';
import { InvitationNotOpen, InvitedAlready, ManagesNoTeam } from './team.errors.js';
import { TeamRepository } from './team.repository.js';

export interface NewInvitation {
  /** Canonical. */
  email: string;
  teamRole: TeamRole;
  /** Of the email. */
  language: Language;
}

/** Invites people to the team by email, and revokes invitations. */
@Injectable()
export class TeamInvitationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly invitations: TeamInvitationRepository,
    private readonly people: TeamRepository,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  list(page: Page, order: 'ASC' | 'DESC'): Promise<PageOf<ListedInvitation>> {
    return this.invitations.findPage(this.em, page, order);
  }

  /** Throws NotFound. */
  async one(id: string): Promise<ListedInvitation> {
    const invitation = await this.invitations.findById(this.em, id);
    if (!invitation) throw new NotFound('invitation');
    return invitation;
  }

  /**
   * Sends an invitation; an earlier one to the same address is revoked. Returns its id. Throws InvalidInput naming `email` if the address
   * has an account, InvitedAlready (409), ManagesNoTeam (403).
   */
  async invite(actorId: string, { email, teamRole, language }: NewInvitation): Promise<string> {
    try {
      return await this.em.transactional(async (em) => {
        await this.requireManager(em, actorId);
        if (await this.people.hasAccount(em, email))
          throw InvalidInput.field('email', `An account with the address ${email} already exists`);
        const { id, token } = await this.invitations.issue(em, { email, teamRole, invitedBy: actorId });
        await this.mails.queue(em, {
          letter: 'team-invitation',
          to: { address: email, userId: null },
          data: { token, teamRole, language },
          dedupeKey: `team-invitation:${id}`,
        });
        await this.record(em, 'team.invite', actorId, id, { teamRole });
        return id;
      });
    } catch (error) {
      if (violatesUnique(error, OPEN_INVITATION_UNIQUE)) throw new InvitedAlready();
      throw error;
    }
  }

  /** Makes the link of an invitation invalid. Throws NotFound, InvitationNotOpen (409), ManagesNoTeam (403). */
  async revoke(actorId: string, id: string): Promise<void> {
    await this.em.transactional(async (em) => {
      await this.requireManager(em, actorId);
      if (!(await this.invitations.findById(em, id))) throw new NotFound('invitation');
      if (!(await this.invitations.revoke(em, id))) throw new InvitationNotOpen();
      await this.record(em, 'team.revoke-invitation', actorId, id, {});
    });
  }

  /** Locks the acting person: a person who is being removed cannot send an invitation at the same time. */
  private async requireManager(em: EntityManager, actorId: string): Promise<void> {
    if (!(await this.people.lock(em, actorId, actorId)).manages) throw new ManagesNoTeam();
  }

  private record(em: EntityManager, action: string, actorId: string, targetId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId, actorRole: 'admin', targetType: 'team-invitation', targetId, detail });
  }
}
