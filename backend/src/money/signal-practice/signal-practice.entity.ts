import { defineEntity, p } from '@mikro-orm/core';
import { MIN_MEMBERS } from '../club-share/index.js';
import { followReasons, slippageReasons } from './signal-practice.types.js';

const count = () => p.integer().nullable();
const time = () => p.datetime().nullable();
const amount = () => p.decimal('string').columnType('numeric').nullable();

/** How the club's own account and the members traded the signals, computed by a job. One row. */
export const SignalPracticeSchema = defineEntity({
  name: 'SignalPractice',
  tableName: 'signal_practice',
  properties: {
    /** Always 1. */
    id: p.smallint().primary().autoincrement(false),
    computedAt: p.datetime(),
    /** The user whose accounts the follow rate is about; null: none was named, or an earlier version computed it. */
    managerId: p.uuid().nullable(),
    /** Null: the follow rate is known, and all of its columns are set. */
    followUnknown: p.enum(followReasons).nullable(),
    filled: count(),
    followed: count(),
    tooSmall: count(),
    unsized: count(),
    notEntered: count(),
    outside: count(),
    followFrom: time(),
    followTo: time(),
    slippageUnknown: p.enum(slippageReasons).nullable(),
    /** Never below ten: fewer could be recognised. */
    members: count(),
    signals: count(),
    observations: count(),
    median: amount(),
    p10: amount().name('p10'),
    p90: amount().name('p90'),
    slippageFrom: time(),
    slippageTo: time(),
  },
  checks: [
    { name: 'signal_practice_id_check', expression: `"id" = 1` },
    { name: 'signal_practice_members_check', expression: `"members" >= ${MIN_MEMBERS}` },
    {
      name: 'signal_practice_slippage_check',
      expression:
        `num_nonnulls("slippage_unknown", "members") = 1 and num_nonnulls("members", "signals", "observations", "median", "p10", ` +
        `"p90", "slippage_from", "slippage_to") in (0, 8)`,
    },
    {
      name: 'signal_practice_follow_check',
      expression:
        `num_nonnulls("follow_unknown", "filled") = 1 and num_nonnulls("filled", "followed", "too_small", "unsized", "not_entered", ` +
        `"outside", "follow_from", "follow_to") in (0, 8)`,
    },
    {
      name: 'signal_practice_filled_check',
      expression: `"filled" = "followed" + "too_small" + "unsized" + "not_entered" and "filled" > 0`,
    },
  ],
});
