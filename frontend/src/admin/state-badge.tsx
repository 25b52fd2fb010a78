import { Badge } from '../components/feedback/badge';
import type { Tone } from '../theme/tokens';
import type { FilterOption } from './list/filters';

/** How a state reads. */
export interface StateWords {
  tone: Tone | 'neutral';
  words: string;
  /** Said by a tooltip. */
  meaning?: string;
}

export function StateBadge({ of: { tone, words, meaning } }: { of: StateWords }) {
  return (
    <Badge tone={tone} {...(meaning !== undefined && { title: meaning })}>
      {words}
    </Badge>
  );
}

/** States as the choices of a filter. */
export const statesAsOptions = (states: Readonly<Record<string, StateWords>>): FilterOption[] =>
  Object.entries(states).map(([state, { words }]) => [state, words]);
