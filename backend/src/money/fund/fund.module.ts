import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { InvoicesModule } from '../invoices/index.js';
import { LedgerModule } from '../ledger/index.js';
import { ClientRepository } from './client.repository.js';
import { FeeProposalRepository } from './fee-proposal.repository.js';
import { FundCaseReader } from './fund-case.reader.js';
import { FundComputingService } from './fund-computing.service.js';
import { FundInvoicingService } from './fund-invoicing.service.js';
import { FundNewsService } from './fund-news.service.js';
import { FundResultRepository } from './fund-result.repository.js';
import { InvoiceRunRepository } from './invoice-run.repository.js';
import { MandateOpeningService } from './mandate-opening.service.js';
import { MandateRepository } from './mandate.repository.js';
import { StatementVerifierService } from './statement-verifier.service.js';

@Module({
  imports: [AuditModule, InvoicesModule, LedgerModule, MailModule],
  providers: [
    FundComputingService,
    FundInvoicingService,
    FundNewsService,
    StatementVerifierService,
    FundCaseReader,
    MandateOpeningService,
    MandateRepository,
    FundResultRepository,
    FeeProposalRepository,
    InvoiceRunRepository,
    ClientRepository,
  ],
  exports: [
    FundCaseReader,
    FundComputingService,
    FundInvoicingService,
    FundNewsService,
    MandateRepository,
    FundResultRepository,
    FeeProposalRepository,
    InvoiceRunRepository,
    ClientRepository,
  ],
})
export class FundModule {}
