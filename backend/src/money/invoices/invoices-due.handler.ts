import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { InvoiceRemindersService } from './invoice-reminders.service.js';
import { invoicesDue } from './invoices.jobs.js';

@Injectable()
@HandlesJob(invoicesDue)
export class InvoicesDueHandler implements JobHandler<Record<string, never>> {
  constructor(private readonly reminders: InvoiceRemindersService) {}

  handle(): Promise<void> {
    return this.reminders.run();
  }
}
