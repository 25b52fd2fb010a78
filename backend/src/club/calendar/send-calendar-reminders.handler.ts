import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { CalendarReminders } from './calendar-reminders.service.js';
import { sendCalendarReminders } from './calendar.jobs.js';

@Injectable()
@HandlesJob(sendCalendarReminders)
export class SendCalendarRemindersHandler implements JobHandler<Record<string, never>> {
  constructor(private readonly reminders: CalendarReminders) {}

  handle(): Promise<void> {
    return this.reminders.sendDue();
  }
}
