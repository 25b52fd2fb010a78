import { createContext, useContext } from 'react';
import { exact, magnitude, money, signed } from '../../lib/format/decimal';
import { product } from '../../lib/format/product';
import { t } from '../../lib/i18n/texts';
import { currencyPlaces } from '../../lib/own-currency';
import type { ConversionWire } from '../../lib/wire/types';

/** The unit of every figure that the server sends, and of every file. */
export const BASE_UNIT = 'USDT';

/** How amounts of a screen are written. All of them take what the server sent: an amount in USDT. */
export interface Money {
  /** What stands beside an amount: USDT, or the code of the member's currency. */
  unit: string;
  /** Null: amounts are shown as they are. */
  conversion: ConversionWire | null;
  /** The unrounded amount in the unit, as decimal text. */
  convert: (value: string) => string;
  /** The amount with the decimals of the unit. Unknown is a dash. */
  text: (value: string | null | undefined) => string;
  /** The same with its sign: "+1 240.00". */
  signedText: (value: string) => string;
  /** Every digit that the server sent, in USDT. */
  exactly: (value: string) => string;
}

export function moneyOf(conversion: ConversionWire | null): Money {
  const convert = (value: string) => (conversion ? product(value, conversion.rate) : value);
  const places = conversion ? currencyPlaces(conversion.currency) : 2;
  const text = (value: string | null | undefined) => money(value == null ? value : convert(value), places);
  return {
    unit: conversion?.currency ?? BASE_UNIT,
    conversion,
    convert,
    text,
    signedText: (value) => signed(value, text(magnitude(value))),
    exactly: (value) => (conversion ? t('currency.amount', { amount: exact(value), unit: BASE_UNIT }) : exact(value)),
  };
}

/** Set by MoneyScreen. Elsewhere amounts are in USDT: tax report, trade history, console. */
export const MoneyContext = createContext<Money>(moneyOf(null));

export const useMoney = (): Money => useContext(MoneyContext);

/** "Open profit (EUR)": the head of a column with its unit. In files it is always the one of the figures. */
export const inUnit = (name: string, unit: string = BASE_UNIT): string => t('currency.column', { name, unit });
