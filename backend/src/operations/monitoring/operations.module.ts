import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { QueueBoard } from '../../platform/queue/index.js';
import { VenuesModule } from '../../trading/venues/index.js';
import { HealthModule } from '../health/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { FailedJobs } from './failed-jobs.js';
import { KeyringStates } from './keyring-state.js';
import { Probes } from './probes.js';
import { QueueOverviews } from './queue-overview.js';
import { SystemStates } from './system-state.js';

@Module({
  imports: [AuditModule, VenuesModule, HealthModule, MailModule],
  providers: [OutboxBacklog, QueueBoard, FailedJobs, KeyringStates, Probes, QueueOverviews, SystemStates],
  exports: [FailedJobs, KeyringStates, Probes, QueueOverviews, SystemStates],
})
export class OperationsModule {}
