import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { markets, venues } from '../venues/index.js';
import { ways } from './alert.rules.js';
import { alertKinds, alertStates, endReasons } from './alert.types.js';

const price = () => p.decimal('string').precision(38).scale(18);
const member = () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade');

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    user: member,
    kind: p.enum(alertKinds),
    venue: p.enum(venues),
    market: p.enum(markets),
    base: p.string().length(20),
    quote: p.string().length(20),
    /** Of a kind about a signal. Signals are never removed. */
    signalId: p.uuid().nullable(),
    level: price(),
    /** Null: from both sides, within `percent` of the level. */
    way: p.enum(ways).nullable(),
    percent: p.decimal('string').precision(4).scale(2).nullable(),
    /** The contract and side of a position, as its account lists them. */
    positionSymbol: p.text().nullable(),
    positionSide: p.text().nullable(),
    repeats: p.boolean(),
    state: p.enum(alertStates).default('active'),
    endReason: p.enum(endReasons).nullable(),
    isArmed: p.boolean(),
    lastPrice: price().nullable(),
    /** A whole minute: the candles from here on are not evaluated yet. */
    checkedTo: p.datetime(),
    uncheckedFrom: p.datetime().nullable(),
    uncheckedTo: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    firedAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'alerts_level_check', expression: `"level" > 0` },
    {
      name: 'alerts_terms_check',
      expression:
        `("way" is not null) = ("kind" in ('price', 'liquidation')) and ("percent" is null) = ("kind" = 'price') ` +
        `and ("signal_id" is not null) = ("kind" in ('signal-entry', 'signal-stop')) ` +
        `and ("position_symbol" is not null) = ("kind" = 'liquidation') and ("position_side" is not null) = ("kind" = 'liquidation')`,
    },
    { name: 'alerts_end_check', expression: `("state" = 'ended') = ("end_reason" is not null)` },
  ],
  indexes: [
    { name: 'alerts_user_index', properties: ['user', 'id'] },
    {
      name: 'alerts_position_unique',
      expression:
        `create unique index "alerts_position_unique" on "alerts" ("user_id", "position_symbol", "position_side") ` +
        `where "kind" = 'liquidation' and "state" = 'active'`,
    },
    {
      name: 'alerts_due_index',
      expression: `create index "alerts_due_index" on "alerts" ("venue", "market", "base", "quote", "id") where "state" = 'active'`,
    },
  ],
});

/** A price that a member wants to be told about. */
export class Alert extends AlertSchema.class {}
AlertSchema.setClass(Alert);

const AlertFiringSchema = defineEntity({
  name: 'AlertFiring',
  tableName: 'alert_firings',
  properties: {
    /** UUID version 7: the list is in its order. */
    id: p.uuid().primary(),
    alert: () => p.manyToOne(Alert).name('alert_id').mapToPk().deleteRule('cascade'),
    user: member,
    /** When the candle opened. */
    minute: p.datetime(),
    way: p.enum(ways),
    level: price(),
    high: price(),
    low: price(),
    firedAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'alert_firings_minute_unique', properties: ['alert', 'minute'] }],
  indexes: [
    { name: 'alert_firings_user_index', properties: ['user', 'id'] },
    { name: 'alert_firings_fired_index', properties: ['firedAt'] },
  ],
});

/** One crossing of an alert's level. Never changed. */
export class AlertFired extends AlertFiringSchema.class {}
AlertFiringSchema.setClass(AlertFired);

export const alertEntities = [AlertSchema, AlertFiringSchema] as const;
