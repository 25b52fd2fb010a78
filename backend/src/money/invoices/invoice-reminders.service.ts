import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { accounts, LedgerService } from '../ledger/index.js';
import { toCents } from './calculation.rules.js';
import { InvoiceReminderRepository } from './invoice-reminder.repository.js';
import { referenceOf } from './invoices.service.js';

/** Invoices of one transaction. */
const BATCH = 100;
const DAY_MS = 86_400_000;

/** Marks invoices as overdue and reminds members of them. Any number of workers may run it at once. */
@Injectable()
export class InvoiceRemindersService {
  constructor(
    private readonly em: EntityManager,
    private readonly rows: InvoiceReminderRepository,
    private readonly ledger: LedgerService,
    private readonly mail: MailOutbox,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    while ((await this.inTransaction((tx) => this.rows.markOverdue(tx, this.clock.now(), BATCH))) === BATCH);
    const { reminderDays } = this.config.invoices;
    // The last stage first: of several that are due at once, after an outage, only the last is sent.
    for (let stage = reminderDays.length; stage >= 1; stage--) {
      const dueBefore = new Date(this.clock.now().getTime() - reminderDays[stage - 1]! * DAY_MS);
      while ((await this.remind(stage, dueBefore)) === BATCH);
    }
  }

  private remind(stage: number, dueBefore: Date): Promise<number> {
    return this.inTransaction(async (tx) => {
      const invoices = await this.rows.lockDue(tx, stage, dueBefore, BATCH);
      const at = this.clock.now();
      for (const { id, userId, kind, number, dueAt } of invoices) {
        for (let earlier = 1; earlier < stage; earlier++) await this.rows.insert(tx, { invoiceId: id, stage: earlier, at, sent: false });
        if (!(await this.rows.insert(tx, { invoiceId: id, stage, at, sent: true }))) continue;
        const rest = await this.ledger.movedBy(tx, referenceOf(id), accounts.receivable(userId), 'USD');
        await this.mail.queue(tx, {
          letter: 'invoice-reminder',
          to: userId,
          data: {
            number,
            rest: toCents(toDecimal(rest)),
            due: dueAt.toISOString(),
            ...(kind !== 'subscription' && { invoiceId: id }),
          },
          dedupeKey: `invoice-reminder:${id}:${stage}`,
        });
      }
      return invoices.length;
    });
  }

  private inTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.em.fork().transactional(work);
  }
}
