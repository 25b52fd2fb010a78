import { exact, leftToRight, magnitude, money, signOf, UNKNOWN, withSign } from '../../lib/format/decimal';
import type { AmendmentWire, SignalExitWire, SignalWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';
import { t } from '../../lib/i18n/texts';

type Known = Pick<SignalWire, 'outcome' | 'amendments'>;

export interface State {
  id: StateId;
  label: string;
  tone: Tone | 'neutral';
  meaning: string;
}

/** A multiple of the risk: "+1.24 R". */
export function rText(value: string | null | undefined): string {
  if (value == null) return UNKNOWN;
  return leftToRight(`${withSign(signOf(value), money(magnitude(value)))}\u00a0R`);
}

const tones = {
  waiting: 'neutral',
  cancelled: 'neutral',
  pending: 'info',
  open: 'info',
  won: 'up',
  lost: 'down',
  flat: 'neutral',
  missed: 'neutral',
  missedInDoubt: 'warn',
  neverFilled: 'neutral',
  unscored: 'neutral',
} as const satisfies Record<string, State['tone']>;
export type StateId = keyof typeof tones;

function stateIdOf({ outcome, amendments }: Known): StateId {
  const isCancelled = amendments.some(({ kind }) => kind === 'cancel');
  if (outcome === null) return isCancelled ? 'cancelled' : 'waiting';
  switch (outcome.status) {
    case 'pending':
      return isCancelled ? 'cancelled' : 'pending';
    case 'open':
      return 'open';
    case 'closed': {
      const sign = signOf(outcome.rNet);
      return sign > 0 ? 'won' : sign < 0 ? 'lost' : 'flat';
    }
    case 'missed':
      return 'missed';
    case 'missed_ambiguous':
      return 'missedInDoubt';
    case 'expired_unfilled':
      return isCancelled ? 'cancelled' : 'neverFilled';
    case 'unscored':
      return 'unscored';
  }
}

/** Returns the state of a signal, and what it means. */
export function stateOf(signal: Known): State {
  const id = stateIdOf(signal);
  const target = signal.outcome?.exits.filter(({ reason }) => reason.startsWith('tp')).length ?? 0;
  return {
    id,
    label: id === 'open' && target > 0 ? t('signals.state.open.reached', { target }) : t(`signals.state.${id}.label`),
    tone: tones[id],
    meaning: t(`signals.state.${id}.meaning`),
  };
}

/** A later word of the team, in a few words. */
export const amendmentText = ({ kind, stop, price }: AmendmentWire): string =>
  kind === 'cancel'
    ? t('signals.amendment.cancel')
    : kind === 'move_stop'
      ? t('signals.amendment.stop', { price: exact(stop) })
      : t('signals.amendment.close', { price: exact(price) });

export const exitText = ({ reason, price }: Pick<SignalExitWire, 'reason' | 'price'>): string =>
  t(`signals.exit.${reason}`, { price: exact(price) });

/** A share of the position, from 0 to 1, in the words of the three targets that share it alike: "1/3 of the position". */
export const shareText = (weight: string): string => {
  const thirds = Math.round(Number(weight) * 3);
  return thirds === 3 ? t('signals.share.all') : t('signals.share.thirds', { thirds });
};
