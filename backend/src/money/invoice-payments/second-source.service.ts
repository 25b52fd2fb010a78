import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import {
  ChainReaders,
  lockRate,
  paidAt,
  secondOpinion,
  transferId,
  type Chain,
  type ChainReader,
  type SecondOpinion,
} from '../chain/index.js';
import { InvoicesService } from '../invoices/index.js';
import { SourceError } from '../sources/index.js';
import { BookingService } from './booking.service.js';
import { awaitsSecondSource, InvoicePaymentRepository, type StoredTransfer } from './invoice-payment.repository.js';
import { PaymentExceptionsService } from './payment-exceptions.service.js';
import { PaymentRatesService } from './payment-rates.service.js';
import { PaymentStateService } from './payment-state.service.js';

type HeldTransfer = StoredTransfer & { invoiceId: string };

/** A second source that says nothing for this long after the payment puts the payment before an admin. It is still asked. */
const PATIENCE_MS = 2 * 3_600_000;

/** Asks a second source about large payments, which are booked once it agrees. Every call may be repeated. */
@Injectable()
export class SecondSourceService {
  private readonly log = new Logger('SecondSource');
  /** Chains whose second source failed the last time. */
  private readonly failing = new Set<Chain>();

  constructor(
    private readonly readers: ChainReaders,
    private readonly records: InvoicePaymentRepository,
    private readonly states: PaymentStateService,
    private readonly invoices: InvoicesService,
    private readonly booking: BookingService,
    private readonly exceptions: PaymentExceptionsService,
    private readonly rates: PaymentRatesService,
    private readonly clock: Clock,
  ) {}

  /** Asks about those of `transfers` that await a second source, and books each that it agrees with. */
  async compare(em: EntityManager, transfers: readonly StoredTransfer[], signal?: AbortSignal): Promise<void> {
    for (const transfer of transfers.filter(awaitsSecondSource)) {
      const { invoiceId } = transfer;
      if (signal?.aborted) return;
      if (invoiceId !== null && transfer.state === 'final') await this.compareOne(em, { ...transfer, invoiceId }, signal);
    }
  }

  private async compareOne(em: EntityManager, transfer: HeldTransfer, signal: AbortSignal | undefined): Promise<void> {
    const { chain, invoiceId } = transfer;
    const reader = this.readers.second(chain);
    const opinion = reader === null ? null : await this.opinionOf(reader, transfer, signal);
    // It values a payment that came late.
    const rate = opinion === 'agrees' ? await this.rates.rateOf(chain) : null;
    const now = this.clock.now();
    await em.fork().transactional(async (tx) => {
      const invoice = await this.invoices.locked(tx, invoiceId);
      if (opinion === 'agrees') {
        if (!(await this.records.setSecondOpinion(tx, transfer, opinion))) return;
        const { payment } = await this.states.load(tx, invoice);
        const rates = { bitcoin: null, tron: null, [chain]: rate && lockRate(rate.rate) };
        return this.booking.settle(tx, invoice, payment, rates);
      }
      if (opinion === 'refuses' && (await this.records.setSecondOpinion(tx, transfer, opinion)))
        this.log.warn({ transfer: transferId(transfer) }, 'a second source contradicts a payment: it is not booked');
      const isOverdue = now.getTime() - paidAt(transfer).getTime() > PATIENCE_MS;
      if (opinion !== 'awaited' || isOverdue) await this.exceptions.raise(tx, transfer, 'second-source', invoice, now);
    });
  }

  private async opinionOf(reader: ChainReader, transfer: HeldTransfer, signal: AbortSignal | undefined): Promise<SecondOpinion> {
    const { chain, txid, address } = transfer;
    try {
      const opinion = secondOpinion(transfer, await reader.transfersIn(txid, [address], signal));
      this.failing.delete(chain);
      return opinion;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (!this.failing.has(chain)) this.log.warn({ err: error, chain }, 'the second source cannot be read: large payments wait');
      this.failing.add(chain);
      return 'awaited';
    }
  }
}
