import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Access,
  answer,
  CurrentActor,
  idParam,
  pageQuery,
  StateChangingGet,
  StepUp,
  withTotal,
  type Actor,
  type Page,
  type PageOf,
} from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { AccountStatusService } from '../account-status.service.js';
import { UserDirectoryService } from '../user-directory.service.js';
import type { ListedUser } from '../user-list.types.js';
import { presentRejected, presentUser } from './user-lists.presenter.js';

const userId = idParam('user');

/** The specification's own routes for users and rejected users. */
@ApiTags('users')
@Controller()
export class UserListsV1Controller {
  constructor(
    private readonly directory: UserDirectoryService,
    private readonly accounts: AccountStatusService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('getalluser')
  @Access('users.read')
  async users(@Query({ schema: pageQuery }) page: Page) {
    return usersAnswer('All users', await this.directory.users(page));
  }

  @Get('userstatus/:userId')
  @Access('users.block')
  @StepUp('recent')
  @StateChangingGet()
  @ApiOperation({ summary: 'Switches a user between active and deactivated' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Makes a repeated request change the status once (kept for 24 hours)',
  })
  toggle(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: userId }) id: string,
    @Query({ schema: pageQuery }) page: Page,
    @IdempotencyKey() key: string | null,
  ) {
    return this.idempotency.once({ userId: actor.userId, route: 'userstatus', key, request: { id, page } }, async (em) => {
      await this.accounts.toggleStatus(em, actor.userId, id);
      return usersAnswer('User status changed', await this.directory.users(page, em));
    });
  }

  @Delete('deleteuser/:userId')
  @Access('users.block')
  @StepUp('recent')
  @ApiOperation({ summary: 'Moves a user to the rejected list' })
  async delete(@CurrentActor() actor: Actor, @Param('userId', { schema: userId }) id: string, @Query({ schema: pageQuery }) page: Page) {
    await this.accounts.delete(actor.userId, id);
    return usersAnswer('user deleted successfully', await this.directory.users(page));
  }

  @Get('getrejecteduser')
  @Access('users.read')
  rejected(@Query({ schema: pageQuery }) page: Page) {
    return this.rejectedAnswer('Rejected users', page);
  }

  @Get('restoreuser/:userId')
  @Access('users.block')
  @StateChangingGet()
  @StepUp('recent')
  @ApiOperation({ summary: 'Takes a user out of the rejected list' })
  async restore(@CurrentActor() actor: Actor, @Param('userId', { schema: userId }) id: string, @Query({ schema: pageQuery }) page: Page) {
    await this.accounts.restore(actor.userId, id);
    return this.rejectedAnswer('User restored', page);
  }

  private async rejectedAnswer(message: string, page: Page) {
    const { rows, total } = await this.directory.rejected(page);
    return withTotal(answer(message, rows.map(presentRejected)), total);
  }
}

function usersAnswer(message: string, { rows, total }: PageOf<ListedUser>) {
  return withTotal(answer(message, rows.map(presentUser)), total);
}
