import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { FundDryRunReader } from './fund-dry-run.reader.js';
import { FundMandateReaderRepository } from './fund-mandate-reader.repository.js';
import { FundModule } from './fund.module.js';
import { FundReader } from './fund.reader.js';
import { FundAdminController } from './http/fund-admin.controller.js';
import { FundController } from './http/fund.controller.js';
import { MandatesService } from './mandates.service.js';
import { RedemptionsService } from './redemptions.service.js';
import { StatementFilesService } from './statement-files.service.js';

@Module({
  imports: [FundModule, AuditModule],
  controllers: [FundController, FundAdminController],
  providers: [FundReader, FundDryRunReader, FundMandateReaderRepository, MandatesService, RedemptionsService, StatementFilesService],
})
export class FundHttpModule {}
