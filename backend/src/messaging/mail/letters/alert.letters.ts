import { z } from 'zod';
import { Decimal } from '../../../platform/domain/index.js';
import { translated } from './mail-texts.settings.js';

const decimal = z.string().regex(/^\d+(\.\d+)?$/);
/** `price`: the high or low of the one-minute candle that opened at `at`. `percent`: of an alert about a signal. */
const crossing = z.object({ symbol: z.string(), level: decimal, percent: decimal.nullable(), price: decimal, at: z.iso.datetime() });

const PATH = '/#/alerts';
type AlertLetter =
  'alert-rose' | 'alert-fell' | 'alert-near-entry' | 'alert-near-stop' | 'alert-long-near-liquidation' | 'alert-short-near-liquidation';
const ofAlert = (id: `mail.${AlertLetter}`) =>
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

/** `drawdown`: a fraction below 0, of the account's highest value, at the reading `at`. */
const fall = z.object({ percent: decimal, drawdown: z.string().regex(/^-?\d+(\.\d+)?$/), at: z.iso.datetime() });
const deposit = z.object({ coin: z.string(), amount: decimal, network: z.string(), at: z.iso.datetime() });

/** To members, about alerts that they set. */
export const alertLetters = {
  'alert-rose': ofAlert('mail.alert-rose'),
  'alert-fell': ofAlert('mail.alert-fell'),
  'alert-near-entry': ofAlert('mail.alert-near-entry'),
  'alert-near-stop': ofAlert('mail.alert-near-stop'),
  'alert-long-near-liquidation': ofAlert('mail.alert-long-near-liquidation'),
  'alert-short-near-liquidation': ofAlert('mail.alert-short-near-liquidation'),
  'alert-drawdown': translated('mail.alert-drawdown', fall, PATH, {
    kind: 'alert',
    values: ({ percent, drawdown, at }, format) => ({
      percent: format.decimal(percent),
      fall: format.decimal(new Decimal(drawdown).times(-100).toDecimalPlaces(2).toFixed()),
      at: format.moment(at),
    }),
  }),
  'alert-deposit': translated('mail.alert-deposit', deposit, PATH, {
    kind: 'alert',
    values: ({ coin, amount, network, at }, format) => ({
      amount: format.isolate(`${format.decimal(amount)} ${coin}`),
      network: format.isolate(network),
      at: format.moment(at),
    }),
  }),
} as const;
