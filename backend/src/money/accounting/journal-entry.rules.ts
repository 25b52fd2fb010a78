import type { Currency, LedgerTransaction } from '../ledger/index.js';
import { chartAccount } from './chart-of-accounts.rules.js';

export interface EntryLine {
  /** Place in the chart of accounts. */
  account: string;
  currency: Currency;
  /** Scaled by 10^18; debits are positive. */
  amount: bigint;
}

/** A transaction of the ledger as accountants read it. */
export interface JournalEntry {
  id: string;
  at: Date;
  kind: LedgerTransaction['kind'];
  /** Number of the invoice it is about; of another record, its name in the ledger. */
  reference: string;
  memo: string;
  lines: EntryLine[];
}

/** Numbers of the invoice that a transaction is about. */
export interface InvoiceNumbers {
  invoice: string | null;
  creditNote: string | null;
}

const memos: readonly { key: RegExp; memo: (rest: string, numbers: InvoiceNumbers) => string }[] = [
  { key: /^invoice-issue:/, memo: () => 'Invoice issued' },
  { key: /^payment:(.+)$/, memo: (id) => `Payment ${id} compared by a person` },
  { key: /^chain-transfer:(.+):\d+$/, memo: (transfer) => `Payment on chain ${transfer}` },
  { key: /^chain-write-off:/, memo: () => 'Small difference written off' },
  { key: /^invoice-void:/, memo: (_, { creditNote }) => `Invoice voided${creditNote === null ? '' : ` by credit note ${creditNote}`}` },
  { key: /^invoice-credit:/, memo: () => 'Paid with credit' },
  { key: /^invoice-void-credit-undone:/, memo: () => 'Credit of the voided invoice taken back: its payment was undone' },
  { key: /^invoice-void-credit:/, memo: () => 'Payments of the voided invoice become credit' },
];

/** Returns a transaction as an entry of the journal. Members are ids: a saved file must not contain names that are erased later. */
export function journalEntry(transaction: LedgerTransaction, numbers: InvoiceNumbers): JournalEntry {
  const { id, at, kind, reference, postings } = transaction;
  return {
    id,
    at,
    kind,
    reference: numbers.invoice ?? reference,
    memo: memoOf(transaction, numbers),
    lines: postings.map(({ account, currency, amount }) => ({ account: chartAccount(account), currency, amount })),
  };
}

function memoOf({ idempotencyKey, reverses }: LedgerTransaction, numbers: InvoiceNumbers): string {
  const found = memos.find(({ key }) => key.test(idempotencyKey));
  const memo = found?.memo(found.key.exec(idempotencyKey)?.[1] ?? '', numbers);
  if (reverses === null) return memo ?? idempotencyKey;
  return memo === undefined ? `Reversal of ${reverses}` : `${memo}: reversal of ${reverses}`;
}
