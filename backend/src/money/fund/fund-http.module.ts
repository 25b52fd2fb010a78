import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { KeyChangesModule } from '../../trading/exchange-accounts/index.js';
import { FeeInvoiceRepository } from './fee-invoice.repository.js';
import { FundDryRunReader } from './fund-dry-run.reader.js';
import { FundMandateReaderRepository } from './fund-mandate-reader.repository.js';
import { FundModule } from './fund.module.js';
import { FundReader } from './fund.reader.js';
import { FundAdminController } from './http/fund-admin.controller.js';
import { FundController } from './http/fund.controller.js';
import { FundRedemptionAdminController } from './http/fund-redemption-admin.controller.js';
import { MandatesService } from './mandates.service.js';
import { RedemptionRepository } from './redemption.repository.js';
import { RedemptionsService } from './redemptions.service.js';
import { SettlementsService } from './settlements.service.js';
import { StatementFilesService } from './statement-files.service.js';
import { StatementViewsReader } from './statement-views.reader.js';

@Module({
  imports: [FundModule, AuditModule, KeyChangesModule],
  controllers: [FundController, FundAdminController, FundRedemptionAdminController],
  providers: [
    FeeInvoiceRepository,
    FundReader,
    FundDryRunReader,
    FundMandateReaderRepository,
    MandatesService,
    RedemptionRepository,
    RedemptionsService,
    SettlementsService,
    StatementFilesService,
    StatementViewsReader,
  ],
})
export class FundHttpModule {}
