import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Access, answer, CurrentActor, StateChangingGet, type Actor } from '../../common/http/index.js';
import { FileLinks } from '../../files/index.js';
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
  async profile(@CurrentActor() actor: Actor) {
    return answer('Your profile', presentProfile(await this.users.profileOf(actor.userId), (id) => this.links.linkFor(id, actor)));
  }

  @Get('me/membership')
  @Access('member')
  @Header('cache-control', 'no-store')
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
