import { Module } from '@nestjs/common';
import { VenuesModule } from '../../trading/venues/index.js';
import { FillFeesService } from './fill-fees.service.js';
import { MemberFillsReader } from './member-fills.reader.js';
import { ShareCaseReader } from './share-case.reader.js';
import { ShareComputingService } from './share-computing.service.js';
import { ShareDisputesRepository } from './share-disputes.repository.js';
import { ShareEntryRepository } from './share-entry.repository.js';
import { ShareFillsRepository } from './share-fills.repository.js';
import { ShareLineRepository } from './share-line.repository.js';
import { SharePeriodRepository } from './share-period.repository.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareNewsService } from './share-news.service.js';
import { ShareRulesReader } from './share-rules.reader.js';
import { ShareInvoiceRepository } from './share-invoice.repository.js';
import { ShareInvoicingService } from './share-invoicing.service.js';
import { ShareCycleRepository } from './share-cycle.repository.js';
import { ShareRunRepository } from './share-run.repository.js';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { InvoicesModule } from '../invoices/index.js';
import { ShareSignalsRepository } from './share-signals.repository.js';

@Module({
  imports: [VenuesModule, AuditModule, InvoicesModule, MailModule],
  providers: [
    ShareComputingService,
    ShareInvoicingService,
    ShareCaseReader,
    ShareRulesReader,
    ShareNewsService,
    MemberFillsReader,
    FillFeesService,
    ShareFillsRepository,
    ShareSignalsRepository,
    ShareDisputesRepository,
    ShareResultRepository,
    ShareLineRepository,
    ShareEntryRepository,
    SharePeriodRepository,
    ShareInvoiceRepository,
    ShareCycleRepository,
    ShareRunRepository,
  ],
  exports: [
    ShareComputingService,
    ShareInvoicingService,
    ShareNewsService,
    ShareRulesReader,
    ShareFillsRepository,
    ShareDisputesRepository,
    ShareResultRepository,
    ShareSignalsRepository,
    ShareEntryRepository,
    ShareLineRepository,
    SharePeriodRepository,
    ShareInvoiceRepository,
    ShareCycleRepository,
    ShareRunRepository,
  ],
})
export class ProfitShareModule {}
