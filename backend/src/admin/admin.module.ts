import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SessionsModule } from '../auth/index.js';
import { ExchangeModule } from '../exchange/index.js';
import { MailModule } from '../mail/index.js';
import { Dashboard } from './dashboard.js';
import { StandingJournal } from './standing-journal.js';
import { UserAdministration } from './user-administration.js';
import { UserDirectory } from './user-directory.js';

@Module({
  imports: [AuditModule, ExchangeModule, MailModule, SessionsModule],
  providers: [Dashboard, StandingJournal, UserAdministration, UserDirectory],
  exports: [Dashboard, UserAdministration, UserDirectory],
})
export class AdminModule {}
