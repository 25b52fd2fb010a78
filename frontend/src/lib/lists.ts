import { request } from './api';
import type { Answer } from './wire/types';

export interface Page<T> {
  rows: T[];
  total: number;
}

/** One page of a v1 list route (contract, section 1): the total stands in X-Total-Count. */
export async function fetchPage<W, T>(
  path: string,
  { page, perPage, signal }: { page: number; perPage: number; signal?: AbortSignal },
  map: (record: W) => T,
): Promise<Page<T>> {
  const { body, headers } = await request<Answer<W[]>>(`${path}?page=${page}&perPage=${perPage}`, { signal });
  const total = Number.parseInt(headers.get('X-Total-Count') ?? '', 10);
  return { rows: body.data.map(map), total: Number.isNaN(total) ? body.data.length : total };
}
