import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';

/** Asks for a sync of one member on demand. The lists then watch it by themselves. */
export function useSyncNow(userId: string, name: string) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const syncNow = async () => {
    setIsAsking(true);
    try {
      await request(`/admin/members/${encodeURIComponent(userId)}/sync`, { method: 'POST', json: {} });
      notify.success(`Sync of ${name} is queued`);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setIsAsking(false);
      await Promise.all(['members', 'sync-runs'].map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })));
    }
  };
  return { syncNow, isAsking };
}
