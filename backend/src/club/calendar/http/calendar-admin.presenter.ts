import type { CalendarRecordWire, CalendarSignupWire } from '../../../platform/wire/index.js';
import type { CalendarRecord } from '../calendar-event.repository.js';
import type { ListedSignup } from '../calendar-signup.repository.js';
import { movesIn, saveIn } from '../calendar.types.js';

/** A record of `calendar`. */
export function presentRecord(event: CalendarRecord): CalendarRecordWire {
  const { hasStarted, hasEnded, sequence: _, startsAt, endsAt, publishedAt, cancelledAt, createdAt, updatedAt, ...same } = event;
  return {
    ...same,
    isOver: hasEnded,
    may: movesIn({ state: same.state, hasStarted, hasEnded }),
    save: saveIn(same.state),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A record of `calendar/{id}/signups`. */
export const presentSignup = ({ userId, membership, signedUpAt, ...same }: ListedSignup): CalendarSignupWire => ({
  id: userId,
  ...same,
  membership: membership === 'hedge fund' ? 'hedge fund' : 'trade club',
  signedUpAt: signedUpAt.toISOString(),
});
