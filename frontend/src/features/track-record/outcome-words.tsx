import { Badge } from '../../components/feedback/badge';
import { signOf } from '../../lib/format/decimal';
import type { OutcomeFilter, RecordedSignal } from './api/get-track-record';
import { t } from '../../lib/i18n/texts';

export const outcomeOptions: readonly OutcomeFilter[] = [
  'won',
  'lost',
  'flat',
  'missed',
  'missed_ambiguous',
  'expired_unfilled',
  'unscored',
  'running',
];

type Tone = 'up' | 'down' | 'neutral' | 'info' | 'warn';

const tones = {
  running: 'info',
  won: 'up',
  lost: 'down',
  flat: 'neutral',
  missed: 'neutral',
  missed_ambiguous: 'warn',
  expired_unfilled: 'neutral',
  unscored: 'neutral',
} as const satisfies Record<OutcomeFilter, Tone>;

function outcomeName(signal: RecordedSignal): OutcomeFilter {
  if (!signal.ended) return 'running';
  const { status, rNet } = signal.outcome;
  if (status !== 'closed') return status;
  const sign = signOf(rNet);
  return sign > 0 ? 'won' : sign < 0 ? 'lost' : 'flat';
}

export function outcomeOf(signal: RecordedSignal): { label: string; tone: Tone; meaning: string } {
  const name = outcomeName(signal);
  return { label: t(`track-record.outcome.${name}.label`), tone: tones[name], meaning: t(`track-record.outcome.${name}.meaning`) };
}

export function Outcome({ signal }: { signal: RecordedSignal }) {
  const { label, tone, meaning } = outcomeOf(signal);
  return (
    <Badge tone={tone} title={meaning}>
      {label}
    </Badge>
  );
}

const reasons = ['tp1', 'tp2', 'tp3', 'stop', 'expiry', 'closed'] as const;

export function reasonText(reason: string): string {
  const known = reasons.find((one) => one === reason);
  return known ? t(`track-record.reason.${known}`) : reason;
}
