import type { EntityManager } from '@mikro-orm/postgresql';
import { transferId, type ChainReaders, type CurrentRates, type TransferKey } from '../../../src/money/chain/index.js';
import { BookingService } from '../../../src/money/invoice-payments/booking.service.js';
import { ChainWatchService } from '../../../src/money/invoice-payments/chain-watch.service.js';
import type {
  InvoicePaymentRepository,
  StoredQuote,
  StoredTransfer,
} from '../../../src/money/invoice-payments/invoice-payment.repository.js';
import type { PaidInvoiceListener } from '../../../src/money/invoice-payments/paid-invoice.listener.js';
import type { PaymentExceptionsService } from '../../../src/money/invoice-payments/payment-exceptions.service.js';
import type { PaymentRatesService } from '../../../src/money/invoice-payments/payment-rates.service.js';
import { PaymentStateService } from '../../../src/money/invoice-payments/payment-state.service.js';
import type { ReceivingAddress, ReceivingAddressRepository } from '../../../src/money/invoice-payments/receiving-address.repository.js';
import type { SecondSourceService } from '../../../src/money/invoice-payments/second-source.service.js';
import { InvoicesService, MemberCreditService, type InvoiceState } from '../../../src/money/invoices/index.js';
import type { InvoiceRepository } from '../../../src/money/invoices/invoice.repository.js';
import { LedgerService, sumsOf, type Account } from '../../../src/money/ledger/index.js';
import type { LedgerRepository, StoredTransaction } from '../../../src/money/ledger/ledger.repository.js';
import type { MailOutbox } from '../../../src/messaging/mail/index.js';
import type { AuditLog } from '../../../src/operations/audit/index.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import type { Clock } from '../../../src/platform/domain/index.js';

/** The methods of a repository that the services under test call. */
type Stored<T> = { [Method in keyof T]?: T[Method] };
const standing = <T>(stored: Stored<T>) => stored as unknown as T;
const nothing = () => Promise.resolve();

