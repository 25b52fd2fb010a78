import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { TeamInvitationsService } from '../team-invitations.service.js';
import { invitationBody, invitationRules, type InvitationBody } from './team.dto.js';
import { presentInvitation } from './team.presenter.js';

const RESOURCE = 'team-invitations';
const invitationId = idParam('invitation');

/** The console's invitations to the team. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class TeamInvitationsAdminController {
  constructor(private readonly invitations: TeamInvitationsService) {}

  @Get()
  @Access('team.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const { order, ...list } = parseListQuery(query, invitationRules);
    const { rows, total } = await this.invitations.list(list, order);
    return listAnswer(RESOURCE, { rows: rows.map(presentInvitation), total }, list.offset);
  }

  @Get(':id')
  @Access('team.read')
  async one(@Param('id', { schema: invitationId }) id: string) {
    return presentInvitation(await this.invitations.one(id));
  }

  @Post()
  @Access('team.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Sends an invitation by email; an earlier one to the same address becomes invalid' })
  async invite(@CurrentActor() { userId }: Actor, @Body({ schema: invitationBody }) body: InvitationBody) {
    return this.one(await this.invitations.invite(userId, body));
  }

  @Delete(':id')
  @Access('team.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Revokes an invitation that is still open' })
  async revoke(@CurrentActor() { userId }: Actor, @Param('id', { schema: invitationId }) id: string) {
    await this.invitations.revoke(userId, id);
    return this.one(id);
  }
}
