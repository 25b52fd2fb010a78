import { Module } from '@nestjs/common';
import { AuditAnchors } from './audit-anchors.service.js';
import { AuditSealer } from './audit-sealer.service.js';
import { AuditVerifier } from './audit-verifier.service.js';

@Module({ providers: [AuditAnchors, AuditSealer, AuditVerifier], exports: [AuditAnchors, AuditSealer, AuditVerifier] })
export class AuditChainModule {}
