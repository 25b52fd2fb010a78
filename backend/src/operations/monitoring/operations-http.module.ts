import { Module } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { HeartbeatService } from './heartbeat.service.js';
import { FailedJobsAdminController } from './http/failed-jobs-admin.controller.js';
import { OperationsAdminController } from './http/operations-admin.controller.js';
import { ProbesAdminController } from './http/probes-admin.controller.js';
import { OperationsModule } from './operations.module.js';
import { ProcessMetrics } from './process.metrics.js';

@Module({
  imports: [OperationsModule],
  controllers: [FailedJobsAdminController, OperationsAdminController, ProbesAdminController],
  providers: [
    ProcessMetrics,
    {
      provide: HeartbeatService,
      inject: [MikroORM, AppConfig],
      useFactory: (orm: MikroORM, { keyring }: AppConfig) => new HeartbeatService(orm, 'api', keyring),
    },
  ],
})
export class OperationsHttpModule {}
