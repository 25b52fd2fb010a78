import { Check, CircleDashed, Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../feedback/badge';
import type { SyncRunStateWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';

const states: Record<SyncRunStateWire | 'never', { tone: Tone | 'neutral'; words: string; icon: ReactNode }> = {
  queued: { tone: 'info', words: 'Queued', icon: <Clock aria-hidden="true" /> },
  running: { tone: 'info', words: 'Syncing…', icon: <RefreshCw aria-hidden="true" /> },
  done: { tone: 'up', words: 'Synced', icon: <Check aria-hidden="true" /> },
  failed: { tone: 'down', words: 'Failed', icon: <TriangleAlert aria-hidden="true" /> },
  never: { tone: 'neutral', words: 'Never', icon: <CircleDashed aria-hidden="true" /> },
};

/** Where a sync stands; the reason of a failure is read on hover and in the member's runs. */
export function SyncBadge({ state, reason }: { state: SyncRunStateWire | null; reason?: string | null }) {
  const { tone, words, icon } = states[state ?? 'never'];
  return (
    <Badge tone={tone} icon={icon} {...(reason && { title: reason })}>
      {words}
    </Badge>
  );
}

export const isUnderWay = (state: SyncRunStateWire | null): boolean => state === 'queued' || state === 'running';
