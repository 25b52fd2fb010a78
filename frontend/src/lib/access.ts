import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import type { AccessWire, Answer } from './wire/types';

/** The signed-in person's role in the team and its permissions, as the server has them: the console offers nothing else. */
export const accessQuery = queryOptions({
  queryKey: ['my-access'],
  queryFn: async ({ signal }) => (await request<Answer<AccessWire>>('/me/access', { signal })).body.data,
  staleTime: 60_000,
});
