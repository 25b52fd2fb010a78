import type { EntityManager } from '@mikro-orm/postgresql';
import type { IncomeKind } from '../ledger/index.js';

/** An invoice that payments on chain, or the member's credit, have just covered. */
export interface PaidInvoice {
  invoiceId: string;
  userId: string;
  kind: IncomeKind;
  /** Dollars, as a plain decimal. */
  total: string;
  /** Of the transfer that completed it; null: credit did. */
  txid: string | null;
}

/** What a paid invoice leads to elsewhere, in the transaction that books its payment. */
export abstract class PaidInvoiceListener {
  abstract onPaid(tx: EntityManager, invoice: PaidInvoice): Promise<void>;
}
