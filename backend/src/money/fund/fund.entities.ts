import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { ExchangeAccount } from '../../trading/exchange-accounts/index.js';
import { User } from '../../club/users/index.js';
import { Invoice } from '../invoices/index.js';
import { settlementItems } from './redemption-life.rules.js';

/** `signed`: waits for an admin. `starting`: waits for the value of the account at the start. */
export const mandateStates = ['signed', 'declined', 'starting', 'active', 'ended'] as const;
export type MandateState = (typeof mandateStates)[number];
/** The unique index that allows a member one mandate that has not ended. */
export const ONE_OPEN_MANDATE = 'fund_mandates_open_unique';

export const fundFeeKinds = ['management', 'performance'] as const;
export type FundFeeKind = (typeof fundFeeKinds)[number];

/** The index of requests that are neither cancelled nor settled. */
const OPEN_REDEMPTIONS = 'fund_redemptions_open_index';

const amount = () => p.decimal('string').columnType('numeric');
const admin =
  <C extends string>(column: C) =>
  () =>
    p.manyToOne(User).name(column).mapToPk().deleteRule('set null').updateRule('no action').nullable();

const FundMandateSchema = defineEntity({
  name: 'FundMandate',
  tableName: 'fund_mandates',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk(),
    /** The account that it is about; null once it was deleted. */
    accountId: () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    state: p.enum(mandateStates),
    termsVersion: p.string().length(20),
    /** SHA-256 of the text that was signed, in hexadecimal digits. */
    textSha256: p.string().length(64).name('text_sha256'),
    /** As the client typed it; null once their personal data is deleted. */
    signedName: p.string().length(201).nullable(),
    signedAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    declineReason: p.string().length(500).nullable(),
    /** The first 00:00 UTC at or after the countersignature. */
    startsAt: p.datetime().nullable(),
    /** The value of the account at the start, fixed once it is known. */
    openingEquity: amount().nullable(),
    endedAt: p.datetime().nullable(),
    /** When admins were told of valuations that are missing for seven days; null while there are none. */
    waitingToldAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'fund_mandates_start_check', expression: `("state" in ('starting', 'active', 'ended')) = ("starts_at" is not null)` },
    { name: 'fund_mandates_opening_check', expression: `("state" in ('active', 'ended')) = ("opening_equity" is not null)` },
    { name: 'fund_mandates_decided_check', expression: `("state" = 'signed') = ("decided_at" is null)` },
    { name: 'fund_mandates_end_check', expression: `("state" = 'ended') = ("ended_at" is not null)` },
  ],
  uniques: [
    {
      name: ONE_OPEN_MANDATE,
      expression:
        `create unique index "${ONE_OPEN_MANDATE}" on "fund_mandates" ("user_id") ` + `where "state" in ('signed', 'starting', 'active')`,
    },
  ],
  indexes: [
    { name: 'fund_mandates_state_index', properties: ['state', 'signedAt', 'id'] },
    { name: 'fund_mandates_user_index', properties: ['userId', 'signedAt'] },
    { name: 'fund_mandates_account_index', properties: ['accountId'] },
  ],
});
export class FundMandate extends FundMandateSchema.class {}
FundMandateSchema.setClass(FundMandate);

const mandate = () => p.manyToOne(FundMandate).name('mandate_id').mapToPk().primary().deleteRule('no action').updateRule('no action');

/** What a client asked to leave with. How it is judged follows from the terms and the account (docs/fund-fees.md). */
const FundRedemptionSchema = defineEntity({
  name: 'FundRedemption',
  tableName: 'fund_redemptions',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    mandateId: () => p.manyToOne(FundMandate).name('mandate_id').mapToPk().deleteRule('no action').updateRule('no action'),
    requestedAt: p.datetime(),
    /** Null: everything. */
    amount: amount().nullable(),
    cancelledAt: p.datetime().nullable(),
    acknowledgedAt: p.datetime().nullable(),
    acknowledgedBy: admin('acknowledged_by'),
    settledAt: p.datetime().nullable(),
    settledBy: admin('settled_by'),
  },
  checks: [
    { name: 'fund_redemptions_amount_check', expression: '"amount" > 0' },
    { name: 'fund_redemptions_settled_check', expression: '"settled_at" is null or "cancelled_at" is null' },
  ],
  indexes: [
    { name: 'fund_redemptions_mandate_index', properties: ['mandateId', 'requestedAt', 'id'] },
    {
      name: OPEN_REDEMPTIONS,
      expression:
        `create index "${OPEN_REDEMPTIONS}" on "fund_redemptions" ("requested_at", "id") ` +
        `where "settled_at" is null and "cancelled_at" is null`,
    },
  ],
});
class FundRedemption extends FundRedemptionSchema.class {}
FundRedemptionSchema.setClass(FundRedemption);

