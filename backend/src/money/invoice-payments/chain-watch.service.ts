import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import {
  addAbsence,
  addSighting,
  chains,
  ChainReaders,
  confirmationsNeeded,
  isLive,
  lockRate,
  paidAt,
  quoteState,
  transferId,
  withReading,
  type Chain,
  type ChainReader,
  type ChainReading,
  type CurrentRates,
  type Sighting,
} from '../chain/index.js';
import { InvoicesService } from '../invoices/index.js';
import { SourceError } from '../sources/index.js';
import { BookingService } from './booking.service.js';
import { chainReadings, chainsDelayed } from './chain-watch.metrics.js';
import {
  awaitsSecondSource,
  InvoicePaymentRepository,
  withoutInvoice,
  type StoredQuote,
  type StoredTransfer,
} from './invoice-payment.repository.js';
import { PaymentExceptionsService } from './payment-exceptions.service.js';
import { PaymentRatesService } from './payment-rates.service.js';
import { PaymentStateService } from './payment-state.service.js';
import { SecondSourceService } from './second-source.service.js';
import { ReceivingAddressRepository, type ReceivingAddress } from './receiving-address.repository.js';
import {
  type AddressOwner,
  matchSightings,
  MAX_REJECTED,
  MAX_REJECTED_A_DAY,
  reservedQuotes,
  RESERVED_SINCE_MS,
  withinRoom,
} from './transfer-matching.rules.js';
import { endedUnseen, pauseAfter, pauseAfterFailure } from './watch-schedule.rules.js';

/** Addresses of one chain in one run. */
const BATCH = 50;
/** TRON's index can be late by minutes. */
const OVERLAP_MS = 10 * 60_000;
/** Bitcoin payments are followed until they are this deep. */
const DEEP = 10;
const FOLLOWED_MS = 120_000;
const MAX_REPORTED = 1000;
const DAY_MS = 24 * 3_600_000;
/** Transfers without value, of no amount that was asked for, that one reading looks at. */
const OTHERS_A_READING = 5;

/** Reads the addresses that are due, stores what is new about their transfers, and books what is final. Every run may be repeated. */
@Injectable()
export class ChainWatchService {
  private readonly log = new Logger('ChainWatch');
  /** Transactions whose contradiction was logged. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly em: EntityManager,
    private readonly readers: ChainReaders,
    private readonly addresses: ReceivingAddressRepository,
    private readonly records: InvoicePaymentRepository,
    private readonly states: PaymentStateService,
    private readonly invoices: InvoicesService,
    private readonly booking: BookingService,
    private readonly exceptions: PaymentExceptionsService,
    private readonly second: SecondSourceService,
    private readonly rates: PaymentRatesService,
    private readonly clock: Clock,
  ) {}

  async run(signal?: AbortSignal): Promise<void> {
    await Promise.all(chains.map((chain) => this.readDue(chain, signal)));
  }

  private async readDue(chain: Chain, signal: AbortSignal | undefined): Promise<void> {
    const reader = this.readers.of(chain);
    if (reader === null) return;
    const due = await this.addresses.lease(this.em.fork(), chain, this.clock.now(), BATCH);
    const errors: unknown[] = [];
    let failure: SourceError | null = null;
    for (const address of due) {
      if (signal?.aborted) return;
      // A source that has just failed is not asked again for the other addresses.
      try {
        failure ??= await this.readOne(reader, address, signal);
        if (failure !== null) await this.failed(address, failure);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} addresses on ${chain} were read and not stored`);
  }

  /** Returns what kept the source from answering; null: the address was read. */
  private async readOne(reader: ChainReader, address: ReceivingAddress, signal: AbortSignal | undefined): Promise<SourceError | null> {
    const em = this.em.fork();
    const { chain } = reader;
    const from = address.readAt ?? address.createdAt;
    const known = await this.records.findTransfersOf(em, chain, address.address, new Date(from.getTime() - OVERLAP_MS));
    const readAt = this.clock.now();
    const quotes = await this.records.findQuotesOf(em, chain, address.address, new Date(readAt.getTime() - RESERVED_SINCE_MS));
    const count = await this.records.countRejected(em, chain, address.address, new Date(readAt.getTime() - DAY_MS));
    const room = Math.max(0, MAX_REJECTED_A_DAY - count);
    try {
      const skip = settledTransactions(known);
      const amounts = new Set(reservedQuotes(quotes, known, readAt).map(({ units }) => units));
      const worthless = { amounts, others: Math.min(room, OTHERS_A_READING) };
      const reading = await reader.transfersTo(address.address, { since: windowStart(address, known), skip, worthless, signal });
      await this.store(em, address, reading, { known, quotes, room }, { skip, readAt, signal });
      return null;
    } catch (error) {
      if (error instanceof SourceError) return error;
      throw error;
    }
  }

