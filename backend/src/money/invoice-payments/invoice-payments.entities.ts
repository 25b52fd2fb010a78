import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { User } from '../../club/users/index.js';
import { Invoice } from '../invoices/index.js';
import { chains, secondOpinions } from '../chain/index.js';
import { attentions, resolutions, transferStates, type RateSource } from './invoice-payments.types.js';

/** The unique index that gives an invoice one address of its own on each chain. */
export const ONE_ADDRESS_A_CHAIN = 'receiving_addresses_invoice_unique';

const rejectReasons = ['wrong-contract', 'reverted', 'no-value'] as const;
/** Satoshi or 10^-6 USDT. */
const units = () => p.decimal('string').precision(38).scale(0);
const usd = () => p.decimal('string').precision(38).scale(18);
const neverDeleted = (table: string) => appendOnly(table).filter(({ events }) => events[0] === 'delete');

/** An address that receives payments. Every address that was ever shown is read for good: an invoice can always be paid late. */
const ReceivingAddressSchema = defineEntity({
  name: 'ReceivingAddress',
  tableName: 'receiving_addresses',
  properties: {
    chain: p.enum(chains).primary(),
    address: p.string().length(100).primary(),
    /** Null: invoices share the address, and amounts tell them apart. */
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().deleteRule('no action').nullable(),
    /** The account it was derived from (accountId of receiving-address.rules.ts), and its position. */
    account: p.string().length(16).nullable(),
    accountIndex: p.integer().nullable(),
    /** Of an address of TRON's pool: when its present invoice got it. */
    createdAt: p.datetime(),
    nextReadAt: p.datetime(),
    /** When the chain was last read completely; null: not yet. */
    readAt: p.datetime().nullable(),
    /** The chain cannot be read since then. */
    failingSince: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'receiving_addresses_owner_check',
      expression: '("account" is null) = ("account_index" is null) and ("account" is null or "invoice_id" is not null)',
    },
  ],
  uniques: [
    {
      name: ONE_ADDRESS_A_CHAIN,
      expression:
        `create unique index "${ONE_ADDRESS_A_CHAIN}" on "receiving_addresses" ("invoice_id", "chain") ` + 'where "invoice_id" is not null',
    },
    { name: 'receiving_addresses_account_unique', properties: ['account', 'accountIndex'] },
  ],
  indexes: [{ name: 'receiving_addresses_next_read_index', properties: ['nextReadAt'] }],
  triggers: neverDeleted('receiving_addresses'),
});

/** The next position of each account. */
const AddressCounterSchema = defineEntity({
  name: 'AddressCounter',
  tableName: 'address_counters',
  properties: { account: p.string().length(16).primary(), next: p.integer() },
  triggers: neverDeleted('address_counters'),
});

/** A rate that was locked for an invoice. */
const PaymentQuoteSchema = defineEntity({
  name: 'PaymentQuote',
  tableName: 'payment_quotes',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().deleteRule('no action'),
    chain: p.enum(chains),
    address: p.string().length(100),
    usd: usd(),
    /** Dollars a coin. */
    rate: usd(),
    units: units(),
    /** Identifies the invoice on a shared address; null on an address of its own. */
    tag: p.smallint().nullable(),
    sources: p.json<RateSource[]>(),
    openedAt: p.datetime(),
    endsAt: p.datetime(),
    /** The chain could not be read when the quote ended. */
    outageAtEnd: p.boolean().default(false),
  },
  indexes: [
    { name: 'payment_quotes_invoice_index', properties: ['invoiceId', 'openedAt'] },
    { name: 'payment_quotes_address_index', properties: ['chain', 'address', 'endsAt'] },
  ],
  triggers: neverDeleted('payment_quotes'),
});

/** A payment on chain to one of our addresses, with all that its readings have shown. */
const ChainTransferSchema = defineEntity({
  name: 'ChainTransfer',
  tableName: 'chain_transfers',
  properties: {
    chain: p.enum(chains).primary(),
    txid: p.string().length(64).primary(),
    /** Output of a Bitcoin transaction, or position of the log in a TRON receipt. */
    position: p.integer().primary().autoincrement(false),
    address: p.string().length(100),
    /** Null: it matches no invoice. */
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().deleteRule('no action').nullable(),
    units: units(),
    state: p.enum(transferStates),
    confirmations: p.integer(),
    block: p.string().length(100).nullable(),
    blockTime: p.datetime().nullable(),
    rejected: p.enum(rejectReasons).nullable(),
    firstSeenAt: p.datetime(),
    readAt: p.datetime(),
    missingSince: p.datetime().nullable(),
    /** Of a second source about a large payment; null: none was asked for. */
    secondOpinion: p.enum(secondOpinions).nullable(),
    /** What an admin has to look at. */
    attention: p.enum(attentions).nullable(),
    attentionAt: p.datetime().nullable(),
    /** What an admin did about it. Only a reorganisation puts it before the admins again. */
    resolution: p.enum(resolutions).nullable(),
    resolvedAt: p.datetime().nullable(),
    resolvedBy: () => p.manyToOne(User).name('resolved_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    /** In the admin's words. */
    resolutionNote: p.string().length(500).nullable(),
  },
  checks: [
    { name: 'chain_transfers_attention_time_check', expression: '("attention" is null) = ("attention_at" is null)' },
    { name: 'chain_transfers_resolution_time_check', expression: '("resolution" is null) = ("resolved_at" is null)' },
  ],
  indexes: [
    { name: 'chain_transfers_invoice_index', properties: ['invoiceId', 'firstSeenAt'] },
    { name: 'chain_transfers_address_index', properties: ['chain', 'address', 'firstSeenAt'] },
    // The list of the console.
    { name: 'chain_transfers_seen_index', properties: ['firstSeenAt', 'chain', 'txid', 'position'] },
    {
      name: 'chain_transfers_attention_index',
      expression: `create index "chain_transfers_attention_index" on "chain_transfers" ("attention_at") where "attention" is not null`,
    },
  ],
  triggers: neverDeleted('chain_transfers'),
});

export const invoicePaymentEntities = [ReceivingAddressSchema, AddressCounterSchema, PaymentQuoteSchema, ChainTransferSchema];
