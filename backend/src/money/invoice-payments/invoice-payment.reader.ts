import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { quoteRefusal, quoteState, viewPayment, type Chain, type PaymentView, type Refusal } from '../chain/index.js';
import { InvoiceReaderRepository } from '../invoices/index.js';
import type { StoredQuote, StoredTransfer } from './invoice-payment.repository.js';
import { PaymentStateService } from './payment-state.service.js';
import { QuotesService } from './quotes.service.js';
import { ReceivingAddressRepository } from './receiving-address.repository.js';

/** What the payment page of an invoice shows. Amounts of dollars are scaled by 10^18. */
export interface ShownPayment {
  invoiceId: string;
  number: string;
  status: 'issued' | 'partially_paid' | 'paid' | 'overdue' | 'void';
  total: bigint;
  view: PaymentView;
  chains: Chain[];
  refusal: Refusal | null;
  /** The newest; null: none was opened yet. */
  quote: StoredQuote | null;
  /** Oldest first. */
  transfers: StoredTransfer[];
  delayedSince: Date | null;
  hasDemoWallet: boolean;
  now: Date;
}

@Injectable()
export class InvoicePaymentReader {
  constructor(
    private readonly em: EntityManager,
    private readonly invoices: InvoiceReaderRepository,
    private readonly states: PaymentStateService,
    private readonly quotes: QuotesService,
    private readonly addresses: ReceivingAddressRepository,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Throws NotFound for an invoice of somebody else. */
  async of(userId: string, invoiceId: string): Promise<ShownPayment> {
    const invoice = await this.invoices.findOf(userId, invoiceId);
    if (!invoice || invoice.status === 'draft') throw new NotFound('invoice');
    const em = this.em.fork();
    const now = this.clock.now();
    const { payment, quotes, transfers } = await this.states.load(em, { ...invoice, total: scaled(invoice.total) });
    const refusal = quoteRefusal(payment, now);
    const quote = quotes.at(-1) ?? null;
    const chains = await this.quotes.offered();
    return {
      invoiceId,
      number: invoice.number,
      status: invoice.status,
      total: payment.dueUsd,
      view: viewPayment(payment, now),
      chains,
      refusal,
      quote,
      transfers,
      delayedSince: await this.addresses.findFailing(em, quotes),
      hasDemoWallet: this.config.demoWallet !== null && quote !== null && quoteState(quote, now) === 'open',
      now,
    };
  }
}
