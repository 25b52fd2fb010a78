import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Access, answer, CurrentActor, idParam, AllowDuringMfaSetup, type Actor } from '../../../platform/http/index.js';
import { ConfirmationService } from '../confirmation.service.js';
import type { SessionOrigin } from '../session.service.js';
import { SignInService } from '../sign-in.service.js';
import { resendBody, type ResendBody } from './auth.v1.dto.js';
import { presentConfirmation, presentSessions } from './auth.v1.presenter.js';
import { MailedToken, Origin } from './origin.decorator.js';

/** Routes beyond the specification, and proper verbs for its state-changing GETs. */
@Controller('auth')
export class AuthController {
  constructor(
    private readonly confirmations: ConfirmationService,
    private readonly signIns: SignInService,
  ) {}

  @Post('confirm-email')
  @HttpCode(200)
  @Access('public')
  async confirmEmail(@MailedToken() token: string, @Origin() { network }: SessionOrigin) {
    return presentConfirmation(await this.confirmations.confirm(token, network));
  }

  @Post('resend-confirmation')
  @HttpCode(200)
  @Access('public')
  async resend(@Body({ schema: resendBody }) { email }: ResendBody, @Origin() { network }: SessionOrigin) {
    await this.confirmations.resend(email, network);
    return answer('If this address is waiting for confirmation, we sent it a new email', null);
  }

  @Post('logout')
  @HttpCode(200)
  @Access('session')
  @AllowDuringMfaSetup()
  async signOut(@CurrentActor() actor: Actor) {
    await this.signIns.signOut(actor);
    return answer('You are now logged out', null);
  }

  @Get('sessions')
  @Access('session')
  async sessions(@CurrentActor() actor: Actor) {
    return presentSessions(await this.signIns.listSessions(actor), actor.sessionId);
  }

  @Delete('sessions/:sessionId')
  @Access('session')
  async endSession(@CurrentActor() actor: Actor, @Param('sessionId', { schema: idParam('session') }) sessionId: string) {
    await this.signIns.endSession(actor, sessionId);
    return answer('The session has ended', null);
  }
}
