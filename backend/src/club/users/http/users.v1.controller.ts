import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { z } from 'zod';
import { permissionsOf } from '../../../platform/domain/index.js';
import {
  Access,
  answer,
  CurrentActor,
  StateChangingGet,
  LoadCurrentUser,
  type Actor,
  type AuthenticatedRequest,
} from '../../../platform/http/index.js';
import type { AccessWire, MyColorWire, MyLanguageWire } from '../../../platform/wire/index.js';
import { FileLinksService } from '../../files/index.js';
import { toProfile, type ProfileRow } from '../profile.query.js';
import type { Color } from '../user.entity.js';
import { UsersService } from '../users.service.js';
import { presentMembership, presentProfile } from './profile.v1.presenter.js';
import { colorBody, languageBody } from './users.v1.dto.js';

@Controller()
export class UsersV1Controller {
  constructor(
    private readonly users: UsersService,
    private readonly links: FileLinksService,
  ) {}

  @Get('getuser')
  @Access('session')
  @LoadCurrentUser()
  profile(@CurrentActor() actor: Actor, @Req() { currentUserRow }: AuthenticatedRequest) {
    return answer(
      'Your profile',
      presentProfile(toProfile(currentUserRow as ProfileRow), (id) => this.links.linkFor(id, actor)),
    );
  }

  @Get('me/access')
  @Access('session')
  @ApiOperation({ summary: 'My role in the team, and what it permits' })
  access(@CurrentActor() { teamRole }: Actor) {
    const permissions = teamRole === null ? [] : permissionsOf[teamRole];
    return answer('What you may do', { teamRole, permissions } satisfies AccessWire);
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
    return this.changeColor(actor, null);
  }

  @Get('me/color')
  @Access('session')
  @ApiOperation({ summary: 'The colour of the pages, and whether it was chosen' })
  async color(@CurrentActor() { userId }: Actor) {
    return answer('Your colour', (await this.users.colorOf(userId)) satisfies MyColorWire);
  }

  @Post('me/color')
  @HttpCode(200)
  @Access('session')
  chooseColor(@CurrentActor() actor: Actor, @Body({ schema: colorBody }) body: z.infer<typeof colorBody>) {
    return this.changeColor(actor, body?.color ?? null);
  }

  @Get('me/language')
  @Access('session')
  @ApiOperation({ summary: 'The language of your emails and documents; null while it is unknown, which means English' })
  async language(@CurrentActor() { userId }: Actor) {
    return answer('Your language', { language: await this.users.languageOf(userId) } satisfies MyLanguageWire);
  }

  @Post('me/language')
  @HttpCode(200)
  @Access('session')
  @ApiOperation({ summary: 'Sets the language of your emails and documents' })
  async chooseLanguage(@CurrentActor() { userId }: Actor, @Body({ schema: languageBody }) { language }: z.infer<typeof languageBody>) {
    await this.users.changeLanguage(userId, language);
    return answer('Language changed', { language } satisfies MyLanguageWire);
  }

  private async changeColor({ userId }: Actor, chosen: Color | null) {
    const color = await this.users.changeColor(userId, chosen);
    return answer('Colour changed', { color }, { color });
  }
}
