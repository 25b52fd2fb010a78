import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import { keptOnDevice } from '../../../lib/kept-figures';
import type { TaxDeposit, TaxDisposal, TaxMethod, TaxReport, TaxUnknown } from '../../../lib/wire/tax';
import type { Answer } from '../../../lib/wire/types';

export const TAX_KEY = 'tax';

export interface TaxChoice {
  year: number;
  method: TaxMethod;
}

/** Lines of a page; the report brings the first page along. */
export const LINES = 50;

export const searchOf = ({ year, method }: TaxChoice) => `year=${year}&method=${method}`;

async function read<T>(path: string, signal: AbortSignal): Promise<T> {
  return (await request<Answer<T>>(`/me/tax/${path}`, { signal })).body.data;
}

/** A pass over all rows of the account, so it is kept for five minutes. */
export const taxReportQuery = (choice: TaxChoice) =>
  queryOptions({
    ...keptOnDevice,
    queryKey: [TAX_KEY, 'report', choice],
    queryFn: ({ signal }) => read<TaxReport>(`report?${searchOf(choice)}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });

function linesQuery<L>(list: 'disposal' | 'unknown', choice: TaxChoice, page: number) {
  return queryOptions({
    ...keptOnDevice,
    queryKey: [TAX_KEY, 'lines', list, choice, page],
    queryFn: ({ signal }) => read<L[]>(`lines?${searchOf(choice)}&list=${list}&page=${page}&perPage=${LINES}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    enabled: page > 1,
  });
}

export const disposalsQuery = (choice: TaxChoice, page: number) => linesQuery<TaxDisposal>('disposal', choice, page);
export const unknownQuery = (choice: TaxChoice, page: number) => linesQuery<TaxUnknown>('unknown', choice, page);

export const depositsQuery = (year: number) =>
  queryOptions({
    ...keptOnDevice,
    queryKey: [TAX_KEY, 'deposits', year],
    queryFn: ({ signal }) => read<TaxDeposit[]>(`deposits?year=${year}`, signal),
  });
