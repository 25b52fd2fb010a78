import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { KeyCopyCheck } from './key-copy-check.js';
import { KeyPackages } from './key-packages.js';
import { KeyRings } from './key-rings.js';
import { KeyUses } from './key-uses.js';
import { KeyVerification } from './key-verification.js';
import { Reencryption } from './reencryption.js';
import { ReencryptionRuns } from './reencryption-runs.js';
import { Retirement } from './retirement.js';
import { Rewrapping } from './rewrapping.js';

/** For the command line: the product itself reads its ring, and never changes it. */
@Module({
  imports: [AuditModule],
  providers: [KeyCopyCheck, KeyPackages, KeyRings, KeyUses, KeyVerification, Reencryption, ReencryptionRuns, Retirement, Rewrapping],
  exports: [KeyCopyCheck, KeyPackages, KeyRings, KeyUses, KeyVerification, Reencryption, Retirement, Rewrapping],
})
export class KeysModule {}
