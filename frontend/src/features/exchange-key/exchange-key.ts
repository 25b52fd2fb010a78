import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, ExchangeKeyWire } from '../../lib/wire/types';

/** The member's own key: what is known of it, never the key. */
export const exchangeKeyQuery = queryOptions({
  queryKey: ['exchange-key'],
  queryFn: async ({ signal }) => (await request<Answer<ExchangeKeyWire>>('/me/exchange-key', { signal })).body.data,
});

export const venueNames: Record<string, string> = { binance: 'Binance', bybit: 'Bybit', okx: 'OKX' };
