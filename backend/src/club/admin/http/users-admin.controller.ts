import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import type { UserStatus } from '../../users/index.js';
import { AccountStatusService } from '../account-status.service.js';
import { UserDirectoryService } from '../user-directory.service.js';
import { bulkBody, statusBody, userFilterOf, userRules, userSortOf, type BulkBody, type StatusBody } from './user-lists.dto.js';
import { presentOutcome, presentUserDetail, presentUserRecord } from './user-lists.presenter.js';

const RESOURCE = 'users';
const userId = idParam('user');

/** The console's users. PUT, PATCH and DELETE return the bare record, as ra-data-simple-rest expects. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class UsersAdminController {
  constructor(
    private readonly directory: UserDirectoryService,
    private readonly accounts: AccountStatusService,
  ) {}

  @Get()
  @Access('users.read')
  async list(@CurrentActor() actor: Actor, @Query() query: Record<string, string | undefined>) {
    const list = parseListQuery(query, userRules);
    const { rows, total } = await this.directory.listUsers({ ...list, sort: userSortOf[list.sort], filter: userFilterOf(list.filter) });
    return listAnswer(RESOURCE, { rows: rows.map((user) => presentUserRecord(user, actor)), total }, list.offset);
  }

  @Get(':id')
  @Access('users.read')
  async one(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    return presentUserDetail(await this.directory.one(id), actor);
  }

  @Post('bulk')
  @HttpCode(200)
  @Access('users.block')
  @StepUp('recent')
  @ApiOperation({ summary: 'Activates or deactivates up to 100 users, with one answer each' })
  async setMany(@CurrentActor() actor: Actor, @Body({ schema: bulkBody }) { ids, action }: BulkBody) {
    const outcomes = await this.accounts.setStatusOfEach(actor.userId, ids, action === 'activate' ? 'active' : 'deactivated');
    return answer('Every user has an answer', outcomes.map(presentOutcome));
  }

  @Put(':id')
  @Access('users.block')
  @StepUp('recent')
  put(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string, @Body({ schema: statusBody }) { status }: StatusBody) {
    return this.set(actor, id, status);
  }

  @Patch(':id')
  @Access('users.block')
  @StepUp('recent')
  patch(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string, @Body({ schema: statusBody }) { status }: StatusBody) {
    return this.set(actor, id, status);
  }

  @Post(':id/deactivate')
  @HttpCode(200)
  @Access('users.block')
  @StepUp('recent')
  async deactivate(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    return answer('User deactivated', await this.set(actor, id, 'deactivated'));
  }

  @Post(':id/activate')
  @HttpCode(200)
  @Access('users.block')
  @StepUp('recent')
  async activate(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    return answer('User activated', await this.set(actor, id, 'active'));
  }

  @Delete(':id')
  @Access('users.block')
  @StepUp('recent')
  async delete(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    await this.accounts.delete(actor.userId, id);
    return this.one(actor, id);
  }

  private async set(actor: Actor, id: string, status: UserStatus) {
    await this.accounts.setStatus(actor.userId, id, status);
    return this.one(actor, id);
  }
}
