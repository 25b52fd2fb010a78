import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { isLive, lockRate, quoteInTime, transferId, valueOf, type Chain, type TransferKey } from '../chain/index.js';
import { InvoiceReaderRepository, InvoicesService, type ActingPerson, type InvoiceState } from '../invoices/index.js';
import { BookingService } from './booking.service.js';
import { CannotResolve, NoPaymentRate, NoSuchInvoice, ValueChanged } from './invoice-payment.errors.js';
import { InvoicePaymentRepository, withoutInvoice, type StoredTransfer } from './invoice-payment.repository.js';
import type { Attention, Resolution } from './invoice-payments.types.js';
import { PaymentRatesService } from './payment-rates.service.js';
import { PaymentStateService } from './payment-state.service.js';

/** What booking a transfer for an invoice does. Dollars are scaled by 10^18. */
export interface BookingPreview {
  invoice: { id: string; number: string; status: 'issued' | 'partially_paid' | 'paid' | 'overdue'; userId: string; fullName: string };
  /** Dollars a coin. */
  rate: bigint;
  value: bigint;
  /** What is due on the invoice before. */
  due: bigint;
  /** The part of `value` that the invoice takes. */
  covers: bigint;
  /** The part that becomes the member's credit. */
  credit: bigint;
}

export type Resolver = ActingPerson & { actorId: string };

/** Money that no invoice took by itself. */
const openMoney: ReadonlySet<Attention | null> = new Set(['unmatched', 'late', 'no-rate', 'second-source']);
/** The price may move by one percent between what an admin saw and what is booked. */
const MAX_MOVE_PERCENT = 1n;

/** Lets admins decide about payments that could not be booked automatically. */
@Injectable()
export class TransferResolutionService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: InvoicePaymentRepository,
    private readonly invoiceReader: InvoiceReaderRepository,
    private readonly states: PaymentStateService,
    private readonly invoices: InvoicesService,
    private readonly booking: BookingService,
    private readonly rates: PaymentRatesService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Says what booking the transfer would do now. Throws NotFound, CannotResolve (409), NoSuchInvoice (400), NoPaymentRate (503). */
  async preview(key: TransferKey, number: string): Promise<BookingPreview> {
    const transfer = await this.records.findTransfer(this.em.fork(), key);
    if (!transfer) throw new NotFound('payment on chain');
    assertOpenMoney(transfer);
    return this.previewOf(transfer, number);
  }

  /**
   * Books the transfer for an issued invoice, at the value that the admin saw in the preview (scaled). Throws as `preview`, and
   * ValueChanged (409) where the price has moved by more than one percent since.
   */
  async book(key: TransferKey, number: string, value: bigint, by: Resolver): Promise<void> {
    const preview = await this.preview(key, number);
    const moved = value > preview.value ? value - preview.value : preview.value - value;
    if (moved * 100n > preview.value * MAX_MOVE_PERCENT) throw new ValueChanged();
    const { id: invoiceId } = preview.invoice;
    await this.em.fork().transactional(async (tx) => {
      const invoice = await this.invoices.locked(tx, invoiceId);
      if (invoice.status === 'void') throw new NoSuchInvoice('void');
      const transfer = await this.locked(tx, key);
      assertOpenMoney(transfer);
      await this.booking.accept(tx, invoice, withoutInvoice(transfer), value, by);
      await this.resolve(tx, transfer, 'booked', { invoiceId, note: null, by });
    });
  }

  /** Records that the money went back to its sender. Throws NotFound, CannotResolve (409). */
  async markReturned(key: TransferKey, note: string, by: Resolver): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const transfer = await this.locked(tx, key);
      assertOpenMoney(transfer);
      // It pays nothing any more, also not together with later money.
      await this.resolve(tx, transfer, 'returned', { invoiceId: null, note, by });
    });
  }

  /** Records that there is nothing to do about a transfer. Throws NotFound, CannotResolve (409). */
  async dismiss(key: TransferKey, note: string, by: Resolver): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const transfer = await this.locked(tx, key);
      if (transfer.attention === null) throw new CannotResolve(transfer.isResolved ? 'resolved' : 'nothing-to-do');
      const invoiceId = openMoney.has(transfer.attention) ? null : transfer.invoiceId;
      await this.resolve(tx, transfer, 'dismissed', { invoiceId, note, by });
    });
  }

  private async previewOf(transfer: StoredTransfer, number: string): Promise<BookingPreview> {
    const invoice = await this.invoiceReader.findByNumber(number);
    if (!invoice || invoice.status === 'draft') throw new NoSuchInvoice('unknown');
    const { id, status, userId, fullName } = invoice;
    if (status === 'void') throw new NoSuchInvoice('void');
    const { chain, units } = transfer;
    const rate = (await this.lockedRate(transfer, { id, status, total: scaled(invoice.total) })) ?? (await this.currentRate(chain));
    const value = valueOf(chain, units, rate);
    const due = scaled(invoice.outstanding);
    const covers = value < due ? value : due;
    return { invoice: { id, number, status, userId, fullName }, rate, value, due, covers, credit: value - covers };
  }

  /** The rate of its own quote for a payment in time that only lacks a second source; null: it has none. */
  private async lockedRate(transfer: StoredTransfer, invoice: Pick<InvoiceState, 'id' | 'total' | 'status'>): Promise<bigint | null> {
    if (transfer.attention !== 'second-source' || transfer.invoiceId !== invoice.id) return null;
    const { quotes } = await this.states.load(this.em.fork(), invoice);
    return quoteInTime(quotes, transfer)?.rate ?? null;
  }

  private async currentRate(chain: Chain): Promise<bigint> {
    const current = await this.rates.rateOf(chain);
    if (current === null) throw new NoPaymentRate();
    return lockRate(current.rate);
  }

  private async locked(tx: EntityManager, key: TransferKey): Promise<StoredTransfer> {
    const transfer = await this.records.lockTransfer(tx, key);
    if (!transfer) throw new NotFound('payment on chain');
    return transfer;
  }

  private async resolve(
    tx: EntityManager,
    transfer: StoredTransfer,
    resolution: Resolution,
    { invoiceId, note, by }: { invoiceId: string | null; note: string | null; by: Resolver },
  ): Promise<void> {
    await this.records.resolve(tx, transfer, { resolution, invoiceId, note, by: by.actorId, at: this.clock.now() });
    await this.audit.record(tx, {
      action: `chain-transfer.${resolution}`,
      actorId: by.actorId,
      actorRole: by.actorRole,
      targetType: 'chain-transfer',
      targetId: transfer.txid,
      detail: { transfer: transferId(transfer), attention: transfer.attention, units: transfer.units.toString(), invoiceId, note },
    });
  }
}

function assertOpenMoney(transfer: StoredTransfer): void {
  if (transfer.isResolved) throw new CannotResolve('resolved');
  if (transfer.attention === null) throw new CannotResolve('nothing-to-do');
  if (!openMoney.has(transfer.attention)) throw new CannotResolve('no-money');
  if (transfer.state !== 'final' || !isLive(transfer)) throw new CannotResolve('not-final');
}
