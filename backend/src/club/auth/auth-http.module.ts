import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { AuthModule } from './auth.module.js';
import { AccountV1Controller } from './http/account.v1.controller.js';
import { AuthController } from './http/auth.controller.js';
import { AuthV1Controller } from './http/auth.v1.controller.js';
import { MfaController } from './mfa/http/mfa.controller.js';
import { PasskeySignInController } from './mfa/http/passkey-sign-in.controller.js';
import { StepUpController } from './mfa/http/step-up.controller.js';

@Module({
  imports: [AuthModule, FilesModule],
  controllers: [AccountV1Controller, AuthV1Controller, AuthController, MfaController, PasskeySignInController, StepUpController],
})
export class AuthHttpModule {}
