import { Check, CircleDashed, Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../feedback/badge';
import { runKinds } from './run-kinds';
import type { SyncRunKindWire, SyncRunStateWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';

const states: Record<SyncRunStateWire | 'never', { tone: Tone | 'neutral'; words: string; icon: ReactNode }> = {
  queued: { tone: 'info', words: 'Queued', icon: <Clock aria-hidden="true" /> },
  running: { tone: 'info', words: 'Running', icon: <RefreshCw aria-hidden="true" /> },
  done: { tone: 'up', words: 'Done', icon: <Check aria-hidden="true" /> },
  failed: { tone: 'down', words: 'Failed', icon: <TriangleAlert aria-hidden="true" /> },
  never: { tone: 'neutral', words: 'Never', icon: <CircleDashed aria-hidden="true" /> },
};

interface SyncBadgeProps {
  state: SyncRunStateWire | null;
  /** What the run reads, where the badge stands alone. A run that is done does not mean that balances were read. */
  kind?: SyncRunKindWire | null;
  reason?: string | null;
}

/** State of a run; the reason of a failure is read on hover and in the member's runs. */
export function SyncBadge({ state, kind, reason }: SyncBadgeProps) {
  const { tone, words, icon } = states[state ?? 'never'];
  const title = reason || (kind && runKinds[kind].meaning);
  return (
    <Badge tone={tone} icon={icon} {...(title && { title })}>
      {kind ? `${runKinds[kind].name}: ${words.toLowerCase()}` : words}
    </Badge>
  );
}

export const isUnderWay = (state: SyncRunStateWire | null): boolean => state === 'queued' || state === 'running';
