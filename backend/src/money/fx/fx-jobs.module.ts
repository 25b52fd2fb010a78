import { Module } from '@nestjs/common';
import { FxRefreshService } from './fx-refresh.service.js';

@Module({ providers: [FxRefreshService] })
export class FxJobsModule {}
