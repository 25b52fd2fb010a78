import { Check, CircleDashed, Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../feedback/badge';
import type { SyncRunKindWire, SyncRunStateWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';
import { t } from '../../lib/i18n/texts';

const states: Record<SyncRunStateWire | 'never', { tone: Tone | 'neutral'; icon: ReactNode }> = {
  queued: { tone: 'info', icon: <Clock aria-hidden="true" /> },
  running: { tone: 'info', icon: <RefreshCw aria-hidden="true" /> },
  done: { tone: 'up', icon: <Check aria-hidden="true" /> },
  failed: { tone: 'down', icon: <TriangleAlert aria-hidden="true" /> },
  never: { tone: 'neutral', icon: <CircleDashed aria-hidden="true" /> },
};

interface SyncBadgeProps {
  state: SyncRunStateWire | null;
  /** What the run reads, where the badge stands alone. A run that is done does not mean that balances were read. */
  kind?: SyncRunKindWire | null;
  reason?: string | null;
}

/** State of a run; the reason of a failure is read on hover and in the member's runs. */
export function SyncBadge({ state, kind, reason }: SyncBadgeProps) {
  const { tone, icon } = states[state ?? 'never'];
  const title = reason || (kind && t(`exchange.run.${kind}.meaning`));
  return (
    <Badge tone={tone} icon={icon} {...(title && { title })}>
      {t(`exchange.runState.${state ?? 'never'}`, { kind: kind ?? 'other' })}
    </Badge>
  );
}

export const isUnderWay = (state: SyncRunStateWire | null): boolean => state === 'queued' || state === 'running';
