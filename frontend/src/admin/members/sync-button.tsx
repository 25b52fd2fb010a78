import { RefreshCw } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import type { MemberWire } from '../../lib/wire/types';
import { isUnderWay } from '../../components/exchange/sync-badge';
import { useSyncNow } from './use-sync-now';

export function SyncButton({
  member,
  look = 'secondary',
}: {
  member: Pick<MemberWire, 'id' | 'fullName' | 'lastRunState'>;
  look?: 'primary' | 'secondary';
}) {
  const { syncNow, isAsking } = useSyncNow(member.id, member.fullName);
  const busy = isAsking || isUnderWay(member.lastRunState);
  const words = busy ? 'Syncing…' : 'Sync now';
  return (
    <Button
      size="small"
      look={look}
      busy={busy}
      icon={<RefreshCw size={15} aria-hidden="true" />}
      aria-label={`${words} ${member.fullName}`}
      onClick={() => void syncNow()}
    >
      {words}
    </Button>
  );
}
