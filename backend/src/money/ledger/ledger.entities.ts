import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { currencies } from './postings.rules.js';

export const transactionKinds = ['invoice', 'payment', 'reversal'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** The unique index that allows one reversal of a transaction. */
export const ONE_REVERSAL = 'ledger_transactions_reverses_unique';

/** Fires at commit, when all postings of a transaction are there (ledger_check_transaction in the migration). */
const balanced = (table: string) => ({
  name: `${table}_balanced`,
  timing: 'after' as const,
  events: ['insert' as const],
  expression:
    `create constraint trigger "${table}_balanced" after insert on "${table}" deferrable initially deferred ` +
    'for each row execute function "ledger_check_transaction"()',
});

const LedgerTransactionSchema = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transactions',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    kind: p.enum(transactionKinds),
    /** The record it is about, such as `invoice:{id}`. */
    reference: p.string().length(100),
    idempotencyKey: p.string().length(200).unique(),
    at: p.datetime(),
    /** The number of its postings, so that none can be added later. */
    postingCount: p.integer(),
    /** The transaction that this one undoes. */
    reversesId: () => p.manyToOne(LedgerTransaction).name('reverses_id').mapToPk().deleteRule('no action').nullable(),
  },
  checks: [{ name: 'ledger_transactions_reversal_check', expression: `("kind" = 'reversal') = ("reverses_id" is not null)` }],
  uniques: [{ name: ONE_REVERSAL, properties: ['reversesId'] }],
  indexes: [
    { name: 'ledger_transactions_at_index', properties: ['at', 'id'] },
    { name: 'ledger_transactions_reference_index', properties: ['reference', 'id'] },
  ],
  triggers: [...appendOnly('ledger_transactions'), balanced('ledger_transactions')],
});

const LedgerPostingSchema = defineEntity({
  name: 'LedgerPosting',
  tableName: 'ledger_postings',
  properties: {
    transactionId: () => p.manyToOne(LedgerTransaction).name('transaction_id').mapToPk().primary(),
    /** From 1 within the transaction. */
    line: p.smallint().primary().autoincrement(false),
    /** See accounts.rules.ts. */
    account: p.string().length(160),
    currency: p.enum(currencies),
    /** Positive: debit, negative: credit. */
    amount: p.decimal('string').precision(38).scale(18),
  },
  checks: [{ name: 'ledger_postings_amount_check', expression: '"amount" <> 0' }],
  indexes: [{ name: 'ledger_postings_account_index', properties: ['account', 'currency', 'transactionId'] }],
  triggers: [...appendOnly('ledger_postings'), balanced('ledger_postings')],
});

/** A transaction of the double-entry ledger. Its postings add up to zero in every currency; rows never change. */
export class LedgerTransaction extends LedgerTransactionSchema.class {}
LedgerTransactionSchema.setClass(LedgerTransaction);

export const moneyLedgerEntities = [LedgerTransactionSchema, LedgerPostingSchema];
