import type { MyCurrencyWire } from '../../../platform/wire/index.js';
import type { CurrencyChoice } from '../currency-choice.service.js';

export function presentCurrency({ conversion, ...choice }: CurrencyChoice): MyCurrencyWire {
  return { ...choice, conversion: conversion && { ...conversion, source: 'ecb' } };
}
