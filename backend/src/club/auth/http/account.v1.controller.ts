import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import { PasswordChangeService } from '../password-change.service.js';
import { PasswordResetService } from '../password-reset.service.js';
import { ProfileChangeService } from '../profile-change.service.js';
import type { SessionOrigin } from '../session.service.js';
import {
  forgottenBody,
  newPasswordBody,
  ownPasswordBody,
  profileBody,
  type ForgottenBody,
  type NewPasswordBody,
  type OwnPasswordBody,
  type ProfileBody,
} from './account.v1.dto.js';
import { presentForgotten, presentProfileChanged } from './account.v1.presenter.js';
import { MailedToken, Origin } from './origin.decorator.js';

/** Passwords, and what people change about themselves. */
@ApiTags('account')
@Controller()
export class AccountV1Controller {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly passwords: PasswordChangeService,
    private readonly profiles: ProfileChangeService,
  ) {}

  @Post('forgetpassword')
  @HttpCode(200)
  @Access('public')
  @ApiOperation({ summary: 'Mails a link to choose a new password; answers the same for every address' })
  async forgotten(@Body({ schema: forgottenBody }) { email }: ForgottenBody, @Origin() { network }: SessionOrigin) {
    await this.resets.ask(email, network);
    return presentForgotten();
  }

  @Post('changepassword')
  @HttpCode(200)
  @Access('public')
  @ApiOperation({ summary: 'Sets a new password with the token of a mailed link, which works once and for an hour' })
  async reset(
    @MailedToken() token: string,
    @Body({ schema: newPasswordBody }) { newPassword }: NewPasswordBody,
    @Origin() origin: SessionOrigin,
  ) {
    await this.resets.use(token, newPassword, origin);
    return answer('Your password was changed. You can sign in with it now', null);
  }

  @Post('auth/password')
  @HttpCode(200)
  @Access('session')
  @ApiOperation({ summary: 'Changes the password within a session; the other sessions end' })
  async change(@CurrentActor() actor: Actor, @Body({ schema: ownPasswordBody }) body: OwnPasswordBody) {
    await this.passwords.change(actor, body);
    return answer('Your password was changed, and your other sessions were ended', null);
  }

  @Post('updateprofile')
  @HttpCode(200)
  @Access('session')
  @ApiOperation({ summary: 'Changes names, phone number and country; a new email address waits for its confirmation' })
  async profile(@CurrentActor() actor: Actor, @Body({ schema: profileBody }) body: ProfileBody, @Origin() { network }: SessionOrigin) {
    return presentProfileChanged(await this.profiles.change(actor, body, network));
  }
}
