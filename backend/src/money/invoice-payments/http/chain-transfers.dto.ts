import { z } from 'zod';
import { NotFound } from '../../../platform/domain/index.js';
import { scaled } from '../../../platform/domain/scaled.js';
import { chains, type Chain, type TransferKey } from '../../chain/index.js';
import { transferSorts } from '../chain-transfer-reader.repository.js';
import { attentions, transferStates } from '../invoice-payments.types.js';

const oneOf = <const T extends readonly string[]>(name: string, values: T) => z.enum(values, `${name} must be one of ${values.join(', ')}`);

/** Sorts and filters of `chain-transfers` in the console. */
export const transferListRules = {
  sortable: transferSorts,
  filters: {
    state: oneOf('state', transferStates),
    attention: oneOf('attention', ['needed', ...attentions]),
    chain: oneOf('chain', chains),
    q: z.string('q must be text').trim().min(1, 'q must not be empty').max(100, 'q is too long'),
  },
};

const transferKey = new RegExp(`^(${chains.join('|')}):([0-9a-f]{64}):(0|[1-9]\\d{0,8})$`);

/** Parses an id such as `tron:158a…27:0`; null for any other text, which no payment has. */
export const transferIdOrNull = z.string().transform((text): TransferKey | null => {
  const [, chain, txid, index] = transferKey.exec(text.toLowerCase()) ?? [];
  return txid === undefined ? null : { chain: chain as Chain, txid, index: Number(index) };
});

/** The same; any other text is a 404, as an unknown id is. */
export const transferIdParam = transferIdOrNull.transform(existing);

export function existing(key: TransferKey | null): TransferKey {
  if (key === null) throw new NotFound('payment on chain');
  return key;
}

const invoiceNumber = z
  .string('Enter the number of an invoice')
  .trim()
  .toUpperCase()
  .min(1, 'Enter the number of an invoice')
  .max(40, 'An invoice has no number this long');

/** GET /admin/chain-transfers/{id}/booking */
export const previewQuery = z.object({ invoice: invoiceNumber });

/** POST /admin/chain-transfers/{id}/book */
export const bookBody = z.strictObject({
  invoice: invoiceNumber,
  value: z
    .string('value must be the value of the preview, as text')
    .regex(/^\d{1,15}(\.\d{1,18})?$/, 'value must be a plain decimal')
    .transform(scaled),
});

/** POST /admin/chain-transfers/{id}/return and /dismiss */
export const closeBody = z.strictObject({
  note: z.string('Say what was done').trim().min(5, 'A note needs at least 5 characters').max(500, 'A note can have up to 500 characters'),
});
