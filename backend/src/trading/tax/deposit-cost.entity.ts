import { defineEntity, p } from '@mikro-orm/core';
import { ExchangeAccount } from '../exchange-accounts/index.js';

/** What a member says the coins of a deposit cost. */
const DepositCostSchema = defineEntity({
  name: 'DepositCost',
  tableName: 'tax_deposit_costs',
  properties: {
    accountId: () => p.manyToOne(ExchangeAccount).name('account_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    depositId: p.text().primary(),
    /** Of all coins of the deposit, in USDT. */
    cost: p.decimal('string').columnType('numeric'),
    /** UTC day on which the coins were acquired; null: the day of the deposit. */
    acquiredOn: p.date().nullable(),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});
export class DepositCost extends DepositCostSchema.class {}
DepositCostSchema.setClass(DepositCost);
export { DepositCostSchema };
