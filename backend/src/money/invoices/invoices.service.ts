import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import type { CanonicalValue } from '../../platform/domain/canonical-json.rules.js';
import { Clock, NotFound, uuidv7, type Role } from '../../platform/domain/index.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { AuditLog, type AuditRecord } from '../../operations/audit/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { accounts, LedgerService, type IncomeKind } from '../ledger/index.js';
import { calculate, seal, type FormulaName } from './calculation.rules.js';
import { centsOf, lettersAbout } from './invoice-letters.rules.js';
import { numberOf, series, yearOf, type Series } from './invoice-number.rules.js';
import { canMove, canVoid, isOpen, statusBy } from './invoice-status.rules.js';
import { InvoiceRepository, type InvoiceState } from './invoice.repository.js';
import { FeeInvoiceFixed, InvoiceNotOpen } from './invoices.errors.js';
import { nextKey, overpaymentsIn, postingsOf, usd, type Received } from './payment-division.rules.js';

/** Who acts, for the audit log; nulls: the system. */
export interface ActingPerson {
  actorId: string | null;
  actorRole: Role | null;
}

export interface NewLine {
  formula: FormulaName;
  version: number;
  inputs: CanonicalValue;
}

export interface NewInvoice {
  userId: string;
  kind: IncomeKind;
  lines: readonly NewLine[];
  by: ActingPerson;
  /** Whether the member gets the email about it. */
  notify: boolean;
}

export interface ReceivedPayment extends Received {
  invoiceId: string;
  /** A second payment with this key books nothing. */
  key: string;
  by: ActingPerson;
}

const DAY_MS = 86_400_000;
export const referenceOf = (invoiceId: string) => `invoice:${invoiceId}`;
const CENT = scaled('0.01');
const wholeCents = (amount: bigint) => amount - (amount % CENT);
/** The key of the booking that pays an invoice with the member's credit. */
export const creditKey = (invoiceId: string) => `invoice-credit:${invoiceId}`;
const issueKey = (invoiceId: string) => `invoice-issue:${invoiceId}`;

