import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { SessionsModule } from '../auth/index.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { ExchangeModule, SyncHealthReader } from '../../trading/exchange/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { BulkStanding } from './bulk-standing.js';
import { DashboardService } from './dashboard.service.js';
import { MailQueueReader } from './dashboard-mail.js';
import { DashboardTrendReader } from './dashboard-trends.js';
import { AccountStatusNoticeService } from './account-status-notice.service.js';
import { AccountStatusService } from './account-status.service.js';
import { UserDirectoryService } from './user-directory.service.js';
import { UserExportService } from './user-export.service.js';
import { UserMailRepository } from './user-mail.repository.js';
import { UserSessionService } from './user-session.service.js';

@Module({
  imports: [AuditModule, ExchangeModule, MailModule, SessionsModule],
  providers: [
    DashboardService,
    DashboardTrendReader,
    MailQueueReader,
    OutboxBacklog,
    SyncHealthReader,
    AccountStatusNoticeService,
    AccountStatusService,
    UserDirectoryService,
    BulkStanding,
    UserExportService,
    UserMailRepository,
    UserSessionService,
  ],
  exports: [
    DashboardService,
    DashboardTrendReader,
    MailQueueReader,
    SyncHealthReader,
    AccountStatusService,
    UserDirectoryService,
    BulkStanding,
    UserExportService,
    UserMailRepository,
    UserSessionService,
  ],
})
export class AdminModule {}
