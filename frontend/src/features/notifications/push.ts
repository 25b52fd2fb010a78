import { queryOptions } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import type { PushWire } from '../../lib/wire/types';

export const pushQuery = (userId: string) =>
  queryOptions({ queryKey: ['push', userId], queryFn: ({ signal }) => fetchData<PushWire>('/me/push', { signal }) });
