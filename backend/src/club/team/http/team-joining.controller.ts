import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import { MailedToken, Origin, type SessionOrigin } from '../../auth/index.js';
import { namesFrom } from '../../users/index.js';
import { TeamJoiningService } from '../team-joining.service.js';
import { joinBody, type JoinBody } from './team.dto.js';
import { presentOpenInvitation } from './team.presenter.js';

/** The page behind the link of an invitation. Its token is sent in `Authorization`, as the tokens of other emailed links are. */
@ApiTags('account')
@Controller('team-invitation')
export class TeamJoiningController {
  constructor(private readonly joining: TeamJoiningService) {}

  @Get()
  @Access('public')
  @ApiOperation({ summary: 'Whom the invitation is for' })
  async find(@MailedToken() token: string, @Origin() { network }: SessionOrigin) {
    return answer('You are invited', presentOpenInvitation(await this.joining.find(token, network)));
  }

  @Post('accept')
  @HttpCode(201)
  @Access('public')
  @ApiOperation({ summary: 'Creates the account of an invited person; they sign in next' })
  async accept(
    @MailedToken() token: string,
    @Body({ schema: joinBody }) { firstName, lastName, password, language }: JoinBody,
    @Origin() { network }: SessionOrigin,
  ) {
    await this.joining.join(token, { ...namesFrom({ firstName, lastName }), password, language }, network);
    return answer('Your account is ready. You can sign in now', null);
  }
}
