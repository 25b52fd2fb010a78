import { useQuery } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import type { DashboardCounterWire, DashboardTrendsWire, MailQueueWire, SyncHealthWire } from '../../lib/wire/types';

const WATCH_MILLISECONDS = 30_000;

/** One part of the dashboard; each is asked for by itself, so that one that fails takes no other along. */
function useDashboard<T>(part: string, query = '') {
  return useQuery({
    queryKey: ['dashboard', part, query],
    queryFn: ({ signal }) => fetchData<T>(`/admin/dashboard/${part}${query}`, { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });
}

export const useCounters = () => useDashboard<DashboardCounterWire[]>('counters');
export const useTrends = (days: string) => useDashboard<DashboardTrendsWire>('trends', `?days=${days}`);
export const useSyncHealth = () => useDashboard<SyncHealthWire>('sync');
export const useMailQueue = () => useDashboard<MailQueueWire>('mail');
