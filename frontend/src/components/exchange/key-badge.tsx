import { CircleDashed, CircleSlash, KeyRound, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../feedback/badge';
import type { KeyStateWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';
import { t } from '../../lib/i18n/texts';

const states: Record<KeyStateWire, { tone: Tone | 'neutral'; icon: ReactNode }> = {
  valid: {
    tone: 'up',
    icon: <ShieldCheck aria-hidden="true" />,
  },
  unchecked: {
    tone: 'warn',
    icon: <CircleDashed aria-hidden="true" />,
  },
  too_powerful: {
    tone: 'down',
    icon: <ShieldAlert aria-hidden="true" />,
  },
  invalid: { tone: 'down', icon: <CircleSlash aria-hidden="true" /> },
  none: { tone: 'neutral', icon: <KeyRound aria-hidden="true" /> },
};

/** What is known of a member's exchange key. */
export function KeyBadge({ state }: { state: KeyStateWire }) {
  const { tone, icon } = states[state];
  return (
    <Badge tone={tone} icon={icon} title={t(`exchange.key.${state}.meaning`)}>
      {t(`exchange.key.${state}.name`)}
    </Badge>
  );
}
