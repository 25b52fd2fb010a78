import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { rolesWith, type TeamRole } from '../../platform/domain/index.js';
import { findActiveTeamIds } from '../../team.query.js';

/** Records that somebody joined the team, and tells those who see the team. */
@Injectable()
export class TeamNoticeService {
  constructor(
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** In the transaction of `em`, which created the account. */
  async joined(
    em: EntityManager,
    { userId, email, teamRole, invitationId }: { userId: string; email: string; teamRole: TeamRole; invitationId: string },
  ): Promise<void> {
    for (const reader of await findActiveTeamIds(em, rolesWith('team.read'))) {
      if (reader !== userId)
        await this.mails.queue(em, {
          letter: 'team-joined',
          to: reader,
          data: { email, teamRole },
          dedupeKey: `team-joined:${userId}:${reader}`,
        });
    }
    await this.audit.record(em, {
      action: 'team.join',
      actorId: userId,
      actorRole: 'admin',
      targetType: 'user',
      targetId: userId,
      detail: { invitationId, role: teamRole },
    });
  }
}
