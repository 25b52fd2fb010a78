import type { MemberSet } from './member-set.types.js';

/** What a member's data export has of signals and prices. */
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
  {
    path: 'alerts.json',
    about: 'Price alerts that you set, and when each of them fired',
    tables: ['alerts', 'alert_firings'],
    sql: `select a.created_at as "setAt", a.kind, a.venue as exchange, a.market, a.base || '/' || a.quote as pair,
        a.signal_id as "signalId", trim_scale(a.level)::text as level, a.way, trim_scale(a.percent)::text as percent, a.repeats,
        a.state, a.end_reason as "endReason",
        (select coalesce(jsonb_agg(jsonb_build_object('firedAt', f.fired_at, 'candleAt', f.minute, 'way', f.way,
          'level', trim_scale(f.level)::text, 'high', trim_scale(f.high)::text, 'low', trim_scale(f.low)::text) order by f.id), '[]')
          from alert_firings f where f.alert_id = a.id) as fired
      from alerts a where a.user_id = $1 order by a.id`,
  },
];
