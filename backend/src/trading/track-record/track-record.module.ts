import { Module } from '@nestjs/common';
import { ScoringModule, SignalsModule } from '../signals/index.js';
import { PublicSignalRepository } from './public-signal.repository.js';
import { TrackRecordRepository } from './track-record.repository.js';
import { SignalCasesService } from './signal-cases.service.js';
import { TrackRecordFileService } from './track-record-file.service.js';
import { TrackRecordService } from './track-record.service.js';

const providers = [TrackRecordRepository, TrackRecordService, PublicSignalRepository, TrackRecordFileService, SignalCasesService];

@Module({ imports: [ScoringModule, SignalsModule], providers, exports: providers })
export class TrackRecordModule {}
