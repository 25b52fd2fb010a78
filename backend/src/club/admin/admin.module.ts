import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { SessionsModule } from '../auth/index.js';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { ExchangeModule, SyncHealthReader } from '../../trading/exchange/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { BulkStanding } from './bulk-standing.js';
import { Dashboard } from './dashboard.js';
import { MailQueueReader } from './dashboard-mail.js';
import { DashboardTrendReader } from './dashboard-trends.js';
import { StandingJournal } from './standing-journal.js';
import { UserAdministration } from './user-administration.js';
import { UserDirectory } from './user-directory.js';
import { UserExport } from './user-export.js';
import { UserMails } from './user-mails.js';
import { UserSessions } from './user-sessions.js';

@Module({
  imports: [AuditModule, ExchangeModule, MailModule, SessionsModule],
  providers: [
    Dashboard,
    DashboardTrendReader,
    MailQueueReader,
    OutboxBacklog,
    SyncHealthReader,
    StandingJournal,
    UserAdministration,
    UserDirectory,
    BulkStanding,
    UserExport,
    UserMails,
    UserSessions,
  ],
  exports: [
    Dashboard,
    DashboardTrendReader,
    MailQueueReader,
    SyncHealthReader,
    UserAdministration,
    UserDirectory,
    BulkStanding,
    UserExport,
    UserMails,
    UserSessions,
  ],
})
export class AdminModule {}
