import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { AccountStatusService } from '../account-status.service.js';
import { UserDirectoryService } from '../user-directory.service.js';
import { rejectedRules, rejectedSortOf } from './user-lists.dto.js';
import { presentRejected, presentRejectedRecord, presentUserDetail } from './user-lists.presenter.js';

const RESOURCE = 'rejected-users';
const userId = idParam('rejected user');

/** The console's rejected users. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class RejectedUsersAdminController {
  constructor(
    private readonly directory: UserDirectoryService,
    private readonly accounts: AccountStatusService,
  ) {}

  @Get()
  @Access('users.read')
  async list(@CurrentActor() actor: Actor, @Query() query: Record<string, string | undefined>) {
    const list = parseListQuery(query, rejectedRules);
    const { rows, total } = await this.directory.listRejected({ ...list, sort: rejectedSortOf[list.sort] });
    return listAnswer(RESOURCE, { rows: rows.map((user) => presentRejectedRecord(user, actor)), total }, list.offset);
  }

  @Get(':id')
  @Access('users.read')
  async one(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    const user = await this.directory.rejectedOne(id);
    return { ...presentUserDetail(user, actor), ...presentRejected(user) };
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Access('users.block')
  @StepUp('recent')
  async restore(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    await this.accounts.restore(actor.userId, id);
    return answer('User restored', presentUserDetail(await this.directory.one(id), actor));
  }
}
