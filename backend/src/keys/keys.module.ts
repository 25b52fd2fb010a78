import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { KeyPackages } from './key-packages.js';
import { KeyRings } from './key-rings.js';
import { KeyUses } from './key-uses.js';
import { KeyVerification } from './key-verification.js';
import { Retirement } from './retirement.js';
import { Rewrapping } from './rewrapping.js';

/** For the command line: the product itself reads its ring, and never changes it. */
@Module({
  imports: [AuditModule],
  providers: [KeyPackages, KeyRings, KeyUses, KeyVerification, Retirement, Rewrapping],
  exports: [KeyPackages, KeyRings, KeyUses, KeyVerification, Retirement, Rewrapping],
})
export class KeysModule {}
