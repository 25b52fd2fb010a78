import { Module } from '@nestjs/common';
import { CarryOutDecisionHandler } from './carry-out-decision.handler.js';
import { FilesModule } from '../files/index.js';
import { KycModule } from './kyc.module.js';
import { RecordFingerprintsHandler } from './record-fingerprints.handler.js';

@Module({ imports: [KycModule, FilesModule], providers: [CarryOutDecisionHandler, RecordFingerprintsHandler] })
export class KycJobsModule {}