/**
 * What is done before a redemption is settled: a row for each item that an admin ticked, and one for each that the system checked when it
 * was settled.
 */
const FundSettlementTickSchema = defineEntity({
  name: 'FundSettlementTick',
  tableName: 'fund_settlement_ticks',
  properties: {
    redemptionId: () =>
      p.manyToOne(FundRedemption).name('redemption_id').mapToPk().primary().deleteRule('no action').updateRule('no action'),
    item: p.enum(settlementItems).primary(),
    tickedAt: p.datetime(),
    /** Null: the system checked it, or the admin's account was deleted. */
    tickedBy: admin('ticked_by'),
  },
});

/** A day of a mandate: the fee that accrued, or why it waits. Computed from the account's days; replaced where these change. */
const FundDaySchema = defineEntity({
  name: 'FundDay',
  tableName: 'fund_days',
  properties: {
    mandateId: mandate,
    day: p.date().primary(),
    /** Why it bears no fee yet; null: it has accrued. */
    waiting: p.enum(['missing', 'estimated'] as const).nullable(),
    equity: amount().nullable(),
    flow: amount(),
    paid: amount(),
    result: amount().nullable(),
    base: amount().nullable(),
    managementFee: amount(),
    profit: amount().nullable(),
    highWaterMark: amount(),
    owed: amount().nullable(),
  },
});

/** The figures of a mandate, as they were computed last. */
const FundResultSchema = defineEntity({
  name: 'FundResult',
  tableName: 'fund_results',
  properties: {
    mandateId: mandate,
    computedAt: p.datetime(),
    /** When the account's days were computed that it is from. */
    portfolioAt: p.datetime(),
    /** The last 00:00 UTC that counted. */
    untilAt: p.datetime(),
    /** At the last known valuation. */
    equity: amount(),
    owed: amount(),
    waitingDays: p.integer(),
    /** What `fund fees` answers (docs/fund-fees.md), but for the days. */
    answer: p.json<object>().lazy(),
  },
});

/**
 * Which invoice charged a fee. The amount never changes; the next invoice corrects it. Without an invoice nothing was charged, because
 * earlier invoices had charged too much: the amount is 0, and the difference lowers the next invoice.
 */
const FundInvoiceSchema = defineEntity({
  name: 'FundInvoice',
  tableName: 'fund_invoices',
  properties: {
    mandateId: mandate,
    kind: p.enum(fundFeeKinds).primary(),
    /** `2026-01`, or `2026-12-31`. */
    period: p.string().length(10).primary(),
    amount: amount(),
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().deleteRule('no action').updateRule('no action').unique().nullable(),
  },
  checks: [{ name: 'fund_invoices_amount_check', expression: `("invoice_id" is null and "amount" = 0) or "amount" > 0` }],
  triggers: appendOnly('fund_invoices'),
});

/** A fee of the figures above that is above zero and was not invoiced when they were computed: what a dry run sums and an order issues. */
const FundProposalSchema = defineEntity({
  name: 'FundProposal',
  tableName: 'fund_proposals',
  properties: {
    mandateId: mandate,
    kind: p.enum(fundFeeKinds).primary(),
    /** `2026-01`, or `2026-12-31`. */
    period: p.string().length(10).primary(),
    amount: amount(),
    /** Days of the period that wait for a valuation. */
    waitingDays: p.integer(),
  },
});

export const fundEntities = [
  FundMandateSchema,
  FundRedemptionSchema,
  FundSettlementTickSchema,
  FundDaySchema,
  FundResultSchema,
  FundProposalSchema,
  FundInvoiceSchema,
];
