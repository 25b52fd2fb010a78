import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ClubShareReader } from './club-share.reader.js';
import { ClubShareController } from './http/club-share.controller.js';
import { ShareDisputesAdminController } from './http/share-disputes-admin.controller.js';
import { ShareInvoicesAdminController } from './http/share-invoices-admin.controller.js';
import { ShareCyclesService } from './share-cycles.service.js';
import { ShareDryRunReader } from './share-dry-run.reader.js';
import { ProfitShareModule } from './profit-share.module.js';
import { ShareDisputeReaderRepository } from './share-dispute-reader.repository.js';
import { ShareDisputesService } from './share-disputes.service.js';

@Module({
  imports: [ProfitShareModule, AuditModule],
  controllers: [ClubShareController, ShareDisputesAdminController, ShareInvoicesAdminController],
  providers: [ClubShareReader, ShareDisputesService, ShareDisputeReaderRepository, ShareDryRunReader, ShareCyclesService],
})
export class ProfitShareHttpModule {}
