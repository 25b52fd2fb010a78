import { Module } from '@nestjs/common';
import { AuditChainModule } from './audit-chain.module.js';
import { AuditSealLoop } from './audit-seal.loop.js';
import { AuditModule } from './audit.module.js';
import { ChainVerificationService } from './chain-verification.service.js';
import { StartVerification, VerifyChainDueHandler, VerifyChainHandler } from './verification.handlers.js';

@Module({
  imports: [AuditModule, AuditChainModule],
  providers: [AuditSealLoop, ChainVerificationService, StartVerification, VerifyChainHandler, VerifyChainDueHandler],
})
export class AuditJobsModule {}
