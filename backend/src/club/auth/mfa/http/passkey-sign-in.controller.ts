import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, answer } from '../../../../platform/http/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import { FileLinksService } from '../../../files/index.js';
import { presentSignedIn } from '../../http/auth.v1.presenter.js';
import { deviceCookie } from '../../http/device-cookie.js';
import { Origin, PageOrigin } from '../../http/origin.decorator.js';
import type { SessionOrigin } from '../../session.service.js';
import { PasskeySignInService } from '../passkey-sign-in.service.js';
import { signedBody, type SignedBody } from './mfa.dto.js';

@ApiTags('second factor')
@Controller('auth/passkey')
export class PasskeySignInController {
  constructor(
    private readonly signIns: PasskeySignInService,
    private readonly links: FileLinksService,
    private readonly config: AppConfig,
  ) {}

  @Post('options')
  @HttpCode(200)
  @Access('public')
  @ApiOperation({ summary: 'What the browser asks its passkeys for; answered within five minutes, once' })
  async begin(@PageOrigin() pageOrigin: string | null, @Origin() { network }: SessionOrigin) {
    return answer('Use your passkey', await this.signIns.begin(pageOrigin, network));
  }

  @Post('sign-in')
  @HttpCode(200)
  @Access('public')
  @ApiOperation({ summary: 'Signs in with a passkey; the answer is that of POST /signinuser' })
  async signIn(
    @Body({ schema: signedBody }) body: SignedBody,
    @PageOrigin() pageOrigin: string | null,
    @Origin() origin: SessionOrigin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.signIns.signIn(body, pageOrigin, origin);
    void reply.header('set-cookie', deviceCookie(origin.device, this.config.publicUrl));
    return presentSignedIn(signedIn, this.links);
  }
}