/** The services that read chains and book payments, as the product runs them, over records in memory instead of a database. */
export class MemoryPayments {
  readonly transfers = new Map<string, StoredTransfer>();
  readonly transactions: StoredTransaction[] = [];
  /** Dollars a coin; null: not known. */
  prices: Record<keyof CurrentRates, string | null> = { bitcoin: null, tron: null };
  readonly watch: ChainWatchService;
  /** The address that the next run reads. */
  due: string | null = null;
  private readonly clock: Clock;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly invoices: Map<string, InvoiceState>,
    readonly addresses: ReceivingAddress[],
    readonly quotes: StoredQuote[],
    readers: Pick<ChainReaders, 'of'>,
    now: () => Date,
  ) {
    this.clock = { now } as Clock;
    const config = { paymentTolerancePercent: '1' } as AppConfig;
    const audit = standing<AuditLog>({ record: nothing });
    const mail = standing<MailOutbox>({ queue: nothing });
    const ledger = new LedgerService(this.ledgerRows(), this.clock);
    const invoicing = new InvoicesService(this.invoiceRows(), ledger, audit, mail, config, this.clock);
    const records = this.paymentRows();
    const states = new PaymentStateService(records, ledger, config);
    const exceptions = standing<PaymentExceptionsService>({
      short: nothing,
      creditUndone: nothing,
      raise: async (tx, transfer, attention, _invoice, at) => void (await records.setAttention(tx, transfer, attention, at)),
    });
    const paid = standing<PaidInvoiceListener>({ onPaid: nothing });
    const credit = new MemberCreditService(ledger, invoicing);
    const booking = new BookingService(invoicing, credit, states, records, paid, exceptions, this.clock);
    const second = standing<SecondSourceService>({ compare: nothing });
    const rates = standing<PaymentRatesService>({
      rateOf: async (chain) => (this.prices[chain] === null ? null : { rate: this.prices[chain], sources: [] }),
    });
    this.watch = new ChainWatchService(
      this.manager(),
      readers as ChainReaders,
      this.addressRows(),
      records,
      states,
      invoicing,
      booking,
      exceptions,
      second,
      rates,
      this.clock,
    );
  }

  /** What an account holds in dollars. */
  dollarsOf(account: Account, reference: string): bigint {
    const about = this.transactions.filter((one) => one.reference === reference).flatMap(({ postings }) => postings);
    return sumsOf(about.filter((posting) => posting.account === account && posting.currency === 'USD')).get('USD') ?? 0n;
  }

  private dollarsOn(account: Account): bigint {
    const postings = this.transactions.flatMap((one) => one.postings);
    return sumsOf(postings.filter((posting) => posting.account === account && posting.currency === 'USD')).get('USD') ?? 0n;
  }

  /** One transaction after the other, as the lock of the invoice has it. */
  private manager(): EntityManager {
    const inner = { transactional: <T>(work: (tx: unknown) => Promise<T>) => work(inner) };
    const em = {
      fork: () => em,
      transactional: <T>(work: (tx: unknown) => Promise<T>) => {
        const result = this.last.then(() => work(inner));
        this.last = result.catch(() => undefined);
        return result;
      },
    };
    return em as unknown as EntityManager;
  }

  private ledgerRows(): LedgerRepository {
    return standing<LedgerRepository>({
      insertAll: async (_tx, transactions) => {
        const taken = new Set(this.transactions.map(({ idempotencyKey }) => idempotencyKey));
        const fresh = transactions.filter(({ idempotencyKey }) => !taken.has(idempotencyKey));
        this.transactions.push(...fresh);
        return new Set(fresh.map(({ id }) => id));
      },
      findByKey: async (_em, key) => this.transactions.find(({ idempotencyKey }) => idempotencyKey === key) ?? null,
      findById: async (_em, id) => this.transactions.find((one) => one.id === id) ?? null,
      findAbout: async (_em, reference) => this.transactions.filter((one) => one.reference === reference),
      // The members of these histories have one invoice each.
      findPaymentsFrom: async () => [],
      sumsOf: async (_em, of) => new Map(of.map((account) => [account, this.dollarsOn(account)])),
      sumsAbout: async (_em, reference, account) => new Map([['USD', this.dollarsOf(account, reference)]]),
    });
  }

  private invoiceRows(): InvoiceRepository {
    return standing<InvoiceRepository>({
      lock: async (_tx, id) => this.invoices.get(id) ?? null,
      setStatus: async (_tx, id, status) => void this.invoices.set(id, { ...this.invoices.get(id)!, status }),
    });
  }

  private addressRows(): ReceivingAddressRepository {
    const change = (address: ReceivingAddress, changes: Partial<ReceivingAddress>) => {
      const at = this.addresses.findIndex((one) => one.chain === address.chain && one.address === address.address);
      this.addresses[at] = { ...this.addresses[at]!, ...changes };
    };
    return standing<ReceivingAddressRepository>({
      lease: async (_em, chain) => this.addresses.filter((one) => one.chain === chain && one.address === this.due),
      setRead: async (_em, address, readAt) => change(address, { readAt, failingSince: null }),
      setFailed: async (_em, address, failingSince) => change(address, { failingSince }),
    });
  }

  private paymentRows(): InvoicePaymentRepository {
    const all = () => [...this.transfers.values()].toSorted((a, b) => a.firstSeenAt.getTime() - b.firstSeenAt.getTime());
    const change = (key: TransferKey, changes: Partial<StoredTransfer>) => {
      const known = this.transfers.get(transferId(key));
      if (known) this.transfers.set(transferId(key), { ...known, ...changes });
    };
    return standing<InvoicePaymentRepository>({
      findQuotes: async (_em, invoiceId) => this.quotes.filter((one) => one.invoiceId === invoiceId),
      findQuotesOf: async (_em, chain, address, since) =>
        this.quotes.filter((one) => one.chain === chain && one.address === address && one.endsAt > since),
      markOutage: async (_em, ids) => {
        for (const [at, one] of this.quotes.entries()) if (ids.includes(one.id)) this.quotes[at] = { ...one, outageAtEnd: true };
      },
      findTransfers: async (_em, invoiceId) => all().filter((one) => one.invoiceId === invoiceId),
      findTransfersOf: async (_em, chain, address, since) =>
        all().filter(
          (one) =>
            one.chain === chain &&
            one.address === address &&
            (one.firstSeenAt >= since || one.state === 'seen' || one.state === 'confirming'),
        ),
      countRejected: async (_em, chain, address, since) =>
        all().filter(
          (one) =>
            one.chain === chain &&
            one.address === address &&
            one.firstSeenAt >= since &&
            one.state === 'rejected' &&
            one.invoiceId === null,
        ).length,
      findTransfersIn: async (_em, chain, txids) => all().filter((one) => one.chain === chain && txids.includes(one.txid)),
      saveTransfer: async (_tx, transfer, invoiceId) => {
        const known = this.transfers.get(transferId(transfer));
        const beside = known ?? { invoiceId, attention: null, isResolved: false };
        this.transfers.set(transferId(transfer), {
          ...transfer,
          invoiceId: beside.invoiceId,
          attention: beside.attention,
          isResolved: beside.isResolved,
        });
      },
      setAttention: async (_tx, key, attention) => {
        change(key, { attention });
        return true;
      },
      clearAttention: async (_tx, key) => change(key, { attention: null }),
      clearMissing: async (_em, chain, address) => {
        for (const one of all()) if (one.chain === chain && one.address === address) change(one, { missingSince: null });
      },
    });
  }
}
