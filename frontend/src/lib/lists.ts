import { request } from './api';
import type { Answer } from './wire/types';

export interface Page<T> {
  rows: T[];
  total: number;
  /** There are more rows than `total`: they were not counted to their end. */
  capped?: boolean;
}

interface Asked {
  page: number;
  perPage: number;
  /** What else stands in the address: a sort, a filter. */
  query?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal;
}

const whole = (text: string | null) => {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? null : number;
};

/** Where the server stops counting. */
const COUNT_CAP = 10_000;

/** One more than the cap is how the server says "and more"; any other figure was kept, not counted. */
export const countedTo = (total: number, cap: number = COUNT_CAP): { total: number; capped: boolean } =>
  total === cap + 1 ? { total: cap, capped: true } : { total, capped: false };

/** One page of a v1 list route (contract, section 1): the total stands in X-Total-Count. */
export async function fetchPage<W, T>(path: string, { page, perPage, query = {}, signal }: Asked, map: (record: W) => T): Promise<Page<T>> {
  const search = new URLSearchParams({ page: String(page), perPage: String(perPage), ...query });
  const { body, headers } = await request<Answer<W[]>>(`${path}?${search}`, { signal });
  const total = whole(headers.get('X-Total-Count')) ?? body.data.length;
  const cap = whole(headers.get('X-Total-Capped'));
  return { rows: body.data.map(map), ...(cap === null ? { total, capped: false } : countedTo(total, cap)) };
}
