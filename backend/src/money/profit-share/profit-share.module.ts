import { Module } from '@nestjs/common';
import { VenuesModule } from '../../trading/venues/index.js';
import { FillFeesService } from './fill-fees.service.js';
import { MemberFillsReader } from './member-fills.reader.js';
import { ShareCaseReader } from './share-case.reader.js';
import { ShareComputingService } from './share-computing.service.js';
import { ShareDisputesRepository } from './share-disputes.repository.js';
import { ShareFillsRepository } from './share-fills.repository.js';
import { ShareLineRepository } from './share-line.repository.js';
import { SharePeriodRepository } from './share-period.repository.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareRulesReader } from './share-rules.reader.js';
import { ShareSignalsRepository } from './share-signals.repository.js';

@Module({
  imports: [VenuesModule],
  providers: [
    ShareComputingService,
    ShareCaseReader,
    ShareRulesReader,
    MemberFillsReader,
    FillFeesService,
    ShareFillsRepository,
    ShareSignalsRepository,
    ShareDisputesRepository,
    ShareResultRepository,
    ShareLineRepository,
    SharePeriodRepository,
  ],
  exports: [
    ShareComputingService,
    ShareRulesReader,
    ShareFillsRepository,
    ShareDisputesRepository,
    ShareResultRepository,
    ShareLineRepository,
    SharePeriodRepository,
  ],
})
export class ProfitShareModule {}