/**
 * Issues, settles and voids invoices: invoice, postings and emails commit together. Methods that take `tx` run in the transaction of what
 * causes them.
 */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly rows: InvoiceRepository,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Issues an invoice: lines computed by their formulas, the next number of the year, the posting, and the email. */
  async issue(tx: EntityManager, invoice: NewInvoice): Promise<InvoiceState> {
    const [issued] = await this.issueAll(tx, [invoice]);
    return issued!;
  }

  /**
   * As `issue`, in order, with as many statements as one invoice takes. Numbers are taken late: others wait for the next one until the
   * transaction ends.
   */
  async issueAll(tx: EntityManager, invoices: readonly NewInvoice[]): Promise<InvoiceState[]> {
    if (invoices.length === 0) return [];
    const at = this.clock.now();
    const dueAt = new Date(at.getTime() + this.config.invoices.dueDays * DAY_MS);
    const drafts = await this.draft(tx, invoices, at);
    const numbers = await this.takeNumbers(tx, series.invoice, at, drafts.length);
    const issued = drafts.map(({ id, userId, kind, total }, index): InvoiceState => {
      return { id, userId, kind, status: 'issued', number: numbers[index]!, total, dueAt };
    });
    await this.rows.setIssued(tx, new Map(issued.map(({ id, number }) => [id, number])), { at, dueAt });
    await this.audit.recordAll(
      tx,
      issued.map((invoice, index) => eventOf('issue', invoice, invoices[index]!.by, { total: centsOf(invoice.total) })),
    );
    await this.mail.queueAll(tx, lettersAbout(issued.filter((_, index) => invoices[index]!.notify)));
    return issued;
  }

  /** Stores invoices without their numbers, and their postings. `total`: scaled by 10^18. */
  private async draft(tx: EntityManager, invoices: readonly NewInvoice[], at: Date) {
    const members = await this.rows.findMembers(
      tx,
      invoices.map(({ userId }) => userId),
    );
    const drafts = invoices.map(({ userId, kind, lines }) => {
      const computed = lines.map(({ formula, version, inputs }) => calculate(formula, version, inputs));
      const total = computed.reduce((sum, { result }) => sum + scaled(result), 0n);
      return { id: uuidv7(), userId, kind, computed, total };
    });
    await this.rows.insertDrafts(
      tx,
      drafts.map(({ computed, total, ...draft }) => {
        const { language, name, country } = members.get(draft.userId)!;
        return {
          ...draft,
          total: toDecimal(total),
          language,
          at,
          seller: this.config.seller,
          recipient: { name, country },
          lines: computed.map((line) => ({ ...seal(line), amount: line.result })),
        };
      }),
    );
    await this.ledger.postAll(
      tx,
      drafts.map(({ id, userId, kind, total }) => ({
        kind: 'invoice',
        reference: referenceOf(id),
        idempotencyKey: issueKey(id),
        postings: [usd(accounts.receivable(userId), total), usd(accounts.income(kind), -total)],
      })),
    );
    return drafts;
  }

  /** Locks and returns the member's open invoice of a kind, or null. */
  findOpen(tx: EntityManager, userId: string, kind: IncomeKind): Promise<InvoiceState | null> {
    return this.rows.lockOpen(tx, userId, kind);
  }

  /** Returns the id of the member's open invoice of a kind, or null. */
  findOpenId(em: EntityManager, userId: string, kind: IncomeKind): Promise<string | null> {
    return this.rows.findOpenId(em, userId, kind);
  }

  /**
   * Books a payment for an issued invoice, once per key. What exceeds the amount due becomes the member's credit. The invoice is paid if
   * and only if its postings cover it. Throws NotFound.
   */
  async settle(tx: EntityManager, { invoiceId, amount, from, key, by, coins }: ReceivedPayment): Promise<InvoiceState> {
    const invoice = await this.lock(tx, invoiceId);
    // Asked first: how a payment is divided depends on what is due, and that has changed since it was booked.
    if (await this.ledger.isPosted(tx, key, referenceOf(invoiceId))) return invoice;
    const { userId } = invoice;
    await this.ledger.post(tx, {
      kind: 'payment',
      reference: referenceOf(invoiceId),
      idempotencyKey: key,
      postings: postingsOf({ amount, from, coins }, userId, await this.outstanding(tx, invoice)),
    });
    const settled = await this.refresh(tx, invoice);
    await this.record(tx, 'settle', invoice, by, { amount: toDecimal(amount), status: settled.status });
    if (settled.status === 'paid') {
      const data = { number: invoice.number, total: centsOf(invoice.total) };
      await this.mail.queue(tx, { letter: 'invoice-paid', to: userId, data, dedupeKey: `invoice-paid:${invoiceId}:${key}` });
    }
    return settled;
  }

  /** Returns the member's credit in whole cents, scaled by 10^18: what rounding left over pays no invoice. */
  async creditOf(em: EntityManager, userId: string): Promise<bigint> {
    return (await this.creditsOf(em, [userId])).get(userId) ?? 0n;
  }

  /** As `creditOf`, of several members; those without credit are left out. */
  async creditsOf(em: EntityManager, userIds: readonly string[]): Promise<Map<string, bigint>> {
    const balances = await this.ledger.balancesOf(em, userIds.map(accounts.credit), 'USD');
    const credits = userIds.map((userId) => [userId, wholeCents(-(balances.get(accounts.credit(userId)) ?? 0n))] as const);
    return new Map(credits.filter(([, credit]) => credit > 0n));
  }

  /** Pays an issued invoice with the member's credit, as far as it goes, once. The caller has locked the member's row. */
  async useCredit(tx: EntityManager, invoice: InvoiceState, by: ActingPerson): Promise<InvoiceState> {
    const { id: invoiceId, userId, total } = invoice;
    const credit = await this.creditOf(tx, userId);
    if (credit === 0n) return invoice;
    const amount = credit < total ? credit : total;
    return this.settle(tx, { invoiceId, amount, from: accounts.credit(userId), key: creditKey(invoiceId), by });
  }

  /** Reverses a booking of `settle` whose money turned out not to be there, and stores the state that follows. Throws NotFound. */
  async unsettle(
    tx: EntityManager,
    { invoiceId, bookingId, by }: { invoiceId: string; bookingId: string; by: ActingPerson },
  ): Promise<void> {
    const invoice = await this.lock(tx, invoiceId);
    const { isNew } = await this.ledger.reverse(tx, bookingId, `unsettle:${bookingId}`);
    if (!isNew) return;
    const { status } = invoice.status === 'void' ? invoice : await this.refresh(tx, invoice);
    await this.record(tx, 'unsettle', invoice, by, { bookingId, status });
  }

  /**
   * After a booking was reversed: payments that came beyond it and gave credit are booked again and cover what is due. Throws NotFound.
   */
  async coverAgain(tx: EntityManager, invoiceId: string, by: ActingPerson): Promise<InvoiceState> {
    let invoice = await this.lock(tx, invoiceId);
    for (const { id, key, ...received } of overpaymentsIn(await this.ledger.about(tx, referenceOf(invoiceId)), invoice.userId)) {
      if (invoice.status === 'void' || (await this.outstanding(tx, invoice)) <= 0n) break;
      await this.unsettle(tx, { invoiceId, bookingId: id, by });
      invoice = await this.settle(tx, { ...received, invoiceId, key: nextKey(key), by });
    }
    return invoice;
  }

  /** Locks and returns an issued invoice. Throws NotFound. */
  locked(tx: EntityManager, invoiceId: string): Promise<InvoiceState> {
    return this.lock(tx, invoiceId);
  }

  /**
   * Voids an open invoice by a credit note with a number of its own, and reverses its posting. What was paid becomes the member's credit.
   * Throws NotFound, InvoiceNotOpen, FeeInvoiceFixed (409).
   */
  async void(tx: EntityManager, invoiceId: string, reason: string, by: ActingPerson): Promise<string> {
    const invoice = await this.lock(tx, invoiceId);
    if (!isOpen(invoice.status)) throw new InvoiceNotOpen();
    if (!canVoid(invoice)) throw new FeeInvoiceFixed();
    const at = this.clock.now();
    const number = await this.numberFor(tx, series.creditNote, at);
    await this.rows.insertCreditNote(tx, { invoiceId, number, at, reason, seller: this.config.seller });
    await this.ledger.reverse(tx, await this.ledger.idOf(tx, issueKey(invoiceId)), `invoice-void:${invoiceId}`);
    const paid = -(await this.outstanding(tx, invoice));
    if (paid > 0n) {
      const { receivable, credit } = accounts;
      await this.ledger.post(tx, {
        kind: 'payment',
        reference: referenceOf(invoiceId),
        idempotencyKey: `invoice-void-credit:${invoiceId}`,
        postings: [usd(receivable(invoice.userId), paid), usd(credit(invoice.userId), -paid)],
      });
    }
    await this.rows.setStatus(tx, invoiceId, 'void', at);
    await this.record(tx, 'void', invoice, by, { creditNote: number, reason });
    return number;
  }

  /** What is due on an invoice, scaled by 10^18. */
  private outstanding(tx: EntityManager, { id, userId }: InvoiceState): Promise<bigint> {
    return this.ledger.movedBy(tx, referenceOf(id), accounts.receivable(userId), 'USD');
  }

  /** Stores the state that follows from the postings. */
  private async refresh(tx: EntityManager, invoice: InvoiceState): Promise<InvoiceState> {
    const now = this.clock.now();
    const status = statusBy({ ...invoice, outstanding: await this.outstanding(tx, invoice), now });
    if (status === invoice.status) return invoice;
    if (!canMove(invoice.status, status)) throw new Error(`an invoice cannot become ${status} from ${invoice.status}`);
    await this.rows.setStatus(tx, invoice.id, status, now);
    return { ...invoice, status };
  }

  private async lock(tx: EntityManager, invoiceId: string): Promise<InvoiceState> {
    const invoice = await this.rows.lock(tx, invoiceId);
    if (!invoice) throw new NotFound('invoice');
    return invoice;
  }

  private async numberFor(tx: EntityManager, prefix: Series, at: Date): Promise<string> {
    const [number] = await this.takeNumbers(tx, prefix, at, 1);
    return number!;
  }

  /** Takes the next numbers of the year. */
  private async takeNumbers(tx: EntityManager, prefix: Series, at: Date, count: number): Promise<string[]> {
    const year = yearOf(at);
    const last = await this.rows.takeNumbers(tx, prefix, year, count);
    return Array.from({ length: count }, (_, index) => numberOf(prefix, year, last - count + 1 + index));
  }

  private record(tx: EntityManager, act: string, invoice: InvoiceState, by: ActingPerson, detail: object): Promise<void> {
    return this.audit.record(tx, eventOf(act, invoice, by, detail));
  }
}

const eventOf = (act: string, { id, userId, number }: InvoiceState, by: ActingPerson, detail: object): AuditRecord => ({
  action: `invoice.${act}`,
  ...by,
  targetType: 'invoice',
  targetId: id,
  detail: { userId, number, ...detail },
});
