import { Module } from '@nestjs/common';
import { ScorerModule, SignalsModule } from '../signals/index.js';
import { PublicSignals } from './public-signals.js';
import { ScoreRows } from './score-rows.js';
import { SignalCases } from './signal-cases.js';
import { TrackRecordFile } from './track-record-file.js';
import { TrackRecordService } from './track-record.service.js';

const providers = [ScoreRows, TrackRecordService, PublicSignals, TrackRecordFile, SignalCases];

@Module({ imports: [ScorerModule, SignalsModule], providers, exports: providers })
export class TrackRecordModule {}
