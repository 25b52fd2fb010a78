import type { MemberSet } from './member-set.types.js';

/** What a member's data export has of signals. */
export const signalSets: MemberSet[] = [
  {
    path: 'signals.json',
    about: 'Which signals you were shown, and when for the first time',
    tables: ['signal_receipts'],
    sql: `select r.seen_at as "firstShownAt", s.asset, s.trade_type as "tradeType", s.published_at as "publishedAt", s.id as signal
      from signal_receipts r join signals s on s.id = r.signal_id where r.user_id = $1 order by r.seen_at, s.id`,
  },
  {
    path: 'signal-marks.json',
    about: 'Signals that you marked as taken or passed, with the price and quantity that you entered',
    tables: ['signal_marks'],
    sql: `select signal_id as "signalId", stance, trim_scale(entry_price)::text as "entryPrice", trim_scale(quantity)::text as quantity,
        marked_at as "markedAt"
      from signal_marks where user_id = $1 order by marked_at, signal_id`,
  },
];
