import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { KeyCopyCheck } from './key-copy-check.service.js';
import { KeyPackages } from './key-packages.service.js';
import { KeyRings } from './key-rings.service.js';
import { KeyUses } from './key-uses.service.js';
import { KeyVerification } from './key-verification.service.js';
import { Reencryption } from './reencryption.service.js';
import { ReencryptionRunRepository } from './reencryption-run.repository.js';
import { Retirement } from './retirement.service.js';
import { Rewrapping } from './rewrapping.service.js';

/** For the command line: the product itself reads its ring, and never changes it. */
@Module({
  imports: [AuditModule],
  providers: [
    KeyCopyCheck,
    KeyPackages,
    KeyRings,
    KeyUses,
    KeyVerification,
    Reencryption,
    ReencryptionRunRepository,
    Retirement,
    Rewrapping,
  ],
  exports: [KeyCopyCheck, KeyPackages, KeyRings, KeyUses, KeyVerification, Reencryption, Retirement, Rewrapping],
})
export class KeysModule {}
