import { CircleDashed, CircleSlash, KeyRound, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../feedback/badge';
import type { KeyStateWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';

const states: Record<KeyStateWire, { tone: Tone | 'neutral'; words: string; meaning: string; icon: ReactNode }> = {
  valid: {
    tone: 'up',
    words: 'Reads only',
    meaning: 'The exchange confirms that this key can read and nothing else.',
    icon: <ShieldCheck aria-hidden="true" />,
  },
  unchecked: {
    tone: 'warn',
    words: 'Not checked yet',
    meaning: 'The exchange was out of reach when the key was sent; it is asked again by itself.',
    icon: <CircleDashed aria-hidden="true" />,
  },
  too_powerful: {
    tone: 'down',
    words: 'Can do too much',
    meaning: 'This key can do more than read.',
    icon: <ShieldAlert aria-hidden="true" />,
  },
  invalid: { tone: 'down', words: 'Refused', meaning: 'The exchange does not accept this key.', icon: <CircleSlash aria-hidden="true" /> },
  none: { tone: 'neutral', words: 'No key', meaning: 'This member has given no key.', icon: <KeyRound aria-hidden="true" /> },
};

/** What is known of a member's exchange key. */
export function KeyBadge({ state }: { state: KeyStateWire }) {
  const { tone, words, meaning, icon } = states[state];
  return (
    <Badge tone={tone} icon={icon} title={meaning}>
      {words}
    </Badge>
  );
}
