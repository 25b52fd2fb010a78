import { venueProfiles, type Venue } from '../../venues/index.js';
import type { CompletenessLimit, StoredPast } from '../store/index.js';
import { dayInWords } from './figure.js';

/** The range of complete data. */
export interface Completeness {
  /** The first complete day; null: none yet. */
  from: string | null;
  /** Why figures begin later than the account's first row, for people; null: they do not. */
  reason: string | null;
  /** Beginning of futures trades, if the exchange provides no older ones. */
  futuresSince: Date | null;
  /** Beginning of known funding; null: the account never had futures, or all funding is known. */
  fundingSince: Date | null;
  /** Why funding is unknown; null: it is known. */
  fundingUnknown: string | null;
}

/** Window of each venue's lists. */
const REACH: Readonly<Record<Venue, { spot: string; futures: string }>> = {
  binance: { spot: '', futures: 'six months' },
  bybit: { spot: 'two years', futures: 'two years' },
  okx: { spot: 'three months', futures: 'three months' },
};

const sentences: Readonly<Record<CompletenessLimit, (name: string, venue: Venue, from: string | null) => string>> = {
  deposits: (name, _, from) => `We have read ${name}'s deposits back to ${inWords(from)} so far.`,
  withdrawals: (name, _, from) => `We have read ${name}'s withdrawals back to ${inWords(from)} so far.`,
  'spot trades': (name, venue) => `${name} provides spot trades for the last ${REACH[venue].spot} only.`,
  'futures trades': (name, venue) => `${name} provides futures trades for the last ${REACH[venue].futures} only.`,
  'futures journal': (name) => `${name} provides funding payments for the last three months only.`,
  'no futures journal': (name) => `${name} does not provide funding payments, so performance begins with your first sync.`,
  'unlocated balances': (name) =>
    `Some balances come from movements that ${name} does not list, so performance begins once they no longer matter.`,
};

const inWords = (day: string | null) => (day === null ? 'the date shown' : dayInWords(day));

export function completenessOf(venue: Venue | null, from: string | null, past: StoredPast | null): Completeness {
  if (!venue || !past) return { from, reason: null, futuresSince: null, fundingSince: null, fundingUnknown: null };
  const { name } = venueProfiles[venue];
  const funding = past.fundingFrom === null ? -Infinity : Number(past.fundingFrom);
  const limitedFrom = past.from === null ? null : new Date(past.from).toISOString().slice(0, 10);
  return {
    from,
    reason: past.limit && sentences[past.limit](name, venue, limitedFrom),
    futuresSince: past.futuresFrom === null ? null : new Date(past.futuresFrom),
    fundingSince: Number.isFinite(funding) ? new Date(funding) : null,
    fundingUnknown: funding === Infinity ? `${name} does not provide funding payments.` : null,
  };
}
