import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { accounts, LedgerService } from '../ledger/index.js';
import { isOpen } from './invoice-status.rules.js';
import type { InvoiceState } from './invoice.repository.js';
import { InvoicesService, referenceOf, type ActingPerson } from './invoices.service.js';
import { nextKey, usd } from './payment-division.rules.js';

const REFERENCE_PREFIX = referenceOf('');

/** An invoice before and after credit paid it. */
export interface PaidByCredit {
  before: InvoiceState;
  after: InvoiceState;
}

/**
 * Keeps a member's credit from falling below zero: a payment that gave credit can be undone after the credit has paid another invoice. That
 * invoice is then due again, so what is missing is owed where the member sees it and can pay it.
 */
@Injectable()
export class MemberCreditService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * After a booking of `invoice` was reversed: undoes payments from credit, newest first, until the credit is not negative. What credit is
   * left pays its part again. Returns the invoices that are due again. The caller has locked the invoice, and with it the member.
   */
  async takeBack(tx: EntityManager, invoice: InvoiceState, by: ActingPerson): Promise<InvoiceState[]> {
    await this.undoVoidCredit(tx, invoice);
    const account = accounts.credit(invoice.userId);
    const reopened: InvoiceState[] = [];
    for (const use of (await this.ledger.paymentsFrom(tx, account, 'USD')).toReversed()) {
      if ((await this.ledger.balanceOf(tx, account, 'USD')) <= 0n) break;
      const invoiceId = invoiceIdOf(use.reference);
      if (use.isReversed || invoiceId === null) continue;
      // Voiding has returned what credit had paid.
      if ((await this.invoices.locked(tx, invoiceId)).status === 'void') continue;
      await this.invoices.unsettle(tx, { invoiceId, bookingId: use.id, by });
      const credit = await this.invoices.creditOf(tx, invoice.userId);
      const again = { invoiceId, amount: credit < use.amount ? credit : use.amount, from: account, key: nextKey(use.idempotencyKey), by };
      reopened.push(credit > 0n ? await this.invoices.settle(tx, again) : await this.invoices.locked(tx, invoiceId));
    }
    return reopened;
  }

  /** Pays invoices from which credit was taken back with the credit that the member has now, oldest first. Returns those that it paid. */
  async giveBack(tx: EntityManager, userId: string, by: ActingPerson): Promise<PaidByCredit[]> {
    const account = accounts.credit(userId);
    const paid: PaidByCredit[] = [];
    if ((await this.invoices.creditOf(tx, userId)) === 0n) return paid;
    const uses = await this.ledger.paymentsFrom(tx, account, 'USD');
    for (const reference of new Set(uses.filter(({ isReversed }) => isReversed).map((use) => use.reference))) {
      const invoiceId = invoiceIdOf(reference);
      const credit = await this.invoices.creditOf(tx, userId);
      if (invoiceId === null || credit === 0n) continue;
      const before = await this.invoices.locked(tx, invoiceId);
      if (!isOpen(before.status)) continue;
      const due = await this.ledger.movedBy(tx, reference, accounts.receivable(userId), 'USD');
      const last = uses.findLast((use) => use.reference === reference)!;
      const key = nextKey(last.idempotencyKey);
      const amount = credit < due ? credit : due;
      paid.push({ before, after: await this.invoices.settle(tx, { invoiceId, amount, from: account, key, by }) });
    }
    return paid;
  }

  /** A void invoice gave credit for what was paid on it, and some of that was undone since: nothing is owed on it, and the credit goes. */
  private async undoVoidCredit(tx: EntityManager, { id, userId, status }: InvoiceState): Promise<void> {
    if (status !== 'void') return;
    const reference = referenceOf(id);
    const undone = await this.ledger.movedBy(tx, reference, accounts.receivable(userId), 'USD');
    if (undone <= 0n) return;
    const { receivable, credit } = accounts;
    const round = (await this.ledger.about(tx, reference)).length;
    await this.ledger.post(tx, {
      kind: 'payment',
      reference,
      idempotencyKey: `invoice-void-credit-undone:${id}:${round}`,
      postings: [usd(credit(userId), undone), usd(receivable(userId), -undone)],
    });
  }
}

const invoiceIdOf = (reference: string): string | null =>
  reference.startsWith(REFERENCE_PREFIX) ? reference.slice(REFERENCE_PREFIX.length) : null;
