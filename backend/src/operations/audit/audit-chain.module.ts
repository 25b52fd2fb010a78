import { Module } from '@nestjs/common';
import { AuditAnchors } from './audit-anchors.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';

@Module({ providers: [AuditAnchors, AuditSealer, AuditVerifier], exports: [AuditAnchors, AuditSealer, AuditVerifier] })
export class AuditChainModule {}
