import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import type { Answer, MyMembershipWire } from './wire/types';

/** Since when somebody is a member; it never changes. */
export const membershipQuery = (userId: string) =>
  queryOptions({
    queryKey: ['my-membership', userId],
    queryFn: async ({ signal }): Promise<MyMembershipWire> =>
      (await request<Answer<MyMembershipWire>>('/me/membership', { signal })).body.data,
    staleTime: Number.POSITIVE_INFINITY,
  });
