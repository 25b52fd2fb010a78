import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from './api';
import { currentLanguage } from './i18n/language';
import { keptOnDevice } from './kept-figures';
import { notify } from './notify';
import type { Answer, MyCurrencyWire } from './wire/types';

/** The currency that figures are in where nothing is converted; the rate of USDT counts as that of the dollar (ADR 25). */
export const BASE_CURRENCY = 'USD';

/** As on the server, which may not have been asked for days: a page without a network goes on with the rate it has kept. */
const MAX_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

/** The currency that the member chose, and the rate that amounts are shown at. */
export const ownCurrencyQuery = queryOptions({
  ...keptOnDevice,
  queryKey: ['own-currency'],
  queryFn: async ({ signal }) => (await request<Answer<MyCurrencyWire>>('/me/currency', { signal })).body.data,
});

/** Returns the rate that may be used at this moment, or why there is none. */
export function usableConversion(
  choice: Pick<MyCurrencyWire, 'conversion' | 'problem'> | undefined,
  now: number,
): Pick<MyCurrencyWire, 'conversion' | 'problem'> {
  if (!choice?.conversion) return { conversion: null, problem: choice?.problem ?? null };
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const isOutdated = today - Date.parse(choice.conversion.day) > MAX_AGE_DAYS * DAY_MS;
  return isOutdated ? { conversion: null, problem: 'outdated' } : { conversion: choice.conversion, problem: null };
}

/** Stores another choice with the account; every figure of the page follows. */
export function useChooseCurrency() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (currency: string) =>
      (await request<Answer<MyCurrencyWire>>('/me/currency', { method: 'PUT', json: { currency } })).body.data,
    onSuccess: (choice) => queryClient.setQueryData(ownCurrencyQuery.queryKey, choice),
    onError: (reason) => notify.error(messageOf(reason)),
  });
}

/** Returns what a select offers: a choice whose rate is gone stays in it. Empty where there is nothing to choose. */
export function currencyOptions({ currency, currencies }: MyCurrencyWire): string[] {
  const all = currencies.includes(currency) ? currencies : [...currencies, currency];
  return all.length > 1 ? all : [];
}

/** "euro" in the language of the page; the code where the browser does not know it. */
export const currencyName = (code: string): string =>
  new Intl.DisplayNames([currentLanguage()], { type: 'currency', fallback: 'code' }).of(code) ?? code;

/** Decimals of a currency: two for most, none for the yen. */
export const currencyPlaces = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2;
