import { RefreshCw } from 'lucide-react';
import { isUnderWay } from '../../components/exchange/sync-badge';
import { Button } from '../../components/feedback/button';
import { request } from '../../lib/api';
import type { MemberWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

/** Asks for a sync of one member on demand. The lists then watch it by themselves. */
export function SyncButton({ member }: { member: Pick<MemberWire, 'id' | 'fullName' | 'lastRunState'> }) {
  const sync = useAct({
    call: () => request(`/admin/members/${encodeURIComponent(member.id)}/sync`, { method: 'POST', json: {} }),
    done: () => `Sync of ${member.fullName} is queued`,
    lists: ['members', 'sync-runs'],
  });
  const busy = sync.isPending || isUnderWay(member.lastRunState);
  const words = busy ? 'Syncing…' : 'Sync now';
  return (
    <Button
      size="small"
      busy={busy}
      icon={<RefreshCw size={15} aria-hidden="true" />}
      aria-label={`${words} ${member.fullName}`}
      onClick={() => sync.mutate()}
    >
      {words}
    </Button>
  );
}
