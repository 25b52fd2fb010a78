import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, AllowDuringMfaSetup, type Actor } from '../../../../platform/http/index.js';
import { PasskeyStepUpService } from '../passkey-step-up.service.js';
import { StepUpService } from '../step-up.service.js';
import { PageOrigin } from '../../http/origin.decorator.js';
import { signedBody, stepUpBody, type SignedBody, type StepUpBody } from './mfa.dto.js';
import { presentConfirmed } from './mfa.presenter.js';

/** Step-up: confirms the owner's identity for five minutes. */
@ApiTags('second factor')
@Controller('auth/step-up')
export class StepUpController {
  constructor(
    private readonly stepUps: StepUpService,
    private readonly passkeys: PasskeyStepUpService,
  ) {}

  @Post()
  @HttpCode(200)
  @Access('session')
  @AllowDuringMfaSetup()
  @ApiOperation({ summary: 'Confirms by a code or a recovery code; by the password where the account has no second factor' })
  async confirm(@CurrentActor() actor: Actor, @Body({ schema: stepUpBody }) body: StepUpBody) {
    return presentConfirmed(await this.stepUps.confirm(actor, body));
  }

  @Post('passkey/options')
  @HttpCode(200)
  @Access('session')
  @ApiOperation({ summary: "What the browser asks one's own passkeys for; answered within five minutes, once" })
  async begin(@CurrentActor() actor: Actor, @PageOrigin() pageOrigin: string | null) {
    return answer('Use your passkey', await this.passkeys.begin(actor, pageOrigin));
  }

  @Post('passkey')
  @HttpCode(200)
  @Access('session')
  @ApiOperation({ summary: 'Confirms by a passkey' })
  async confirmByPasskey(
    @CurrentActor() actor: Actor,
    @Body({ schema: signedBody }) body: SignedBody,
    @PageOrigin() pageOrigin: string | null,
  ) {
    return presentConfirmed(await this.passkeys.confirm(actor, body, pageOrigin));
  }
}
