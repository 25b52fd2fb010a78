import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import {
  coinOf,
  settle,
  sumOf,
  transferId,
  unitsToText,
  type CurrentRates,
  type InvoicePayment,
  type Posting,
  type Settlement,
  type Transfer,
} from '../chain/index.js';
import { InvoicesService, MemberCreditService, type ActingPerson, type InvoiceState } from '../invoices/index.js';
import { accounts } from '../ledger/index.js';
import { standing, transferBookingKey, writeOffKey, type Booking } from './bookings.rules.js';
import { InvoicePaymentRepository } from './invoice-payment.repository.js';
import type { Attention } from './invoice-payments.types.js';
import { PaidInvoiceListener } from './paid-invoice.listener.js';
import { PaymentExceptionsService } from './payment-exceptions.service.js';
import { PaymentStateService } from './payment-state.service.js';

const SYSTEM: ActingPerson = { actorId: null, actorRole: null };

/** Books what the rules of settlement ask for, in the transaction that stores the transfers and has locked the invoice. */
@Injectable()
export class BookingService {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly credit: MemberCreditService,
    private readonly states: PaymentStateService,
    private readonly records: InvoicePaymentRepository,
    private readonly paid: PaidInvoiceListener,
    private readonly exceptions: PaymentExceptionsService,
    private readonly clock: Clock,
  ) {}

  /** Calling it again books nothing. */
  async settle(tx: EntityManager, invoice: InvoiceState, payment: InvoicePayment, rates: CurrentRates): Promise<void> {
    const bookings = await this.states.bookings(tx, invoice.id);
    const steps = settle({ ...payment, postings: standing(bookings) }, rates);
    let settled = invoice;
    for (const step of steps)
      if (step.do === 'post') settled = await this.book(tx, settled, step.posting, bookings, payment.transfers);
      else await this.show(tx, invoice, step, payment.transfers);
    const isReversed = steps.some((step) => step.do === 'post' && step.posting.usd < 0n);
    if (isReversed) {
      settled = await this.invoices.coverAgain(tx, invoice.id, SYSTEM);
      for (const open of await this.credit.takeBack(tx, settled, SYSTEM))
        await this.exceptions.creditUndone(tx, open, invoice.number, this.clock.now());
    }
    const received = steps.flatMap((step) => (step.do === 'post' && step.posting.usd > 0n ? (step.posting.transfer ?? []) : []));
    if (received.length === 0) return;
    const txid = payment.transfers.find((one) => transferId(one) === received.at(-1))?.txid;
    await this.tell(tx, invoice, settled, txid ?? null);
    await this.useCreditAgain(tx, invoice.userId);
  }

  /** Books a final transfer for an invoice at a value that an admin accepted, in dollars scaled by 10^18. */
  async accept(tx: EntityManager, invoice: InvoiceState, transfer: Transfer, usd: bigint, by: ActingPerson): Promise<InvoiceState> {
    const posting: Posting = { kind: 'received', transfer: transferId(transfer), usd, units: transfer.units };
    const settled = await this.book(tx, invoice, posting, await this.states.bookings(tx, invoice.id), [transfer], by);
    await this.tell(tx, invoice, settled, transfer.txid);
    await this.useCreditAgain(tx, invoice.userId);
    return settled;
  }

  /** Pays invoices that lost the member's credit in a reorganisation, once there is credit again. */
  private async useCreditAgain(tx: EntityManager, userId: string): Promise<void> {
    for (const { before, after } of await this.credit.giveBack(tx, userId, SYSTEM)) await this.tell(tx, before, after, null);
  }

  /** What follows from bookings: an invoice that is paid now, or one that lacks something. `txid`: of the newest. */
  private async tell(tx: EntityManager, before: InvoiceState, { status }: InvoiceState, txid: string | null): Promise<void> {
    if (before.status === 'paid') return;
    const { id: invoiceId, userId, kind, total } = before;
    if (status === 'paid') return this.paid.onPaid(tx, { invoiceId, userId, kind, total: toDecimal(total), txid });
    const bookings = await this.states.bookings(tx, invoiceId);
    await this.exceptions.short(tx, before, total - sumOf(standing(bookings)), bookings.length);
  }

  private async book(
    tx: EntityManager,
    invoice: InvoiceState,
    posting: Posting,
    bookings: readonly Booking[],
    transfers: readonly Transfer[],
    by: ActingPerson = SYSTEM,
  ): Promise<InvoiceState> {
    const same = bookings.filter(({ posting: { kind, transfer } }) => kind === posting.kind && transfer === posting.transfer);
    if (posting.usd < 0n) {
      for (const { id, isReversed } of same)
        if (!isReversed) await this.invoices.unsettle(tx, { invoiceId: invoice.id, bookingId: id, by });
      return this.invoices.locked(tx, invoice.id);
    }
    const shared = { invoiceId: invoice.id, amount: posting.usd, by };
    if (posting.transfer === null)
      return this.invoices.settle(tx, { ...shared, from: accounts.writtenOff, key: writeOffKey(invoice.id, same.length) });
    const transfer = transfers.find((one) => transferId(one) === posting.transfer);
    if (!transfer) throw new Error(`a booking for ${posting.transfer}, which is no transfer of the invoice`);
    const { chain, address, units } = transfer;
    await this.records.clearAttention(tx, transfer);
    return this.invoices.settle(tx, {
      ...shared,
      from: accounts.conversion,
      key: transferBookingKey(posting.transfer, same.length),
      coins: {
        account: chain === 'bitcoin' ? accounts.bitcoin(address) : accounts.tron(address),
        currency: coinOf[chain],
        amount: scaled(unitsToText(chain, units)),
      },
    });
  }

  private async show(
    tx: EntityManager,
    invoice: InvoiceState,
    step: Exclude<Settlement, { do: 'post' }>,
    transfers: readonly Transfer[],
  ): Promise<void> {
    const transfer = transfers.find((one) => transferId(one) === step.transfer);
    if (!transfer) return;
    if (step.do === 'ask-second-source') return void (await this.records.setSecondOpinion(tx, transfer, 'awaited'));
    const attention: Attention = step.do === 'unmatched' ? 'unmatched' : step.reason;
    await this.exceptions.raise(tx, transfer, attention, invoice, this.clock.now());
  }
}
