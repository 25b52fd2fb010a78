import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { CalendarEventRepository } from './calendar-event.repository.js';
import { CalendarNotices } from './calendar-notices.service.js';
import { CalendarReaderRepository } from './calendar-reader.repository.js';
import { CalendarReader } from './calendar-reader.service.js';
import { CalendarReminderRepository } from './calendar-reminder.repository.js';
import { CalendarReminders } from './calendar-reminders.service.js';
import { CalendarSignupRepository } from './calendar-signup.repository.js';
import { CalendarSignups } from './calendar-signups.service.js';
import { CalendarService } from './calendar.service.js';

const EXPORTED = [CalendarEventRepository, CalendarReader, CalendarReminders, CalendarSignupRepository, CalendarSignups, CalendarService];

@Module({
  imports: [AuditModule, MailModule],
  providers: [...EXPORTED, CalendarNotices, CalendarReaderRepository, CalendarReminderRepository],
  exports: EXPORTED,
})
export class CalendarModule {}
