import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { SessionLiveness, SessionReader } from '../../platform/http/access-ports.js';
import { KnownOrigins } from './known-origins.js';
import { SessionReaderService } from './session-reader.service.js';
import { SessionTokenService } from './session-token.service.js';
import { Sessions } from './sessions.js';

/** Sessions alone: the access guard and the file links of every module ask for them. */
@Global()
@Module({
  // No default secret: SessionTokenService names the key of each call.
  imports: [JwtModule.register({})],
  providers: [
    KnownOrigins,
    SessionTokenService,
    Sessions,
    SessionReaderService,
    { provide: SessionReader, useExisting: SessionReaderService },
    { provide: SessionLiveness, useExisting: SessionReaderService },
  ],
  exports: [KnownOrigins, Sessions, SessionReader, SessionLiveness],
})
export class SessionsModule {}
