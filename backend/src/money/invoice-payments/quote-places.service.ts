import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { freeTag, ReceivingAddresses, RESERVED_MS, type Chain } from '../chain/index.js';
import type { InvoiceState } from '../invoices/index.js';
import { accountId, type PayAddresses } from '../pay-addresses/index.js';
import { ChainNotOffered } from './invoice-payment.errors.js';
import { InvoicePaymentRepository } from './invoice-payment.repository.js';
import { ReceivingAddressRepository } from './receiving-address.repository.js';
import { RESERVED_SINCE_MS, reservedQuotes } from './transfer-matching.rules.js';

/** Where a quote is paid to. `tag`: set on a shared address, whose amounts tell invoices apart. */
export interface QuotePlace {
  address: string;
  tag: number | null;
}

/** Finds the address of a quote: the invoice's own, or the shared one with an amount that no other invoice has. */
@Injectable()
export class QuotePlacesService {
  constructor(
    private readonly records: InvoicePaymentRepository,
    private readonly addresses: ReceivingAddressRepository,
    private readonly receiving: ReceivingAddresses,
  ) {}

  /** The invoice is locked. Throws ChainNotOffered (409) and NoFreeTag (503). */
  async find(tx: EntityManager, chain: Chain, invoice: InvoiceState, inUse: PayAddresses, now: Date): Promise<QuotePlace> {
    if (chain === 'bitcoin') return this.derived(tx, invoice, inUse, now);
    return (await this.ofPool(tx, invoice, inUse, now)) ?? this.shared(tx, inUse, now);
  }

  /** The invoice's own Bitcoin address: it has one for all its quotes, because it can always be paid late. */
  private async derived(
    tx: EntityManager,
    { id: invoiceId }: InvoiceState,
    { bitcoinAccount, btc }: PayAddresses,
    at: Date,
  ): Promise<QuotePlace> {
    const known = await this.addresses.findOwn(tx, 'bitcoin', invoiceId);
    if (known !== null) return { address: known, tag: null };
    if (bitcoinAccount === null) throw new ChainNotOffered();
    const account = accountId(bitcoinAccount);
    let [position, address] = [0, ''];
    // The address of the settings may be of the same account: it is for payments that a person compares.
    do {
      position = await this.addresses.takePosition(tx, account);
      address = this.receiving.bitcoinAt(bitcoinAccount, position);
    } while (address === btc);
    await this.addresses.insertOwn(tx, { chain: 'bitcoin', address, invoiceId, account, position, at });
    return { address, tag: null };
  }

  /** The invoice's own address of the pool; null: there is no pool, or none of it is free. */
  private async ofPool(
    tx: EntityManager,
    { id: invoiceId }: InvoiceState,
    { tronPool }: PayAddresses,
    now: Date,
  ): Promise<QuotePlace | null> {
    if (tronPool.length === 0) return null;
    const known = await this.addresses.findOwn(tx, 'tron', invoiceId);
    // An address that has left the pool gets no more quotes, and the invoice keeps it for what still arrives there.
    if (known !== null) return tronPool.includes(known) ? { address: known, tag: null } : null;
    const address = await this.addresses.lockFreeOfPool(tx, tronPool, new Date(now.getTime() - RESERVED_MS));
    if (address === null) return null;
    await this.addresses.takeOfPool(tx, { address, invoiceId, at: now });
    return { address, tag: null };
  }

  private async shared(tx: EntityManager, { usdtTrc20: address }: PayAddresses, now: Date): Promise<QuotePlace> {
    await this.addresses.lockShared(tx, 'tron', address, now);
    const since = new Date(now.getTime() - RESERVED_SINCE_MS);
    const [quotes, transfers] = [
      await this.records.findQuotesOf(tx, 'tron', address, since),
      await this.records.findTransfersOf(tx, 'tron', address, since),
    ];
    const reserved = reservedQuotes(quotes, transfers, now);
    return { address, tag: freeTag(new Set(reserved.flatMap(({ tag }) => tag ?? []))) };
  }
}
