import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { SessionsModule } from '../auth/index.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { ExchangeAccountsModule } from '../../trading/exchange-accounts/index.js';
import { SyncModule } from '../../trading/sync/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { AccountStatusNoticeService } from './account-status-notice.service.js';
import { AccountStatusRepository } from './account-status.repository.js';
import { AccountStatusService } from './account-status.service.js';
import { ConsoleSearchRepository } from './console-search.repository.js';
import { ConsoleSearchService } from './console-search.service.js';
import { DashboardRepository } from './dashboard.repository.js';
import { DashboardService } from './dashboard.service.js';
import { TimelineRepository } from './timeline.repository.js';
import { TimelineService } from './timeline.service.js';
import { UserDirectoryService } from './user-directory.service.js';
import { UserExportService } from './user-export.service.js';
import { UserListRepository } from './user-list.repository.js';
import { UserMailRepository } from './user-mail.repository.js';
import { UserSessionRepository } from './user-session.repository.js';
import { UserSessionService } from './user-session.service.js';

@Module({
  imports: [AuditModule, ExchangeAccountsModule, MailModule, SessionsModule, SyncModule],
  providers: [
    AccountStatusNoticeService,
    AccountStatusRepository,
    AccountStatusService,
    ConsoleSearchRepository,
    ConsoleSearchService,
    DashboardRepository,
    DashboardService,
    OutboxBacklog,
    TimelineRepository,
    TimelineService,
    UserDirectoryService,
    UserExportService,
    UserListRepository,
    UserMailRepository,
    UserSessionRepository,
    UserSessionService,
  ],
  exports: [
    AccountStatusService,
    ConsoleSearchService,
    DashboardService,
    SyncModule,
    TimelineService,
    UserDirectoryService,
    UserExportService,
    UserMailRepository,
    UserSessionService,
  ],
})
export class AdminModule {}
