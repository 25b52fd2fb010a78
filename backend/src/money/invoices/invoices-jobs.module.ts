import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { LedgerModule } from '../ledger/index.js';
import { InvoiceReminderRepository } from './invoice-reminder.repository.js';
import { InvoiceRemindersService } from './invoice-reminders.service.js';
import { InvoicesDueHandler } from './invoices-due.handler.js';
import { InvoicesModule } from './invoices.module.js';

@Module({
  imports: [InvoicesModule, LedgerModule, MailModule],
  providers: [InvoicesDueHandler, InvoiceRemindersService, InvoiceReminderRepository],
})
export class InvoicesJobsModule {}
