import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { KeyCopyCheckService } from './key-copy-check.service.js';
import { KeyPackagesService } from './key-packages.service.js';
import { KeyRingsService } from './key-rings.service.js';
import { KeyUsesService } from './key-uses.service.js';
import { KeyVerificationService } from './key-verification.service.js';
import { ReencryptionService } from './reencryption.service.js';
import { ReencryptionRunRepository } from './reencryption-run.repository.js';
import { RetirementService } from './retirement.service.js';
import { RewrappingService } from './rewrapping.service.js';

/** For the command line: the product itself reads its ring, and never changes it. */
@Module({
  imports: [AuditModule],
  providers: [
    KeyCopyCheckService,
    KeyPackagesService,
    KeyRingsService,
    KeyUsesService,
    KeyVerificationService,
    ReencryptionService,
    ReencryptionRunRepository,
    RetirementService,
    RewrappingService,
  ],
  exports: [
    KeyCopyCheckService,
    KeyPackagesService,
    KeyRingsService,
    KeyUsesService,
    KeyVerificationService,
    ReencryptionService,
    RetirementService,
    RewrappingService,
  ],
})
export class KeysModule {}
