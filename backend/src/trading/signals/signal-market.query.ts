import { sql } from 'kysely';
import type { Market, Venue } from '../venues/index.js';

// The market on which a signal `s` is scored. Signals published before it was stored count as signals of today's default venue.

export const venueOfSignal = sql<Venue>`coalesce(s.venue, 'binance')`;
export const marketOfSignal = sql<Market>`coalesce(s.market, case when s.leverage_factor > 1 then 'futures' else 'spot' end)`;
