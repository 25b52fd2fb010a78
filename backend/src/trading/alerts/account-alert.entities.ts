import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { accountAlertKinds, readingKinds } from './account-alert.types.js';

const amount = () => p.decimal('string').columnType('numeric').nullable();
const percent = () => p.decimal('string').precision(4).scale(2).nullable();

const AccountAlertSchema = defineEntity({
  name: 'AccountAlert',
  tableName: 'account_alerts',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    kind: p.enum(accountAlertKinds).primary(),
    percent: percent(),
    /** Of `drawdown`; true of the others. */
    isArmed: p.boolean(),
    /** Deposits from here on count, and those that were on their way then. */
    startedAt: p.datetime(),
    pendingDeposits: p.json<string[]>().defaultRaw(`'[]'`),
    /** The reading up to which it was evaluated; null: none since it was set. */
    checkedAt: p.datetime().nullable(),
    firedAt: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'account_alerts_percent_check',
      expression: `("percent" is null) = ("kind" = 'deposit') and ("percent" is null or "percent" > 0)`,
    },
  ],
});

/** An alert about a member's own account, one of each kind. */
export class AccountAlert extends AccountAlertSchema.class {}
AccountAlertSchema.setClass(AccountAlert);

const AccountAlertFiringSchema = defineEntity({
  name: 'AccountAlertFiring',
  tableName: 'account_alert_firings',
  properties: {
    /** UUID version 7: the list is in its order. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    kind: p.enum(readingKinds),
    /** The deposit, or the reading that found the drawdown. */
    key: p.text(),
    percent: percent(),
    drawdown: amount(),
    coin: p.text().nullable(),
    amount: amount(),
    network: p.text().nullable(),
    at: p.datetime(),
    firedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'account_alert_firings_facts_check',
      expression:
        `("percent" is not null) = ("kind" = 'drawdown') and ("drawdown" is not null) = ("kind" = 'drawdown') ` +
        `and ("coin" is not null) = ("kind" = 'deposit') and ("amount" is not null) = ("kind" = 'deposit')`,
    },
  ],
  uniques: [{ name: 'account_alert_firings_key_unique', properties: ['user', 'kind', 'key'] }],
  indexes: [
    { name: 'account_alert_firings_user_index', properties: ['user', 'id'] },
    { name: 'account_alert_firings_fired_index', properties: ['firedAt'] },
  ],
});

/** What a reading of an account fired. Never changed. */
export class AccountAlertFiring extends AccountAlertFiringSchema.class {}
AccountAlertFiringSchema.setClass(AccountAlertFiring);

export const accountAlertEntities = [AccountAlertSchema, AccountAlertFiringSchema] as const;
