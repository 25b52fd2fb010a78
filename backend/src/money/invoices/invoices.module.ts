import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { LedgerModule } from '../ledger/index.js';
import { InvoiceCheckRepository } from './invoice-check.repository.js';
import { InvoiceOrders } from './invoice-orders.service.js';
import { InvoiceReaderRepository } from './invoice-reader.repository.js';
import { InvoiceVerifierService } from './invoice-verifier.service.js';
import { InvoiceRepository } from './invoice.repository.js';
import { InvoicesService } from './invoices.service.js';
import { MemberCreditService } from './member-credit.service.js';

@Module({
  imports: [AuditModule, LedgerModule, MailModule],
  providers: [
    InvoicesService,
    InvoiceOrders,
    MemberCreditService,
    InvoiceVerifierService,
    InvoiceRepository,
    InvoiceReaderRepository,
    InvoiceCheckRepository,
  ],
  exports: [InvoicesService, InvoiceOrders, MemberCreditService, InvoiceVerifierService, InvoiceReaderRepository],
})
export class InvoicesModule {}
