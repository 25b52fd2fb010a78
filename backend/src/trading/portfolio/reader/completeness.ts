import { venueProfiles, type Venue } from '../../venues/index.js';
import type { CompletenessLimit, StoredPast } from '../store/index.js';
import type { LimitReason } from './reason.types.js';

/** The range of complete data. */
export interface Completeness {
  /** The first complete day; null: none yet. */
  from: string | null;
  /** Why figures begin later than the account's first row; null: they do not. */
  reason: LimitReason | null;
  /** Beginning of futures trades, if the exchange provides no older ones. */
  futuresSince: Date | null;
  /** Beginning of known funding; null: the account never had futures, or all funding is known. */
  fundingSince: Date | null;
  /** Why funding is unknown; null: it is known. */
  fundingUnknown: LimitReason | null;
}

/** Months that each venue's lists reach back; 0: without limit. */
const REACH: Readonly<Record<Venue, { spot: number; futures: number }>> = {
  binance: { spot: 0, futures: 6 },
  bybit: { spot: 24, futures: 24 },
  okx: { spot: 3, futures: 3 },
};

/** `day`: back to which the list that sets the limit has been read. */
function limitReason(limit: CompletenessLimit, venue: Venue, exchange: string, day: string | null): LimitReason {
  switch (limit) {
    case 'deposits':
      return day === null ? { id: 'portfolio.deposits-unread', exchange } : { id: 'portfolio.deposits-read-to-day', exchange, day };
    case 'withdrawals':
      return day === null ? { id: 'portfolio.withdrawals-unread', exchange } : { id: 'portfolio.withdrawals-read-to-day', exchange, day };
    case 'spot trades':
      return { id: 'portfolio.spot-window', exchange, months: REACH[venue].spot };
    case 'futures trades':
      return { id: 'portfolio.futures-window', exchange, months: REACH[venue].futures };
    case 'futures journal':
      return { id: 'portfolio.funding-window', exchange };
    case 'no futures journal':
      return { id: 'portfolio.no-funding-since-sync', exchange };
    case 'unlocated balances':
      return { id: 'portfolio.unlisted-movements', exchange };
  }
}

export function completenessOf(venue: Venue | null, from: string | null, past: StoredPast | null): Completeness {
  if (!venue || !past) return { from, reason: null, futuresSince: null, fundingSince: null, fundingUnknown: null };
  const { name } = venueProfiles[venue];
  const funding = past.fundingFrom === null ? -Infinity : Number(past.fundingFrom);
  const limitedFrom = past.from === null ? null : new Date(past.from).toISOString().slice(0, 10);
  return {
    from,
    reason: past.limit && limitReason(past.limit, venue, name, limitedFrom),
    futuresSince: past.futuresFrom === null ? null : new Date(past.futuresFrom),
    fundingSince: Number.isFinite(funding) ? new Date(funding) : null,
    fundingUnknown: funding === Infinity ? { id: 'portfolio.no-funding', exchange: name } : null,
  };
}
