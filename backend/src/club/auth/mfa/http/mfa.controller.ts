import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, AllowDuringMfaSetup, StepUp, type Actor } from '../../../../platform/http/index.js';
import { AppEnrolmentService } from '../app-enrolment.service.js';
import { MfaOverviewService } from '../mfa-overview.service.js';
import { PasskeyEnrolmentService } from '../passkey-enrolment.service.js';
import { PageOrigin } from '../../http/origin.decorator.js';
import { confirmBody, passkeyBody, type ConfirmBody, type PasskeyBody } from './mfa.dto.js';
import { presentPasskeyAdded, presentRecoveryCodes, presentStatus } from './mfa.presenter.js';

/** The caller's second factors. Adding one requires a recent sign-in or step-up, removing one a step-up. */
@ApiTags('second factor')
@Controller('auth/mfa')
export class MfaController {
  constructor(
    private readonly overview: MfaOverviewService,
    private readonly apps: AppEnrolmentService,
    private readonly passkeys: PasskeyEnrolmentService,
  ) {}

  @Get()
  @Access('session')
  @AllowDuringMfaSetup()
  @ApiOperation({ summary: 'The second factors of the account, and whether it must have one' })
  async status(@CurrentActor() actor: Actor) {
    return presentStatus(await this.overview.of(actor));
  }

  @Post('totp')
  @HttpCode(200)
  @Access('session')
  @AllowDuringMfaSetup()
  @StepUp('recent')
  @ApiOperation({ summary: 'A new secret for an authenticator app; in force once a code of it was shown within 30 minutes' })
  async beginApp(@CurrentActor() actor: Actor) {
    return answer('Scan the code with your authenticator app', await this.apps.begin(actor));
  }

  @Post('totp/confirm')
  @HttpCode(200)
  @Access('session')
  @AllowDuringMfaSetup()
  @StepUp('recent')
  @ApiOperation({ summary: 'Puts the app in force; a first factor brings ten recovery codes, which are shown this once' })
  async confirmApp(@CurrentActor() actor: Actor, @Body({ schema: confirmBody }) { otp }: ConfirmBody) {
    return presentRecoveryCodes('Your authenticator app is set up', await this.apps.confirm(actor, otp));
  }

  @Delete('totp')
  @Access('session')
  @StepUp('explicit')
  @ApiOperation({ summary: 'Takes the authenticator app away' })
  async removeApp(@CurrentActor() actor: Actor) {
    await this.apps.remove(actor);
    return answer('Your authenticator app is removed', null);
  }

  @Post('passkeys/options')
  @HttpCode(200)
  @Access('session')
  @AllowDuringMfaSetup()
  @StepUp('recent')
  @ApiOperation({ summary: 'What the browser makes a passkey from; answered within five minutes, once' })
  async beginPasskey(@CurrentActor() actor: Actor, @PageOrigin() pageOrigin: string | null) {
    return answer('Create your passkey', await this.passkeys.begin(actor, pageOrigin));
  }

  @Post('passkeys')
  @Access('session')
  @AllowDuringMfaSetup()
  @StepUp('recent')
  @ApiOperation({ summary: 'Adds a passkey; a first factor brings ten recovery codes, which are shown this once' })
  async addPasskey(
    @CurrentActor() actor: Actor,
    @Body({ schema: passkeyBody }) body: PasskeyBody,
    @PageOrigin() pageOrigin: string | null,
  ) {
    return presentPasskeyAdded(await this.passkeys.add(actor, body, pageOrigin));
  }

  @Delete('passkeys/:passkeyId')
  @Access('session')
  @StepUp('explicit')
  @ApiOperation({ summary: 'Takes a passkey away' })
  async removePasskey(@CurrentActor() actor: Actor, @Param('passkeyId', { schema: idParam('passkey') }) passkeyId: string) {
    await this.passkeys.remove(actor, passkeyId);
    return answer('The passkey is removed', null);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @Access('session')
  @StepUp('explicit')
  @ApiOperation({ summary: 'Ten new recovery codes, shown this once; the old ones are void' })
  async renewRecoveryCodes(@CurrentActor() actor: Actor) {
    return presentRecoveryCodes('Keep these codes where you find them without your device', await this.overview.renewRecoveryCodes(actor));
  }
}
