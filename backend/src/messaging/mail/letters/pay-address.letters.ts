import { z } from 'zod';
import type { Letter } from './letter.types.js';
import { translated } from './mail-texts.settings.js';

const data = z.object({
  target: z.enum(['btc', 'usdt-trc20', 'bitcoin-account', 'tron-pool']),
  /** An address, or the identifier of an account or a pool. */
  value: z.string().max(100),
  at: z.iso.datetime(),
});
/** The choices within the texts. */
const selectors = { btc: 'btc', 'usdt-trc20': 'usdt', 'bitcoin-account': 'account', 'tron-pool': 'pool' } as const;

const PATH = '/#/admin/pay-addresses';
const more: Pick<Letter<typeof data>, 'values'> = {
  values: ({ target, value, at }, { isolate, moment }) => ({ target: selectors[target], value: isolate(value), at: moment(at) }),
};

/** To those in the team who see payments. */
export const payAddressLetters = {
  'pay-address-announced': translated('mail.pay-address-announced', data, PATH, more),
  'pay-address-scheduled': translated('mail.pay-address-scheduled', data, PATH, more),
  'pay-address-withdrawn': translated('mail.pay-address-withdrawn', data, PATH, more),
} as const;
