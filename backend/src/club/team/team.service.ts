import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { publishSessionChange } from '../../messaging/live/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound, type TeamRole } from '../../platform/domain/index.js';
import type { PageOf } from '../../platform/http/index.js';
import { AccountStatusService } from '../admin/index.js';
import { ManagesNoTeam, OwnTeamRole } from './team.errors.js';
import { TeamRepository, type TeamPerson } from './team.repository.js';

/** The people of the team, their roles, and their removal. */
@Injectable()
export class TeamService {
  constructor(
    private readonly em: EntityManager,
    private readonly people: TeamRepository,
    private readonly accounts: AccountStatusService,
    private readonly audit: AuditLog,
  ) {}

  list(query: Parameters<TeamRepository['findPage']>[1]): Promise<PageOf<TeamPerson>> {
    return this.people.findPage(this.em, query);
  }

  /** Throws NotFound. */
  async one(userId: string): Promise<TeamPerson> {
    const person = await this.people.findById(this.em, userId);
    if (!person) throw new NotFound('team member');
    return person;
  }

  /**
   * Changes a person's role from their next request on, and ends live subscriptions that the new role does not permit. Both rows are locked
   * and nobody changes their own role: of two people who take each other's rights at once, the second is refused. Throws NotFound,
   * OwnTeamRole (409), ManagesNoTeam (403).
   */
  changeRole(actorId: string, userId: string, role: TeamRole): Promise<void> {
    return this.em.transactional(async (em) => {
      const { manages, teamRole: from } = await this.people.lock(em, actorId, userId);
      if (!manages) throw new ManagesNoTeam();
      if (from === null) throw new NotFound('team member');
      if (userId === actorId) throw new OwnTeamRole();
      if (from === role) return;
      await this.people.changeRole(em, userId, role);
      await publishSessionChange(em, userId);
      await this.audit.record(em, {
        action: 'team.change-role',
        actorId,
        actorRole: 'admin',
        targetType: 'user',
        targetId: userId,
        detail: { from, to: role },
      });
    });
  }

  /**
   * Removes a person from the team: their sessions end and they can no longer sign in. The account moves to the rejected list, from which
   * it can be restored. Throws NotFound, OwnAccount, LastAdmin (409), ManagesNoTeam (403).
   */
  remove(actorId: string, userId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const person = await this.people.findById(em, userId);
      if (!person) throw new NotFound('team member');
      // Locks both rows and refuses an actor who has lost the right since.
      await this.accounts.deleteIn(em, actorId, userId);
      await this.audit.record(em, {
        action: 'team.remove',
        actorId,
        actorRole: 'admin',
        targetType: 'user',
        targetId: userId,
        detail: { role: person.teamRole },
      });
    });
  }
}
