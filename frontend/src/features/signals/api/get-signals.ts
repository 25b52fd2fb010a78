import { request } from '../../../lib/api';
import type { Page } from '../../../lib/lists';
import type { Answer, ListedSignalWire } from '../../../lib/wire/types';

/** The wire's words for a signal are our own. */
export type Signal = ListedSignalWire;

export const phases = ['running', 'ended'] as const;
export type Phase = (typeof phases)[number];

/** `none`: not marked. */
export const markFilters = ['taken', 'passed', 'none'] as const;
export type MarkFilter = (typeof markFilters)[number];

export interface SignalQuery {
  page: number;
  perPage: number;
  side: Signal['side'] | null;
  status: Phase | null;
  /** As the reader marked them. */
  mark: MarkFilter | null;
  /** Words in pair, message or market condition; empty: all. */
  q: string;
}

/** Published signals, newest first; refused (403) to whoever may not see them. */
export async function fetchSignals({ page, perPage, side, status, mark, q }: SignalQuery, signal: AbortSignal): Promise<Page<Signal>> {
  const search = new URLSearchParams({
    page: String(page),
    perPage: String(perPage),
    ...(side && { side }),
    ...(status && { status }),
    ...(mark && { mark }),
    ...(q && { q }),
  });
  const { body, headers } = await request<Answer<Signal[]>>(`/getsignal?${search}`, { signal });
  return { rows: body.data, total: Number(headers.get('X-Total-Count') ?? body.data.length) };
}
