import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { VenuesModule } from '../venues/index.js';
import { MarketModule } from '../market/index.js';
import { TransparencyModule } from '../transparency/index.js';
import { AmendmentsService } from './amendments/amendments.service.js';
import { SignalAmendmentRepository } from './amendments/signal-amendment.repository.js';
import { MarketReferenceService } from './market-reference.service.js';
import { SignalLogModule } from './log/signal-log.module.js';
import { SignalChartService } from './signal-chart.service.js';
import { SignalScoreRepository } from './scoring/jobs/signal-score.repository.js';
import { SignalRepository } from './signal.repository.js';
import { SignalReceiptRepository } from './signal-receipt.repository.js';
import { SignalStopsService } from './signal-stops.service.js';
import { SignalWithOutcomeQuery } from './signal-with-outcome.query.js';
import { SignalsService } from './signals.service.js';

@Module({
  imports: [AuditModule, VenuesModule, MarketModule, SignalLogModule, TransparencyModule],
  providers: [
    SignalRepository,
    SignalReceiptRepository,
    SignalsService,
    MarketReferenceService,
    SignalAmendmentRepository,
    AmendmentsService,
    SignalScoreRepository,
    SignalWithOutcomeQuery,
    SignalChartService,
    SignalStopsService,
  ],
  exports: [
    SignalChartService,
    SignalScoreRepository,
    SignalWithOutcomeQuery,
    SignalRepository,
    SignalReceiptRepository,
    SignalsService,
    SignalAmendmentRepository,
    AmendmentsService,
  ],
})
export class SignalsModule {}
