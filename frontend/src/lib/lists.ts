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

/** One page of a v1 list route (contract, section 1): the total stands in X-Total-Count. */
export async function fetchPage<W, T>(path: string, { page, perPage, query = {}, signal }: Asked, map: (record: W) => T): Promise<Page<T>> {
  const search = new URLSearchParams({ page: String(page), perPage: String(perPage), ...query });
  const { body, headers } = await request<Answer<W[]>>(`${path}?${search}`, { signal });
  const total = whole(headers.get('X-Total-Count')) ?? body.data.length;
  const cap = whole(headers.get('X-Total-Capped'));
  // One more than the cap is how the server says "and more"; any other figure was kept, not counted.
  return cap !== null && total === cap + 1 ? { rows: body.data.map(map), total: cap, capped: true } : { rows: body.data.map(map), total, capped: false };
}
