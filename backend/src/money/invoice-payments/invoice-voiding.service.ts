import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { voidingOf } from '../chain/index.js';
import { InvoicesService, type ActingPerson, type InvoiceState } from '../invoices/index.js';
import { PaymentOnItsWay } from './invoice-payment.errors.js';
import { PaymentStateService } from './payment-state.service.js';

/** Voids invoices, but none whose payment is on its way: the money would belong to nothing. */
@Injectable()
export class InvoiceVoidingService {
  constructor(
    private readonly em: EntityManager,
    private readonly invoices: InvoicesService,
    private readonly states: PaymentStateService,
    private readonly clock: Clock,
  ) {}

  /** Throws NotFound, InvoiceNotOpen and PaymentOnItsWay (409). */
  async void(invoiceId: string, reason: string, by: ActingPerson): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const invoice = await this.invoices.locked(tx, invoiceId);
      if (await this.isPaymentOnItsWay(tx, invoice)) throw new PaymentOnItsWay();
      await this.invoices.void(tx, invoiceId, reason, by);
    });
  }

  /** `invoice`: locked. */
  async isPaymentOnItsWay(tx: EntityManager, invoice: InvoiceState): Promise<boolean> {
    const { payment } = await this.states.load(tx, invoice);
    return voidingOf(payment, this.clock.now()) === 'payment-on-its-way';
  }
}
