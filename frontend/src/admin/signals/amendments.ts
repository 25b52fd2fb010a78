import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import type { AmendmentWire, AmendmentsWire, Answer } from '../../lib/wire/types';

export type Kind = AmendmentWire['kind'];

const address = (signalId: string) => `/admin/signals/${encodeURIComponent(signalId)}/amendments`;

/** What was said of a signal later, and what may be said of it now: the server decides. */
export const amendmentsQuery = (signalId: string) =>
  queryOptions({
    queryKey: ['signals', 'amendments', signalId],
    queryFn: ({ signal }) => fetchData<AmendmentsWire>(address(signalId), { signal }),
  });

export type Wish = { kind: 'cancel' } | { kind: 'close_now' } | { kind: 'move_stop'; stop: string };

export const amend = async (signalId: string, wish: Wish, headers: Record<string, string>) =>
  (await request<Answer<AmendmentWire>>(address(signalId), { method: 'POST', json: wish, headers })).body;
