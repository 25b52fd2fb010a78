import { Module } from '@nestjs/common';
import { AuditChainModule } from './audit-chain.module.js';
import { AuditSealLoop } from './audit-seal-loop.js';

@Module({ imports: [AuditChainModule], providers: [AuditSealLoop] })
export class AuditJobsModule {}
