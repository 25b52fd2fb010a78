import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { InvoicesAdminController } from './http/invoices-admin.controller.js';
import { InvoicesController } from './http/invoices.controller.js';
import { InvoiceFilesService } from './invoice-files.service.js';
import { InvoicesModule } from './invoices.module.js';

@Module({
  imports: [InvoicesModule, AuditModule],
  controllers: [InvoicesController, InvoicesAdminController],
  providers: [InvoiceFilesService],
})
export class InvoicesHttpModule {}
