import { Badge } from '../../components/feedback/badge';
import { mandateTones } from '../../lib/wire/fund';
import type { FundRedemptionWire, MandateStateWire } from '../../lib/wire/types';

export const stateNames: Readonly<Record<MandateStateWire, string>> = {
  signed: 'Waiting for our signature',
  declined: 'Declined',
  starting: 'Starting',
  active: 'Active',
  ended: 'Ended',
};

export function MandateBadge({ state }: { state: MandateStateWire }) {
  return <Badge tone={mandateTones[state]}>{stateNames[state]}</Badge>;
}

const redemptionStates = {
  requested: { name: 'Requested', tone: 'warn' },
  acknowledged: { name: 'Acknowledged', tone: 'info' },
  locked: { name: 'Notice has ended', tone: 'info' },
  waiting: { name: 'Released, fee waiting for a valuation', tone: 'warn' },
  priced: { name: 'Priced', tone: 'info' },
  settled: { name: 'Settled', tone: 'up' },
  refused: { name: 'Refused', tone: 'down' },
  cancelled: { name: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<FundRedemptionWire['state'], unknown>;

const refusals: Readonly<Record<NonNullable<FundRedemptionWire['reason']>, string>> = {
  already_leaving: 'The client had already requested a full redemption',
  more_than_the_account: 'The account held less than the requested amount',
  rest_below_minimum: 'Less than the minimum would have remained',
};

export function RedemptionBadge({ state }: { state: FundRedemptionWire['state'] }) {
  const { name, tone } = redemptionStates[state];
  return <Badge tone={tone}>{name}</Badge>;
}

/** The state of a redemption, and why it was refused. */
export function RedemptionState({ redemption: { state, reason } }: { redemption: Pick<FundRedemptionWire, 'state' | 'reason'> }) {
  return (
    <>
      <RedemptionBadge state={state} />
      {reason !== null && <span>{refusals[reason]}</span>}
    </>
  );
}

/** "1 day", "3 days" */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;
