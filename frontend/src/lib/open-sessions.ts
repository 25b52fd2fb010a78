import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import type { Answer, OpenSessionWire } from './wire/types';

export type OpenSession = OpenSessionWire;

/** Where the person who is signed in is signed in. */
export const openSessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: async ({ signal }): Promise<OpenSession[]> => (await request<Answer<OpenSessionWire[]>>('/auth/sessions', { signal })).body.data,
});

export const endOpenSession = async (id: string): Promise<void> =>
  void (await request(`/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }));
