import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  Access,
  answer,
  CurrentActor,
  StateChangingGet,
  LoadCurrentUser,
  type Actor,
  type AuthenticatedRequest,
} from '../../../platform/http/index.js';
import { FileLinks } from '../../files/index.js';
import { profileFrom, type ProfileRow } from '../profile.js';
import { UsersService } from '../users.service.js';
import { presentMembership, presentProfile } from './profile.v1.presenter.js';

@Controller()
export class UsersV1Controller {
  constructor(
    private readonly users: UsersService,
    private readonly links: FileLinks,
  ) {}

  @Get('getuser')
  @Access('session')
  @LoadCurrentUser()
  profile(@CurrentActor() actor: Actor, @Req() { currentUserRow }: AuthenticatedRequest) {
    return answer(
      'Your profile',
      presentProfile(profileFrom(currentUserRow as ProfileRow), (id) => this.links.linkFor(id, actor)),
    );
  }

  @Get('me/membership')
  @Access('member')
  @ApiOperation({ summary: 'Since when I am a member' })
  async membership(@CurrentActor() { userId }: Actor) {
    return answer('Your membership', presentMembership(await this.users.summaryOf(userId)));
  }

  @Get('changecolor')
  @Access('session')
  @StateChangingGet()
  toggleColor(@CurrentActor() actor: Actor) {
    return this.colorOf(actor);
  }

  @Post('me/color')
  @HttpCode(200)
  @Access('session')
  color(@CurrentActor() actor: Actor) {
    return this.colorOf(actor);
  }

  private async colorOf({ userId }: Actor) {
    const color = await this.users.toggleColor(userId);
    return answer('Colour changed', { color }, { color });
  }
}
