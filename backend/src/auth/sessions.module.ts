import { Global, Module } from '@nestjs/common';
import { SessionLiveness, SessionReader } from '../common/http/access-ports.js';
import { KnownOrigins } from './known-origins.js';
import { SessionRegistry } from './session-registry.js';
import { SessionTokens } from './session-token.js';
import { Sessions } from './sessions.js';

/** Sessions alone: the access guard and the file links of every module ask for them. */
@Global()
@Module({
  providers: [
    KnownOrigins,
    SessionTokens,
    Sessions,
    SessionRegistry,
    { provide: SessionReader, useExisting: SessionRegistry },
    { provide: SessionLiveness, useExisting: SessionRegistry },
  ],
  exports: [KnownOrigins, Sessions, SessionReader, SessionLiveness],
})
export class SessionsModule {}
