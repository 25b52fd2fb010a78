import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { TeamService } from '../team.service.js';
import { teamRoleBody, teamRules, type TeamRoleBody } from './team.dto.js';
import { presentPerson } from './team.presenter.js';

const RESOURCE = 'team';
const personId = idParam('team member');

/** The console's team. PUT and DELETE return the bare record, as ra-data-simple-rest expects. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class TeamAdminController {
  constructor(private readonly team: TeamService) {}

  @Get()
  @Access('team.read')
  async list(@CurrentActor() { userId }: Actor, @Query() query: Record<string, string | undefined>) {
    const { filter, ...list } = parseListQuery(query, teamRules);
    const { rows, total } = await this.team.list({ ...list, role: filter.teamRole });
    return listAnswer(RESOURCE, { rows: rows.map((person) => presentPerson(person, userId)), total }, list.offset);
  }

  @Get(':id')
  @Access('team.read')
  async one(@CurrentActor() { userId }: Actor, @Param('id', { schema: personId }) id: string) {
    return presentPerson(await this.team.one(id), userId);
  }

  @Put(':id')
  @Access('team.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Changes the role, from the next request of that person on' })
  async changeRole(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: personId }) id: string,
    @Body({ schema: teamRoleBody }) { teamRole }: TeamRoleBody,
  ) {
    await this.team.changeRole(actor.userId, id, teamRole);
    return this.one(actor, id);
  }

  @Delete(':id')
  @Access('team.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Removes a person from the team; their sessions end at once' })
  async remove(@CurrentActor() actor: Actor, @Param('id', { schema: personId }) id: string) {
    const person = await this.one(actor, id);
    await this.team.remove(actor.userId, id);
    return person;
  }
}
