import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import type { InvoicePayment } from '../chain/index.js';
import { referenceOf, type InvoiceState } from '../invoices/index.js';
import { LedgerService } from '../ledger/index.js';
import { bookingsIn, standing, type Booking } from './bookings.rules.js';
import { InvoicePaymentRepository, type StoredQuote, type StoredTransfer } from './invoice-payment.repository.js';

const HUNDRED_PERCENT = scaled('100');

/** How the payment of an invoice stands, and the records that say so. */
export interface PaymentState {
  payment: InvoicePayment;
  quotes: StoredQuote[];
  transfers: StoredTransfer[];
  bookings: Booking[];
}

/** Puts together what decides about the payment of an invoice: quotes, transfers and bookings. */
@Injectable()
export class PaymentStateService {
  constructor(
    private readonly records: InvoicePaymentRepository,
    private readonly ledger: LedgerService,
    private readonly config: AppConfig,
  ) {}

  async load(em: EntityManager, { id, total, status }: Pick<InvoiceState, 'id' | 'total' | 'status'>): Promise<PaymentState> {
    const quotes = await this.records.findQuotes(em, id);
    const transfers = await this.records.findTransfers(em, id);
    const bookings = await this.bookings(em, id);
    // Amounts tell payments to a shared address apart, so that they have to be exact.
    const hasOwnAddress = quotes.every(({ tag }) => tag === null);
    const toleranceUsd = hasOwnAddress ? (total * scaled(this.config.paymentTolerancePercent)) / HUNDRED_PERCENT : 0n;
    const payment = { dueUsd: total, toleranceUsd, voided: status === 'void', quotes, transfers, postings: standing(bookings) };
    return { payment, quotes, transfers, bookings };
  }

  async bookings(em: EntityManager, invoiceId: string): Promise<Booking[]> {
    return bookingsIn(await this.ledger.about(em, referenceOf(invoiceId)));
  }
}
