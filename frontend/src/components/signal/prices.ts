import { withSign } from '../../lib/format/decimal';
import { percent, shareOf } from '../../lib/format/share';
import { day, utc } from '../../lib/format/date';
import type { SignalWire } from '../../lib/wire/types';

const WHOLE = 10_000;

/** How far a price lies from the entry, in percent with its sign; null where that makes no sense. */
export function fromEntry(price: string, entry: string): string | null {
  const share = shareOf(price, entry);
  if (share === null) return null;
  const distance = share - WHOLE;
  return withSign(distance > 0 ? 1 : distance < 0 ? -1 : 0, percent(Math.abs(distance)));
}

/** A signal's own date and time are UTC. */
export const momentOf = ({ date, time }: Pick<SignalWire, 'date' | 'time'>): string => utc(`${date}T${time}Z`);

/** A day stays a day; an instant without a zone is UTC. */
export function closureOf(projected: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(projected)) return day(projected);
  return utc(/(Z|[+-]\d{2}:\d{2})$/.test(projected) ? projected : `${projected}Z`);
}
