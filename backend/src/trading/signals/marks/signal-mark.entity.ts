import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../../club/users/index.js';

export const stances = ['taken', 'passed'] as const;
export type Stance = (typeof stances)[number];

const figure = () => p.decimal('string').precision(38).scale(18).nullable();

/** Whether a member took a signal, as they say. One row per member and signal. Their synced trades are the truth about figures. */
export const SignalMarkSchema = defineEntity({
  name: 'SignalMark',
  tableName: 'signal_marks',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** No foreign key: signals are never removed, and each check would lock the signal's row. */
    signalId: p.uuid().primary(),
    stance: p.enum(stances),
    /** Of a signal that was taken; optional. */
    entryPrice: figure(),
    /** In the base currency. */
    quantity: figure(),
    markedAt: p.datetime(),
  },
  checks: [
    {
      name: 'signal_marks_figures_check',
      expression: `"stance" = 'taken' or num_nonnulls("entry_price", "quantity") = 0`,
    },
    { name: 'signal_marks_positive_check', expression: `"entry_price" > 0 and "quantity" > 0` },
  ],
});
