import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { addSighting, chains, ChainReaders, confirmationsNeeded, type Chain, type Sighting } from '../chain/index.js';
import { InvoiceReaderRepository, InvoicesService } from '../invoices/index.js';
import { SourceError } from '../sources/index.js';
import { InvoicePaymentRepository, type StoredQuote } from './invoice-payment.repository.js';
import type { TransactionCheck } from './invoice-payments.types.js';
import { ReceivingAddressRepository } from './receiving-address.repository.js';
import { MAX_REJECTED, withinRoom } from './transfer-matching.rules.js';

/** A member waits for the answer. */
const MAX_WAIT_MS = 5000;

/**
 * Looks up a transaction that a member has sent for an invoice. A transfer without value becomes one of the invoice's, so that the page
 * says why it does not count: a failed transaction is in no list of the chain, and is found by its id alone. Money is left to the
 * readings of the address, which alone decide whose it is.
 */
@Injectable()
export class TransactionCheckService {
  private readonly log = new Logger('TransactionCheck');

  constructor(
    private readonly em: EntityManager,
    private readonly readers: ChainReaders,
    private readonly records: InvoicePaymentRepository,
    private readonly addresses: ReceivingAddressRepository,
    private readonly invoiceReader: InvoiceReaderRepository,
    private readonly invoices: InvoicesService,
    private readonly clock: Clock,
  ) {}

  /** `txid`: 64 lower-case hexadecimal digits. Throws NotFound where the invoice is not the member's. */
  async check(userId: string, invoiceId: string, txid: string): Promise<TransactionCheck> {
    const invoice = await this.invoiceReader.findOf(userId, invoiceId);
    if (!invoice || invoice.status === 'draft') throw new NotFound('invoice');
    const em = this.em.fork();
    const quotes = await this.records.findQuotes(em, invoiceId);
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const answers = await Promise.all(chains.map((chain) => this.sightingsOn(chain, quotes, txid, signal)));
    const found = answers.filter((answer) => typeof answer !== 'string').flat();
    if (found.length === 0)
      return answers.find((answer) => answer === 'unavailable') ?? (answers.some(Array.isArray) ? 'elsewhere' : 'not-found');
    const rejected = found.filter((sighting) => sighting.rejected !== null);
    if (rejected.length > 0) await this.store(em, invoiceId, rejected);
    const money = found.filter((sighting) => sighting.rejected === null);
    for (const { chain, address } of money) await this.addresses.readSoon(em, chain, address, this.clock.now());
    if (money.length === 0) return 'rejected';
    return money.some((one) => isAskedFor(one, quotes)) ? 'found' : 'other-amount';
  }

  /** `not-found`: not yet. */
  private async sightingsOn(
    chain: Chain,
    quotes: readonly StoredQuote[],
    txid: string,
    signal: AbortSignal,
  ): Promise<readonly Sighting[] | 'not-found' | 'unavailable'> {
    const reader = this.readers.of(chain);
    const own = [...new Set(quotes.filter((quote) => quote.chain === chain).map(({ address }) => address))];
    if (reader === null || own.length === 0) return 'not-found';
    try {
      return (await reader.transfersIn(txid, own, signal))?.sightings ?? 'not-found';
    } catch (error) {
      if (!(error instanceof SourceError) && !signal.aborted) throw error;
      this.log.warn({ err: error, chain }, 'a transaction of a member cannot be looked up');
      return 'unavailable';
    }
  }

  /** What belongs to another invoice stays there. */
  private async store(em: EntityManager, invoiceId: string, sightings: readonly Sighting[]): Promise<void> {
    await em.transactional(async (tx) => {
      await this.invoices.locked(tx, invoiceId);
      const own = await this.records.findTransfers(tx, invoiceId);
      const room = MAX_REJECTED - own.filter(({ state }) => state === 'rejected').length;
      for (const sighting of withinRoom(sightings, own, room)) {
        const known = await this.records.lockTransfer(tx, sighting);
        if (known !== null) await this.records.assignRejected(tx, known, invoiceId);
        const needed = confirmationsNeeded(sighting.chain, 0n);
        const transfer = known === null ? addSighting(null, sighting, needed, this.clock.now()) : null;
        if (transfer !== null) await this.records.saveTransfer(tx, transfer, invoiceId);
      }
    });
  }
}

/** On a shared address exactly the amount of a quote pays; on an own one, whatever comes. */
const isAskedFor = ({ chain, address, units }: Sighting, quotes: readonly StoredQuote[]): boolean =>
  quotes.some((quote) => quote.chain === chain && quote.address === address && (quote.tag === null || quote.units === units));
