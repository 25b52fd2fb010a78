import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { TaxController } from './http/tax.controller.js';
import { TaxComputation } from './tax-computation.service.js';
import { TaxFiles } from './tax-files.service.js';
import { TaxReportService } from './tax-report.service.js';

@Module({ imports: [AuditModule], controllers: [TaxController], providers: [TaxComputation, TaxFiles, TaxReportService] })
export class TaxHttpModule {}
