import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../common/http/index.js';
import type { UserStatus } from '../../users/index.js';
import { UserAdministration } from '../user-administration.js';
import { UserDirectory } from '../user-directory.js';
import { statusBody, userRules, userSortOf, type StatusBody } from './user-lists.dto.js';
import { presentUserDetail, presentUserRecord } from './user-lists.presenter.js';

const RESOURCE = 'users';
const userId = idParam('user');

/** The console's users. PUT, PATCH and DELETE answer the bare record, as ra-data-simple-rest expects it. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class UsersAdminController {
  constructor(
    private readonly directory: UserDirectory,
    private readonly administration: UserAdministration,
  ) {}

  @Get()
  @Access('admin')
  @Header('cache-control', 'no-store')
  async list(@Query() query: Record<string, string | undefined>) {
    const wish = parseListQuery(query, userRules);
    const { rows, total } = await this.directory.listUsers({ ...wish, sort: userSortOf[wish.sort] });
    return listAnswer(RESOURCE, { rows: rows.map(presentUserRecord), total }, wish.offset);
  }

  @Get(':id')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async one(@Param('id', { schema: userId }) id: string) {
    return presentUserDetail(await this.directory.one(id));
  }

  @Put(':id')
  @Access('admin')
  put(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string, @Body({ schema: statusBody }) { status }: StatusBody) {
    return this.set(actor, id, status);
  }

  @Patch(':id')
  @Access('admin')
  patch(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string, @Body({ schema: statusBody }) { status }: StatusBody) {
    return this.set(actor, id, status);
  }

  @Post(':id/deactivate')
  @HttpCode(200)
  @Access('admin')
  async deactivate(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    return answer('User deactivated', await this.set(actor, id, 'deactivated'));
  }

  @Post(':id/activate')
  @HttpCode(200)
  @Access('admin')
  async activate(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    return answer('User activated', await this.set(actor, id, 'active'));
  }

  @Delete(':id')
  @Access('admin')
  @StepUp('recent')
  async delete(@CurrentActor() actor: Actor, @Param('id', { schema: userId }) id: string) {
    await this.administration.delete(actor.userId, id);
    return this.one(id);
  }

  private async set(actor: Actor, id: string, status: UserStatus) {
    await this.administration.setStatus(actor.userId, id, status);
    return this.one(id);
  }
}
