import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import type { Answer, FundFeeProjectionWire, FundFeeTermsWire } from '../../../lib/wire/types';

/** The wire's words are our own here. */
export type FundFeeTerms = FundFeeTermsWire;
export type FundFeeProjection = FundFeeProjectionWire;

/** Decimal texts: US dollars, and per cent. */
export interface Assumption {
  capital: string;
  result: string;
}

export const fundFeeTermsQuery = queryOptions({
  queryKey: ['fund-fees'],
  queryFn: async ({ signal }): Promise<FundFeeTerms> =>
    (await request<Answer<FundFeeTerms>>('/fund-fees', { signal, authorization: 'none' })).body.data,
  staleTime: Infinity,
});

/** Asks for nothing until something is assumed. */
export const projectionQuery = (assumption: Assumption | null) =>
  queryOptions({
    queryKey: ['fund-fees', 'projection', assumption],
    queryFn: async ({ signal }): Promise<FundFeeProjection> =>
      (
        await request<Answer<FundFeeProjection>>(`/fund-fees/projection?${new URLSearchParams({ ...assumption })}`, {
          signal,
          authorization: 'none',
        })
      ).body.data,
    enabled: assumption !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
