import { exact, magnitude, money, signOf, UNKNOWN } from '../../lib/format/decimal';
import type { AmendmentWire, SignalExitWire, SignalWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';

type Known = Pick<SignalWire, 'outcome' | 'amendments'>;

export interface State {
  label: string;
  tone: Tone | 'neutral';
  meaning: string;
}

/** A multiple of the risk: "+1.24 R". */
export function rText(value: string | null | undefined): string {
  if (value == null) return UNKNOWN;
  const sign = signOf(value);
  return `${sign > 0 ? '+' : sign < 0 ? '\u2212' : ''}${money(magnitude(value))}\u00a0R`;
}

const waiting: State = { label: 'Waiting', tone: 'neutral', meaning: 'Its market has not been looked at yet.' };

/** What became of a signal, in a word. */
export function stateOf({ outcome, amendments }: Known): State {
  const isCancelled = amendments.some(({ kind }) => kind === 'cancel');
  if (outcome === null)
    return isCancelled ? { label: 'Cancelled', tone: 'neutral', meaning: 'It was cancelled before it was filled.' } : waiting;
  const reached = outcome.exits.filter(({ reason }) => reason.startsWith('tp')).length;
  switch (outcome.status) {
    case 'pending':
      return isCancelled
        ? { label: 'Cancelled', tone: 'neutral', meaning: 'It was cancelled before it was filled.' }
        : { label: 'Not filled yet', tone: 'info', meaning: 'The market has not reached the entry yet.' };
    case 'open':
      return { label: reached > 0 ? `Open, target ${reached} reached` : 'Open', tone: 'info', meaning: 'It was filled and has not ended.' };
    case 'closed': {
      const sign = signOf(outcome.rNet);
      if (sign > 0) return { label: 'Won', tone: 'up', meaning: 'Its result after costs is above zero.' };
      return sign < 0
        ? { label: 'Lost', tone: 'down', meaning: 'Its result after costs is below zero.' }
        : { label: 'Flat', tone: 'neutral', meaning: 'Its result after costs is zero.' };
    }
    case 'missed':
      return { label: 'Missed', tone: 'neutral', meaning: 'The price reached the first target before the entry: there was no trade.' };
    case 'missed_ambiguous':
      return {
        label: 'Missed, in doubt',
        tone: 'warn',
        meaning: 'It cannot be told whether the entry or the first target came first, and a gain in doubt does not count.',
      };
    case 'expired_unfilled':
      return isCancelled
        ? { label: 'Cancelled', tone: 'neutral', meaning: 'It was cancelled before it was filled.' }
        : { label: 'Never filled', tone: 'neutral', meaning: 'The price did not reach the entry before the closure.' };
    case 'unscored':
      return {
        label: 'Without a score',
        tone: 'neutral',
        meaning: 'The exchange knows no such market, so there are no candles to score it with.',
      };
  }
}

/** A later word of the team, in a few words. */
export const amendmentText = ({ kind, stop, price }: AmendmentWire): string =>
  kind === 'cancel' ? 'Cancelled' : kind === 'move_stop' ? `Stop moved to ${exact(stop)}` : `Closed by the team at ${exact(price)}`;

const reasons: Record<SignalExitWire['reason'], string> = {
  tp1: 'Target 1 reached',
  tp2: 'Target 2 reached',
  tp3: 'Target 3 reached',
  stop: 'Stopped',
  expiry: 'Closed at its projected closure',
  closed: 'Closed by the team',
};
export const exitText = (reason: SignalExitWire['reason']): string => reasons[reason];

/** A share of the position, from 0 to 1, in the words of the three targets that share it alike: "1/3 of the position". */
export const shareText = (weight: string): string => {
  const thirds = Math.round(Number(weight) * 3);
  return thirds === 3 ? 'All of the position' : `${thirds}/3 of the position`;
};
