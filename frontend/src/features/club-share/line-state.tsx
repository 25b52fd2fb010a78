import { Badge } from '../../components/feedback/badge';
import { t } from '../../lib/i18n/texts';
import type { ClubShareLineWire } from '../../lib/wire/types';

const tones = { charged: 'up', frozen: 'warn', dropped: 'neutral' } as const;

/** Whether a line counts. */
export function LineState({ line: { state } }: { line: ClubShareLineWire }) {
  return <Badge tone={tones[state]}>{t(`club-share.state.${state}`)}</Badge>;
}
