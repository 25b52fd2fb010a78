import { Module } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { BacklogMetrics } from './backlog.metrics.js';
import { HeartbeatService } from './heartbeat.service.js';
import { ProcessMetrics } from './process.metrics.js';
import { QueueMetrics } from './queue.metrics.js';

/** Of a worker, its signs of life, and what it tells of all that waits. */
@Module({
  providers: [
    OutboxBacklog,
    BacklogMetrics,
    ProcessMetrics,
    QueueMetrics,
    {
      provide: HeartbeatService,
      inject: [MikroORM, AppConfig],
      useFactory: (orm: MikroORM, { keyring }: AppConfig) => new HeartbeatService(orm, 'worker', keyring),
    },
  ],
})
export class OperationsJobsModule {}
