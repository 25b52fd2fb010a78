import { Module } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { Heartbeat } from './heartbeat.js';
import { FailedJobsAdminController } from './http/failed-jobs-admin.controller.js';
import { OperationsAdminController } from './http/operations-admin.controller.js';
import { ProbesAdminController } from './http/probes-admin.controller.js';
import { OperationsModule } from './operations.module.js';

@Module({
  imports: [OperationsModule],
  controllers: [FailedJobsAdminController, OperationsAdminController, ProbesAdminController],
  providers: [{ provide: Heartbeat, inject: [MikroORM], useFactory: (orm: MikroORM) => new Heartbeat(orm, 'api') }],
})
export class OperationsHttpModule {}
