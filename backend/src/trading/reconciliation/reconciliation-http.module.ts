import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ReconciliationController } from './http/reconciliation.controller.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { RequestReconciliationService } from './request-reconciliation.service.js';

@Module({
  imports: [AuditModule],
  controllers: [ReconciliationController],
  providers: [ReconciliationRepository, RequestReconciliationService],
})
export class ReconciliationHttpModule {}
