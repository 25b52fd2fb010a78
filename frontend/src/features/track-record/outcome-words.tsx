import { Badge } from '../../components/feedback/badge';
import { signOf } from '../../lib/format/decimal';
import type { OutcomeFilter, RecordedSignal } from './api/get-track-record';

export const outcomeOptions: readonly (readonly [value: OutcomeFilter, label: string])[] = [
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['flat', 'Neither won nor lost'],
  ['missed', 'Missed'],
  ['missed_ambiguous', 'Missed, in doubt'],
  ['expired_unfilled', 'Never filled'],
  ['unscored', 'Without a score'],
  ['running', 'Still running'],
];

const words = {
  missed: { label: 'Missed', meaning: 'The price reached the first target before the entry. It counts in the fill rate alone.' },
  missed_ambiguous: {
    label: 'Missed, in doubt',
    meaning: 'It cannot be told whether the entry or the first target came first, and a gain in doubt does not count.',
  },
  expired_unfilled: {
    label: 'Never filled',
    meaning: 'The price did not reach the entry before the closure or a cancellation. It counts in the fill rate alone.',
  },
  unscored: { label: 'Without a score', meaning: 'The exchange knows no such market, so there are no candles to score it with.' },
} as const;

export function outcomeOf(signal: RecordedSignal): { label: string; tone: 'up' | 'down' | 'neutral' | 'info' | 'warn'; meaning: string } {
  if (!signal.ended)
    return {
      label: 'Running',
      tone: 'info',
      meaning: 'What it says stays with the members until it has ended. The log already holds it, and nobody can change it.',
    };
  const { status, rNet } = signal.outcome;
  if (status !== 'closed') return { ...words[status], tone: status === 'missed_ambiguous' ? 'warn' : 'neutral' };
  const sign = signOf(rNet);
  if (sign > 0) return { label: 'Won', tone: 'up', meaning: 'Its result after costs is above zero.' };
  return sign < 0
    ? { label: 'Lost', tone: 'down', meaning: 'Its result after costs is below zero.' }
    : { label: 'Flat', tone: 'neutral', meaning: 'Its result after costs is zero.' };
}

export function Outcome({ signal }: { signal: RecordedSignal }) {
  const { label, tone, meaning } = outcomeOf(signal);
  return (
    <Badge tone={tone} title={meaning}>
      {label}
    </Badge>
  );
}

const reasons: Record<string, string> = {
  tp1: 'Take profit 1',
  tp2: 'Take profit 2',
  tp3: 'Take profit 3',
  stop: 'Stop',
  expiry: 'Closure',
  closed: 'Closed by the team',
};
export const reasonText = (reason: string): string => reasons[reason] ?? reason;
