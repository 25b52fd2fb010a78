import { Module } from '@nestjs/common';
import { VenuesModule } from '../../trading/venues/index.js';
import { FillFeesService } from './fill-fees.service.js';
import { MemberFillsReader } from './member-fills.reader.js';
import { ShareCaseReader } from './share-case.reader.js';
import { ShareDisputesRepository } from './share-disputes.repository.js';
import { ShareFillsRepository } from './share-fills.repository.js';
import { ShareSignalsRepository } from './share-signals.repository.js';

@Module({
  imports: [VenuesModule],
  providers: [ShareCaseReader, MemberFillsReader, FillFeesService, ShareFillsRepository, ShareSignalsRepository, ShareDisputesRepository],
  exports: [ShareCaseReader, ShareDisputesRepository],
})
export class ProfitShareModule {}
