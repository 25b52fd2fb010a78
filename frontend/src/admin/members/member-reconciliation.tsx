import { useQuery } from '@tanstack/react-query';
import { ReconciliationCards } from '../../components/exchange/reconciliation';
import { request } from '../../lib/api';
import type { Answer, ReconciliationWire } from '../../lib/wire/types';

/** Whether what was read explains what the account holds. */
export function MemberReconciliation({ userId, lastSyncedAt }: { userId: string; lastSyncedAt: string | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['reconciliation', userId, lastSyncedAt],
    queryFn: async ({ signal }) =>
      (await request<Answer<ReconciliationWire>>(`/admin/members/${encodeURIComponent(userId)}/reconciliation`, { signal })).body.data,
  });
  return <ReconciliationCards reconciliation={data} error={error} onRetry={() => void refetch()} />;
}
