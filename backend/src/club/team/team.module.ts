import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { AdminModule } from '../admin/index.js';
import { TeamInvitationRepository } from './team-invitation.repository.js';
import { TeamInvitationsService } from './team-invitations.service.js';
import { TeamJoiningService } from './team-joining.service.js';
import { TeamNoticeService } from './team-notice.service.js';
import { TeamRepository } from './team.repository.js';
import { TeamService } from './team.service.js';

@Module({
  imports: [AdminModule, AuditModule, MailModule],
  providers: [TeamInvitationRepository, TeamInvitationsService, TeamJoiningService, TeamNoticeService, TeamRepository, TeamService],
  exports: [TeamInvitationsService, TeamJoiningService, TeamService],
})
export class TeamModule {}
