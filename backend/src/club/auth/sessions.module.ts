import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { SessionLiveness, SessionReader } from '../../platform/http/session-reader.port.js';
import { KnownOriginRepository } from './known-origin.repository.js';
import { SessionReaderService } from './session-reader.service.js';
import { SessionTokenService } from './session-token.service.js';
import { SessionService } from './session.service.js';

/** Sessions without sign-in, for the access guard and the file links of every module. */
@Global()
@Module({
  // No default secret: SessionTokenService names the key of each call.
  imports: [JwtModule.register({})],
  providers: [
    KnownOriginRepository,
    SessionTokenService,
    SessionService,
    SessionReaderService,
    { provide: SessionReader, useExisting: SessionReaderService },
    { provide: SessionLiveness, useExisting: SessionReaderService },
  ],
  exports: [KnownOriginRepository, SessionService, SessionReader, SessionLiveness],
})
export class SessionsModule {}
