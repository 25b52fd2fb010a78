import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { payTargets } from './pay-address.rules.js';

/** The unique index that leaves one change of a target open. */
export const ONE_OPEN_CHANGE = 'pay_address_changes_open_unique';

/** Where payments go, and every change of it (pay-address.rules.ts). */
export const PayAddressChangeSchema = defineEntity({
  name: 'PayAddressChange',
  tableName: 'pay_address_changes',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    target: p.enum(payTargets),
    value: p.text(),
    announcedAt: p.datetime(),
    firstApprovedBy: () => p.manyToOne(User).name('first_approved_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    firstApprovedAt: p.datetime().nullable(),
    approvedBy: () => p.manyToOne(User).name('approved_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    approvedAt: p.datetime().nullable(),
    effectiveAt: p.datetime().nullable(),
    withdrawnAt: p.datetime().nullable(),
    /** Null also where the setting was changed again. */
    withdrawnBy: () => p.manyToOne(User).name('withdrawn_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    /** A keyed hash of the row that is or becomes effective: whoever can write to the database alone cannot redirect payments. */
    mac: p.blob().nullable(),
  },
  checks: [
    { name: 'pay_address_changes_two_people_check', expression: '"first_approved_by" <> "approved_by"' },
    { name: 'pay_address_changes_mac_check', expression: '("effective_at" is null) = ("mac" is null)' },
  ],
  indexes: [{ name: 'pay_address_changes_announced_index', properties: ['announcedAt'] }],
  uniques: [
    {
      name: ONE_OPEN_CHANGE,
      expression:
        `create unique index "${ONE_OPEN_CHANGE}" on "pay_address_changes" ("target") ` +
        'where "effective_at" is null and "withdrawn_at" is null',
    },
  ],
  triggers: appendOnly('pay_address_changes').filter(({ events }) => events[0] === 'delete'),
});
