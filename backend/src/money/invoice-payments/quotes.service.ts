import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound, uuidv7 } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { ChainReaders, lockRate, openQuote, quoteRefusal, quoteState, tagged, viewPayment, type Chain } from '../chain/index.js';
import { InvoicesService, type ActingPerson } from '../invoices/index.js';
import { PayAddressesService, type PayAddresses } from '../pay-addresses/index.js';
import { ChainNotOffered, NoPaymentRate, QuoteRefused } from './invoice-payment.errors.js';
import { InvoicePaymentRepository, type StoredQuote } from './invoice-payment.repository.js';
import { PaymentRatesService } from './payment-rates.service.js';
import { PaymentStateService } from './payment-state.service.js';
import { QuotePlacesService } from './quote-places.service.js';
import { ReceivingAddressRepository } from './receiving-address.repository.js';

/** Opens quotes: a locked rate, an address, and on the shared address an amount that no other invoice has. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly em: EntityManager,
    private readonly invoices: InvoicesService,
    private readonly states: PaymentStateService,
    private readonly records: InvoicePaymentRepository,
    private readonly addresses: ReceivingAddressRepository,
    private readonly rates: PaymentRatesService,
    private readonly places: QuotePlacesService,
    private readonly readers: ChainReaders,
    private readonly audit: AuditLog,
    private readonly payAddresses: PayAddressesService,
    private readonly clock: Clock,
  ) {}

  /** Chains that are read and have an address to receive on. */
  async offered(): Promise<Chain[]> {
    return this.chainsOf(await this.payAddresses.inUse());
  }

  private chainsOf({ bitcoinAccount }: PayAddresses): Chain[] {
    return [
      ...(this.readers.of('bitcoin') !== null && bitcoinAccount !== null ? (['bitcoin'] as const) : []),
      ...(this.readers.of('tron') === null ? [] : (['tron'] as const)),
    ];
  }

  /**
   * Opens a quote for what the member's invoice lacks; the open one of the same chain is kept. Throws NotFound, ChainNotOffered and
   * QuoteRefused (409), NoPaymentRate and NoFreeTag (503).
   */
  async open(member: { userId: string } & ActingPerson, invoiceId: string, chain: Chain): Promise<void> {
    const inUse = await this.payAddresses.inUse();
    if (!this.chainsOf(inUse).includes(chain)) throw new ChainNotOffered();
    const rate = await this.rates.rateOf(chain);
    await this.em.fork().transactional(async (tx) => {
      const invoice = await this.invoices.locked(tx, invoiceId);
      if (invoice.userId !== member.userId) throw new NotFound('invoice');
      const now = this.clock.now();
      const { payment, quotes } = await this.states.load(tx, invoice);
      const refusal = quoteRefusal(payment, now);
      if (refusal !== null) throw new QuoteRefused(refusal);
      const { restUsd } = viewPayment(payment, now);
      const last = quotes.findLast((quote) => quote.chain === chain);
      // A second quote of the same chain would let a member choose the better rate of the two.
      if (last && quoteState(last, now) === 'open' && last.usd === restUsd) return;
      if (rate === null) throw new NoPaymentRate();
      const quote = openQuote(chain, restUsd, lockRate(rate.rate), now);
      const place = await this.places.find(tx, chain, invoice, inUse, now);
      const stored: StoredQuote = {
        ...quote,
        ...place,
        id: uuidv7(),
        invoiceId,
        units: place.tag === null ? quote.units : tagged(quote.units, place.tag),
        sources: rate.sources,
      };
      await this.records.insertQuote(tx, stored);
      await this.addresses.readSoon(tx, chain, place.address, now);
      await this.audit.record(tx, {
        action: 'invoice.quote',
        actorId: member.actorId,
        actorRole: member.actorRole,
        targetType: 'invoice',
        targetId: invoiceId,
        detail: { userId: member.userId, quoteId: stored.id, chain },
      });
    });
  }
}
