import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';

const SignalReceiptSchema = defineEntity({
  name: 'SignalReceipt',
  tableName: 'signal_receipts',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** No foreign key: signals are never removed, and each check would lock the signal's row. */
    signalId: p.uuid().primary(),
    seenAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'signal_receipts_seen_index', properties: ['seenAt', 'signalId', 'user'] },
    { name: 'signal_receipts_user_index', properties: ['user', 'seenAt', 'signalId'] },
    { name: 'signal_receipts_signal_index', properties: ['signalId', 'seenAt', 'user'] },
  ],
});

/** When a member was first shown a signal. */
export class SignalReceipt extends SignalReceiptSchema.class {}
SignalReceiptSchema.setClass(SignalReceipt);
export { SignalReceiptSchema };
