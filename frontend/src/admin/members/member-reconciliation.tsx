import { useQuery } from '@tanstack/react-query';
import { ReconciliationCards } from '../../components/exchange/reconciliation';
import { fetchData } from '../../lib/api';
import type { ReconciliationWire } from '../../lib/wire/types';

/** Whether what was read explains what the account holds. */
export function MemberReconciliation({ userId, lastSyncedAt }: { userId: string; lastSyncedAt: string | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['reconciliation', userId, lastSyncedAt],
    queryFn: ({ signal }) => fetchData<ReconciliationWire>(`/admin/members/${encodeURIComponent(userId)}/reconciliation`, { signal }),
  });
  return <ReconciliationCards reconciliation={data} error={error} onRetry={() => void refetch()} />;
}
