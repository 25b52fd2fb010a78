import { defineEntity, p } from '@mikro-orm/core';

/** Used weight by window of a venue's clock, without Redis. Unlogged: after a crash the venue's own count corrects it. */
const BudgetWindowSchema = defineEntity({
  name: 'BudgetWindow',
  tableName: 'exchange_budget_windows',
  properties: {
    /** Our egress address. */
    address: p.text().primary(),
    venue: p.text().primary(),
    scope: p.text().primary(),
    windowMs: p.integer().primary(),
    /** Whole windows since 1970. */
    number: p.bigint('string').primary(),
    weightLimit: p.integer(),
    taken: p.integer().default(0),
    spilled: p.integer().default(0),
    underWay: p.integer().default(0),
    seen: p.integer().default(0),
    held: p.integer().default(0),
    backfill: p.integer().default(0),
    endsAt: p.datetime(),
    /** When the row may be deleted. */
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'exchange_budget_windows_expires_index', properties: ['expiresAt'] }],
});
export class BudgetWindow extends BudgetWindowSchema.class {}
BudgetWindowSchema.setClass(BudgetWindow);

/** The next free slot of limits that are spent evenly. Unlogged, too. */
const BudgetPaceSchema = defineEntity({
  name: 'BudgetPace',
  tableName: 'exchange_budget_paces',
  properties: {
    address: p.text().primary(),
    venue: p.text().primary(),
    scope: p.text().primary(),
    freeAt: p.datetime(),
  },
  indexes: [{ name: 'exchange_budget_paces_free_index', properties: ['freeAt'] }],
});
export class BudgetPace extends BudgetPaceSchema.class {}
BudgetPaceSchema.setClass(BudgetPace);

/** Cooldowns by scope, `*` being the whole venue. Logged, because calls during a ban extend it. */
const BudgetClosingSchema = defineEntity({
  name: 'BudgetClosing',
  tableName: 'exchange_budget_closings',
  properties: {
    address: p.text().primary(),
    venue: p.text().primary(),
    scope: p.text().primary(),
    until: p.datetime(),
  },
});
export class BudgetClosing extends BudgetClosingSchema.class {}
BudgetClosingSchema.setClass(BudgetClosing);

export const budgetEntities = [BudgetWindowSchema, BudgetPaceSchema, BudgetClosingSchema] as const;
