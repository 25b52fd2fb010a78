import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { TaxController } from './http/tax.controller.js';
import { TaxComputationService } from './tax-computation.service.js';
import { TaxFilesService } from './tax-files.service.js';
import { TaxReportService } from './tax-report.service.js';

@Module({ imports: [AuditModule], controllers: [TaxController], providers: [TaxComputationService, TaxFilesService, TaxReportService] })
export class TaxHttpModule {}
