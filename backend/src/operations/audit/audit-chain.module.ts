import { Module } from '@nestjs/common';
import { AuditAnchorsService } from './audit-anchors.service.js';
import { AuditSealerService } from './audit-sealer.service.js';
import { AuditVerifierService } from './audit-verifier.service.js';

@Module({
  providers: [AuditAnchorsService, AuditSealerService, AuditVerifierService],
  exports: [AuditAnchorsService, AuditSealerService, AuditVerifierService],
})
export class AuditChainModule {}
