import { Badge } from '../../components/feedback/badge';
import { mandateTones } from '../../lib/wire/fund';
import type { FundRedemptionWire, MandateStateWire } from '../../lib/wire/types';

export const stateNames: Readonly<Record<MandateStateWire, string>> = {
  signed: 'Waits for our signature',
  declined: 'Declined',
  starting: 'Starting',
  active: 'Active',
  ended: 'Ended',
};

export function MandateBadge({ state }: { state: MandateStateWire }) {
  return <Badge tone={mandateTones[state]}>{stateNames[state]}</Badge>;
}

const redemptionStates = {
  pending: { name: 'Requested', tone: 'info' },
  refused: { name: 'Refused', tone: 'down' },
  cancelled: { name: 'Cancelled', tone: 'neutral' },
  waiting: { name: 'Set free, fee waits for a valuation', tone: 'warn' },
  priced: { name: 'Settled', tone: 'up' },
} as const satisfies Record<FundRedemptionWire['state'], unknown>;

const refusals: Readonly<Record<NonNullable<FundRedemptionWire['reason']>, string>> = {
  already_leaving: 'The client was leaving with everything already',
  more_than_the_account: 'There was not so much in the account',
  rest_below_minimum: 'Less than the minimum would have stayed',
};

/** The state of a redemption, and why it was refused. */
export function RedemptionState({ redemption: { state, reason } }: { redemption: FundRedemptionWire }) {
  const { name, tone } = redemptionStates[state];
  return (
    <>
      <Badge tone={tone}>{name}</Badge>
      {reason !== null && <span>{refusals[reason]}</span>}
    </>
  );
}

/** "1 day", "3 days" */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;