  private async store(
    em: EntityManager,
    address: ReceivingAddress,
    reading: ChainReading,
    { known, quotes, room }: { known: readonly StoredTransfer[]; quotes: readonly StoredQuote[]; room: number },
    { skip, readAt, signal }: { skip: ReadonlySet<string>; readAt: Date; signal: AbortSignal | undefined },
  ): Promise<void> {
    const { chain } = address;
    await this.records.markOutage(em, unseenEnds(quotes, address, readAt));
    const txids = [...new Set(reading.sightings.map(({ txid }) => txid))];
    const stored = await this.records.findTransfersIn(em, chain, txids);
    const matched = matchSightings(reading.sightings, ownerOf(address), [...known, ...stored], quotes, readAt);
    const unsettled = known.filter(({ state }) => state === 'seen' || state === 'confirming').map(({ invoiceId }) => invoiceId);
    const invoiceIds = new Set([...matched.keys(), ...unsettled, address.invoiceId].filter((id) => id !== null));
    const rates = await this.ratesFor(chain, reading, stored);
    const errors: unknown[] = [];
    // An invoice that cannot be stored must not hold up the others of a shared address.
    for (const invoiceId of invoiceIds)
      await this.applyTo(em, invoiceId, { ...reading, sightings: matched.get(invoiceId) ?? [] }, { address, skip, readAt, rates }).catch(
        (error: unknown) => void errors.push(error),
      );
    const nobodys = [...known, ...stored].filter(({ invoiceId }) => invoiceId === null);
    await this.storeUnmatched(em, withinRoom(matched.get(null) ?? [], nobodys, room), nobodys, reading, readAt);
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} invoices were not stored`);
    this.report(chain, reading);
    const now = await this.records.findTransfersOf(em, chain, address.address, new Date(readAt.getTime() - RESERVED_SINCE_MS));
    await this.addresses.setRead(
      em,
      address,
      readUntil(address, reading, readAt),
      new Date(readAt.getTime() + pauseOf(address, quotes, now, readAt)),
    );
    await this.second.compare(em, now, signal);
    chainReadings.inc({ chain, result: 'read' });
    chainsDelayed.set({ chain }, 0);
  }

  /** Adds the reading to one invoice, and books what is final. */
  private async applyTo(
    em: EntityManager,
    invoiceId: string,
    reading: ChainReading,
    { address, skip, readAt, rates }: { address: ReceivingAddress; skip: ReadonlySet<string>; readAt: Date; rates: CurrentRates },
  ): Promise<void> {
    await em.fork().transactional(async (tx) => {
      const invoice = await this.invoices.locked(tx, invoiceId);
      const { payment, transfers } = await this.states.load(tx, invoice);
      const isOfAddress = (one: { chain: Chain; address: string }) => one.chain === address.chain && one.address === address.address;
      const here = transfers.filter(isOfAddress).map(withoutInvoice);
      const room = MAX_REJECTED - transfers.filter(({ state }) => state === 'rejected').length;
      const told = { ...reading, sightings: withinRoom(reading.sightings, transfers, room) };
      const { payment: read, contradictions } = withReading({ ...payment, transfers: here }, told, readAt, skip);
      const before = new Map(here.map((transfer) => [transferId(transfer), transfer]));
      for (const transfer of read.transfers)
        if (before.get(transferId(transfer)) !== transfer) await this.records.saveTransfer(tx, transfer, invoiceId);
      for (const transfer of read.transfers)
        if (contradictions.includes(transfer.txid)) await this.exceptions.raise(tx, transfer, 'contradiction', invoice, readAt);
      const others = transfers.filter((transfer) => !isOfAddress(transfer));
      await this.booking.settle(tx, invoice, { ...payment, transfers: [...read.transfers, ...others] }, rates);
    });
  }

  /** Money that matches no invoice: stored, and shown to admins once it is final. */
  private async storeUnmatched(
    em: EntityManager,
    sightings: readonly Sighting[],
    known: readonly StoredTransfer[],
    reading: ChainReading,
    readAt: Date,
  ): Promise<void> {
    const own = new Map(known.map((transfer) => [transferId(transfer), transfer]));
    await em.fork().transactional(async (tx) => {
      for (const sighting of sightings) {
        const before = own.get(transferId(sighting));
        own.delete(transferId(sighting));
        const needed = confirmationsNeeded(sighting.chain, 0n);
        const transfer = addSighting(before ? withoutInvoice(before) : null, sighting, needed, readAt);
        if (transfer === null) continue;
        await this.records.saveTransfer(tx, transfer, null);
        if (transfer.state === 'final' && isLive(transfer) && before?.state !== 'final')
          await this.exceptions.raise(tx, transfer, 'unmatched', null, readAt);
      }
      if (!reading.isComplete) return;
      for (const absent of own.values())
        if (absent.state === 'seen' || absent.state === 'confirming')
          await this.records.saveTransfer(tx, addAbsence(withoutInvoice(absent), readAt), null);
    });
  }

  /** Prices of this moment, which value money that came late. What is final and needs nobody is booked: no price is asked for. */
  private async ratesFor(chain: Chain, { sightings }: ChainReading, stored: readonly StoredTransfer[]): Promise<CurrentRates> {
    const done = new Set(stored.filter(({ state, attention }) => state === 'final' && attention === null).map(transferId));
    const isNew = (sighting: Sighting) => sighting.rejected === null && !done.has(transferId(sighting));
    const rate = sightings.some(isNew) ? await this.rates.rateOf(chain) : null;
    return { bitcoin: null, tron: null, [chain]: rate && lockRate(rate.rate) };
  }

  private report(chain: Chain, { contradictions }: ChainReading): void {
    if (this.reported.size > MAX_REPORTED) this.reported.clear();
    for (const { txid, problem } of contradictions.filter((one) => !this.reported.has(one.txid))) {
      this.reported.add(txid);
      this.log.warn({ chain, txid, problem }, 'answers about a transaction contradict each other');
    }
  }

  private async failed(address: ReceivingAddress, error: SourceError): Promise<void> {
    const em = this.em.fork();
    const now = this.clock.now();
    const since = address.failingSince ?? now;
    await this.records.clearMissing(em, address.chain, address.address);
    await this.addresses.setFailed(
      em,
      address,
      since,
      new Date(now.getTime() + pauseAfterFailure(address.chain, now.getTime() - since.getTime())),
    );
    chainReadings.inc({ chain: address.chain, result: 'failed' });
    chainsDelayed.set({ chain: address.chain }, (now.getTime() - since.getTime()) / 1000);
    if (address.failingSince === null)
      this.log.warn({ err: error, chain: address.chain }, 'the chain cannot be read: payments are seen as soon as it can');
  }
}

/** Transactions about which nothing can change any more. */
function settledTransactions(known: readonly StoredTransfer[]): Set<string> {
  const open = new Set(
    known.filter(({ chain, state }) => chain === 'bitcoin' || (state !== 'final' && state !== 'rejected')).map(({ txid }) => txid),
  );
  return new Set(known.map(({ txid }) => txid).filter((txid) => !open.has(txid)));
}

/** A Bitcoin address belongs to one invoice for good; an address of the TRON pool may have belonged to others before. */
const ownerOf = ({ chain, invoiceId, createdAt }: ReceivingAddress): AddressOwner | null =>
  invoiceId === null ? null : { invoiceId, since: chain === 'tron' ? createdAt : null };

/** A Bitcoin address is read from its first day. On TRON only what is new, or not settled yet, is asked for. */
function windowStart({ chain, createdAt, readAt }: ReceivingAddress, known: readonly StoredTransfer[]): Date {
  if (chain === 'bitcoin') return createdAt;
  // By the time of its block, too: after an outage of ours that is long before we saw it.
  const unsettled = known.filter(({ state }) => state === 'seen' || state === 'confirming').map((transfer) => paidAt(transfer).getTime());
  return new Date(Math.min((readAt ?? createdAt).getTime(), ...unsettled) - OVERLAP_MS);
}

/** A window with more transactions than one reading looks at is read on from where that one came to, oldest first. */
function readUntil({ chain, readAt: before, createdAt }: ReceivingAddress, { isComplete, sightings }: ChainReading, readAt: Date): Date {
  if (isComplete || chain === 'bitcoin') return readAt;
  return new Date(Math.max((before ?? createdAt).getTime(), ...sightings.map(({ blockTime }) => blockTime?.getTime() ?? 0)));
}

const unseenEnds = (quotes: readonly StoredQuote[], { readAt, createdAt }: ReceivingAddress, now: Date): string[] =>
  quotes.filter(({ endsAt, outageAtEnd }) => !outageAtEnd && endedUnseen(endsAt, readAt ?? createdAt, now)).map(({ id }) => id);

function pauseOf(address: ReceivingAddress, quotes: readonly StoredQuote[], transfers: readonly StoredTransfer[], now: Date): number {
  const { chain, createdAt } = address;
  const isActive =
    quotes.some((quote) => quoteState(quote, now) === 'open') ||
    transfers.some((one) => one.state === 'seen' || one.state === 'confirming');
  const last = Math.max(
    createdAt.getTime(),
    ...quotes.map(({ endsAt }) => endsAt.getTime()),
    ...transfers.map(({ firstSeenAt }) => firstSeenAt.getTime()),
  );
  const pause = pauseAfter(chain, { isActive, quietMs: now.getTime() - last });
  const isFollowed =
    transfers.some(awaitsSecondSource) ||
    transfers.some(({ state, confirmations }) => chain === 'bitcoin' && state === 'final' && confirmations < DEEP);
  return isFollowed ? Math.min(pause, FOLLOWED_MS) : pause;
}
