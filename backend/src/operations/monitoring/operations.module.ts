import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { QueueBoard } from '../../platform/queue/index.js';
import { VenuesModule } from '../../trading/venues/index.js';
import { HealthModule } from '../health/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { FailedJobsService } from './failed-jobs.service.js';
import { KeyringStateService } from './keyring-state.service.js';
import { ProbesService } from './probes.service.js';
import { QueueOverviewService } from './queue-overview.service.js';
import { SystemStateService } from './system-state.service.js';

@Module({
  imports: [AuditModule, VenuesModule, HealthModule, MailModule],
  providers: [OutboxBacklog, QueueBoard, FailedJobsService, KeyringStateService, ProbesService, QueueOverviewService, SystemStateService],
  exports: [FailedJobsService, KeyringStateService, ProbesService, QueueOverviewService, SystemStateService],
})
export class OperationsModule {}
