import { Module } from '@nestjs/common';
import { TeamAdminController } from './http/team-admin.controller.js';
import { TeamInvitationsAdminController } from './http/team-invitations-admin.controller.js';
import { TeamJoiningController } from './http/team-joining.controller.js';
import { TeamModule } from './team.module.js';

@Module({
  imports: [TeamModule],
  controllers: [TeamAdminController, TeamInvitationsAdminController, TeamJoiningController],
})
export class TeamHttpModule {}
