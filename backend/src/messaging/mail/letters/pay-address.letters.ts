import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const data = z.object({
  target: z.enum(['btc', 'usdt-trc20', 'bitcoin-account']),
  /** An address, or the identifier of an account. */
  value: z.string().max(100),
  at: z.iso.datetime(),
});
/** The choices within the texts. */
const selectors = { btc: 'btc', 'usdt-trc20': 'usdt', 'bitcoin-account': 'account' } as const;

const letter = <const N extends 'announced' | 'scheduled' | 'withdrawn'>(what: N) =>
  translated(`mail.pay-address-${what}`, data, '/#/admin/pay-addresses', {
    values: ({ target, value, at }, { isolate, moment }) => ({ target: selectors[target], value: isolate(value), at: moment(at) }),
  });

/** To those in the team who see payments. */
export const payAddressLetters = {
  'pay-address-announced': letter('announced'),
  'pay-address-scheduled': letter('scheduled'),
  'pay-address-withdrawn': letter('withdrawn'),
} as const;
