import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../platform/domain/index.js';
import {
  Access,
  AllowDuringMfaSetup,
  answer,
  CurrentActor,
  PageLanguage,
  StateChangingGet,
  type Actor,
} from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { FileLinksService } from '../../files/index.js';
import { ConfirmationService } from '../confirmation.service.js';
import type { SessionOrigin } from '../session.service.js';
import { SignInService } from '../sign-in.service.js';
import { SignUpService } from '../sign-up.service.js';
import { signInBody, signUpBody, type SignInBody, type SignUpBody } from './auth.v1.dto.js';
import { inFormFields, presentConfirmation, presentSignedIn, presentSignedUp, registrationOf } from './auth.v1.presenter.js';
import { deviceCookie } from './device-cookie.js';
import { MailedToken, Origin } from './origin.decorator.js';

/** The specification's own routes. */
@Controller()
export class AuthV1Controller {
  constructor(
    private readonly signUps: SignUpService,
    private readonly confirmations: ConfirmationService,
    private readonly signIns: SignInService,
    private readonly links: FileLinksService,
    private readonly config: AppConfig,
  ) {}

  @Post('signupuser')
  @Access('public')
  async signUp(@Body({ schema: signUpBody }) body: SignUpBody, @Origin() origin: SessionOrigin, @PageLanguage() language: Language | null) {
    await inFormFields(this.signUps.signUp({ ...registrationOf(body), language }, origin));
    return presentSignedUp(body);
  }

  @Get('confirmemail')
  @Access('public')
  @StateChangingGet()
  async confirmEmail(@MailedToken() token: string, @Origin() { network }: SessionOrigin) {
    return presentConfirmation(await this.confirmations.confirm(token, network));
  }

  @Post('signinuser')
  @HttpCode(200)
  @Access('public')
  async signIn(
    @Body({ schema: signInBody }) body: SignInBody,
    @Origin() origin: SessionOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.signIns.signIn(body, origin);
    void reply.header('set-cookie', deviceCookie(origin.device, this.config.publicUrl));
    return presentSignedIn(signedIn, this.links);
  }

  @Get('logout')
  @Access('session')
  @AllowDuringMfaSetup()
  @StateChangingGet()
  async signOut(@CurrentActor() actor: Actor) {
    await this.signIns.signOut(actor);
    return answer('You are now logged out', null);
  }
}
