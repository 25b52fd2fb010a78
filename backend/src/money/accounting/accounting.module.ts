import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { LedgerExportRepository } from './ledger-export.repository.js';
import { LedgerExportService } from './ledger-export.service.js';

@Module({ imports: [AuditModule], providers: [LedgerExportService, LedgerExportRepository], exports: [LedgerExportService] })
export class AccountingModule {}
