import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { rolesWith } from '../../platform/domain/index.js';
import { findActiveTeamIds } from '../../team.query.js';
import { transferId, type TransferKey } from '../chain/index.js';
import type { InvoiceState } from '../invoices/index.js';
import { dueInCents } from './bookings.rules.js';
import { InvoicePaymentRepository } from './invoice-payment.repository.js';
import type { Attention } from './invoice-payments.types.js';

type Addressed = Pick<InvoiceState, 'id' | 'userId' | 'number'>;

/** Tells members and admins about payments that do not go as planned. Methods run in the transaction of what causes them. */
@Injectable()
export class PaymentExceptionsService {
  constructor(
    private readonly records: InvoicePaymentRepository,
    private readonly mails: MailOutbox,
  ) {}

  /** A booked payment left `rest` dollars (scaled) due. `bookings`: how many the invoice has; one email for each. */
  short(tx: EntityManager, { id, userId, number }: Addressed, rest: bigint, bookings: number): Promise<void> {
    return this.mails.queue(tx, {
      letter: 'payment-short',
      to: userId,
      data: { number, rest: dueInCents(rest), invoiceId: id },
      dedupeKey: `payment-short:${id}:${bookings}`,
    });
  }

  /** Credit that had paid the invoice was undone with the payment of `paid` (an invoice's number) that gave it. One email for each day. */
  creditUndone(tx: EntityManager, { id, userId, number }: Addressed, paid: string, at: Date): Promise<void> {
    return this.mails.queue(tx, {
      letter: 'credit-undone',
      to: userId,
      data: { number, paid, invoiceId: id },
      dedupeKey: `credit-undone:${id}:${at.toISOString().slice(0, 10)}`,
    });
  }

  /** Puts a transfer before the admins, once. `invoice` null: it belongs to none, so that no member can be told. */
  async raise(tx: EntityManager, transfer: TransferKey, attention: Attention, invoice: Addressed | null, at: Date): Promise<void> {
    if (!(await this.records.setAttention(tx, transfer, attention, at))) return;
    if (invoice !== null) await this.tellMember(tx, transferId(transfer), attention, invoice);
    const day = at.toISOString().slice(0, 10);
    // Once a day: strangers can send any number of payments that match nothing.
    for (const to of await findActiveTeamIds(tx, rolesWith('payments.decide')))
      await this.mails.queue(tx, { letter: 'payments-attention', to, data: {}, dedupeKey: `payments-attention:${day}:${to}` });
  }

  private async tellMember(tx: EntityManager, transfer: string, attention: Attention, { id, userId, number }: Addressed): Promise<void> {
    if (attention === 'late' || attention === 'no-rate')
      await this.mails.queue(tx, { letter: 'payment-late', to: userId, data: { number }, dedupeKey: `payment-late:${transfer}` });
    if (attention === 'reorganised')
      await this.mails.queue(tx, {
        letter: 'payment-lost',
        to: userId,
        data: { number, invoiceId: id },
        dedupeKey: `payment-lost:${transfer}`,
      });
  }
}
