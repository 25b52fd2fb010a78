import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const decimal = z.string().regex(/^\d+(\.\d+)?$/);
/** `price`: the high or low of the one-minute candle that opened at `at`. `percent`: of an alert about a signal. */
const crossing = z.object({ symbol: z.string(), level: decimal, percent: decimal.nullable(), price: decimal, at: z.iso.datetime() });

const PATH = '/#/alerts';
const ofAlert = (id: 'mail.alert-rose' | 'mail.alert-fell' | 'mail.alert-near-entry' | 'mail.alert-near-stop') =>
  translated(id, crossing, PATH, {
    kind: 'alert',
    values: ({ symbol, level, percent, price, at }, format) => ({
      symbol: format.isolate(symbol),
      level: format.decimal(level),
      percent: format.decimal(percent ?? '0'),
      price: format.decimal(price),
      at: format.moment(at),
    }),
  });

/** To members, about alerts that they set. */
export const alertLetters = {
  'alert-rose': ofAlert('mail.alert-rose'),
  'alert-fell': ofAlert('mail.alert-fell'),
  'alert-near-entry': ofAlert('mail.alert-near-entry'),
  'alert-near-stop': ofAlert('mail.alert-near-stop'),
} as const;
