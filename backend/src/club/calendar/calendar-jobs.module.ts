import { Module } from '@nestjs/common';
import { CalendarModule } from './calendar.module.js';
import { SendCalendarRemindersHandler } from './send-calendar-reminders.handler.js';

@Module({ imports: [CalendarModule], providers: [SendCalendarRemindersHandler] })
export class CalendarJobsModule {}
