import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '../users/index.js';
import type { DecidedSubmission } from '../reviews/index.js';
import type { Membership } from '../../platform/domain/index.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { InvoicesService, type ActingPerson, type InvoiceState } from '../../money/invoices/index.js';
import { InvoiceVoidingService, PaidInvoiceListener } from '../../money/invoice-payments/index.js';
import { accounts } from '../../money/ledger/index.js';
import { PaymentRepository } from './payment.repository.js';
import { SubscriptionSettings } from './subscription.settings.js';

const KIND = 'subscription';
const VERSION = 1;

/** Issues and settles the invoices of subscriptions. Methods take `tx`, the transaction that has locked the member's row. */
@Injectable()
export class SubscriptionInvoicesService {
  constructor(
    private readonly em: EntityManager,
    private readonly invoices: InvoicesService,
    private readonly voiding: InvoiceVoidingService,
    private readonly paid: PaidInvoiceListener,
    private readonly payments: PaymentRepository,
    private readonly subscription: SubscriptionSettings,
  ) {}

  /**
   * Issues the invoice of a member who can pay now, with their proof of payment. Does nothing for members who have paid or have an open
   * invoice over today's fee; one over another fee is voided first, unless it is being paid. Returns the new invoice.
   */
  async ensure(tx: EntityManager, userId: string, by: ActingPerson): Promise<InvoiceState | null> {
    const { role, paymentStatus } = await this.payments.findSubscriber(tx, userId);
    const membership = membershipOf(role);
    if (membership === null || paymentStatus === 'approved') return null;
    const fee = this.subscription.feeOf(membership);
    const open = await this.invoices.findOpen(tx, userId, KIND);
    if (open && (open.total === scaled(fee) || open.status === 'partially_paid')) return null;
    if (open && (await this.voiding.isPaymentOnItsWay(tx, open))) return null;
    if (open) await this.invoices.void(tx, open.id, `The subscription fee is now ${fee} USD`, by);
    if (scaled(fee) === 0n) return null;
    // Nothing is due of an invoice that credit covers: the member gets the email about its payment alone.
    const notify = (await this.invoices.creditOf(tx, userId)) < scaled(fee);
    return this.issue(tx, userId, membership, fee, by, notify);
  }

  /**
   * As `ensure`, after the approval of their KYC. The member's credit pays a new invoice as far as it goes, and a paid one approves the
   * subscription.
   */
  async ensureByCredit(tx: EntityManager, userId: string, by: ActingPerson): Promise<void> {
    const issued = await this.ensure(tx, userId, by);
    const invoice = issued && (await this.invoices.useCredit(tx, issued, by));
    if (invoice?.status === 'paid')
      await this.paid.onPaid(tx, { invoiceId: invoice.id, userId, kind: KIND, total: toDecimal(invoice.total), txid: null });
  }

  /**
   * Books an approved payment against the member's open invoice. One that was sent before there were invoices gets its invoice now.
   */
  async settle(tx: EntityManager, { id, userId }: DecidedSubmission, adminId: string): Promise<void> {
    const by: ActingPerson = { actorId: adminId, actorRole: 'admin' };
    const amount = await this.payments.findAmount(tx, id);
    const membership = membershipOf((await this.payments.findSubscriber(tx, userId)).role);
    if (membership === null || scaled(amount) === 0n) return;
    const open = (await this.invoices.findOpen(tx, userId, KIND)) ?? (await this.issue(tx, userId, membership, amount, by, false));
    await this.invoices.settle(tx, {
      invoiceId: open.id,
      amount: scaled(amount),
      from: accounts.manualClearing,
      key: `payment:${id}`,
      by,
    });
  }

  /** Returns the member's open invoice; null: there is none. */
  openInvoiceId(userId: string): Promise<string | null> {
    return this.invoices.findOpenId(this.em, userId, KIND);
  }

  private issue(
    tx: EntityManager,
    userId: string,
    membership: Membership,
    fee: string,
    by: ActingPerson,
    notify: boolean,
  ): Promise<InvoiceState> {
    return this.invoices.issue(tx, {
      userId,
      kind: KIND,
      lines: [{ formula: KIND, version: VERSION, inputs: { fee, membership } }],
      by,
      notify,
    });
  }
}
