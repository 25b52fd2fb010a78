import { Module } from '@nestjs/common';
import { TrackRecordController } from './http/track-record.controller.js';
import { TrackRecordModule } from './track-record.module.js';

@Module({ imports: [TrackRecordModule], controllers: [TrackRecordController] })
export class TrackRecordHttpModule {}
