import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeModule } from '../exchange/index.js';
import { MarketModule } from '../market/index.js';
import { TransparencyModule } from '../transparency/index.js';
import { AmendmentsService } from './amendments/amendments.service.js';
import { SignalAmendments } from './amendments/signal-amendments.js';
import { StoredAmendments } from './amendments/stored-amendments.js';
import { MarketReferences } from './market-reference.js';
import { SignalLogModule } from './log/signal-log.module.js';
import { SignalChart } from './signal-chart.js';
import { AmendmentSource } from './scorer/amendment-source.js';
import { SignalScores } from './scorer/signal-scores.js';
import { SignalReader } from './signal-reader.js';
import { SignalReceiptReader } from './signal-receipt-reader.js';
import { SignalReceipts } from './signal-receipts.js';
import { SignalStops } from './signal-stops.js';
import { SignalStories } from './signal-stories.js';
import { SignalsService } from './signals.service.js';

@Module({
  imports: [AuditModule, ExchangeModule, MarketModule, SignalLogModule, TransparencyModule],
  providers: [
    SignalReader,
    SignalReceiptReader,
    SignalReceipts,
    SignalsService,
    MarketReferences,
    SignalAmendments,
    AmendmentsService,
    SignalScores,
    SignalStories,
    SignalChart,
    SignalStops,
    { provide: AmendmentSource, useClass: StoredAmendments },
  ],
  exports: [
    SignalChart,
    SignalScores,
    SignalStories,
    SignalReader,
    SignalReceiptReader,
    SignalsService,
    SignalAmendments,
    AmendmentsService,
  ],
})
export class SignalsModule {}
