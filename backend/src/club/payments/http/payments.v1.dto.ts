import { z } from 'zod';
import type { Membership } from '../../../platform/domain/index.js';
import { MEBIBYTE, type FileRule } from '../../../platform/http/index.js';
import { readPaymentForm } from '../payment.form.js';

const text = z.string('This field must be text').optional();
const raw = z.object({ membership: text, amount: text, txid: text });

/** The text fields of POST /createpayment, by the member's membership and its fee. */
export function paymentFields(membership: Membership, fee: string) {
  return raw.transform((fields, context) => {
    const read = readPaymentForm(membership, fee, fields);
    if ('form' in read) return read.form;
    for (const { field, message } of read.problems) context.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  });
}

export const paymentFiles = {
  proofOfPayment: { maxBytes: 10 * MEBIBYTE, required: true, label: 'Your proof of payment' },
} satisfies Record<string, FileRule>;
