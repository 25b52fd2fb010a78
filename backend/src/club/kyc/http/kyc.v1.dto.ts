import { z } from 'zod';
import type { Membership } from '../../../platform/domain/index.js';
import { MEBIBYTE, type FileRule } from '../../../platform/http/index.js';
import type { Venue } from '../../../trading/venues/index.js';
import { readKycForm } from '../kyc.form.js';

const text = z.string('This field must be text').optional();
const raw = z.object({
  address: text,
  userType: text,
  platform: text,
  apiKey: text,
  secretKey: text,
  passphrase: text,
  userName: text,
  password: text,
});

/** The text fields of POST /createkyc, by the rules of the member's membership; `offered`: the exchanges to choose from. */
export function kycFields(membership: Membership, offered: readonly Venue[]) {
  return raw.transform((fields, context) => {
    const read = readKycForm(membership, offered, fields);
    if ('form' in read) return read.form;
    for (const { field, message } of read.problems) context.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  });
}

export const kycFiles = {
  idCard: { maxBytes: 10 * MEBIBYTE, required: true, label: 'The picture of your identity card' },
  proofOfAddress: { maxBytes: 10 * MEBIBYTE, required: true, label: 'Your proof of address' },
} satisfies Record<string, FileRule>;

/** POST /me/kyc/document: the one file that was asked for. */
export const askedFiles = {
  idCard: { ...kycFiles.idCard, required: false },
  proofOfAddress: { ...kycFiles.proofOfAddress, required: false },
} satisfies Record<string, FileRule>;

export const noFields = z.object({});
