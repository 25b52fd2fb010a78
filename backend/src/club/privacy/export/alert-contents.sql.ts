import type { MemberSet } from './member-set.types.js';

/** The parts of a member's export about alerts. */
export const alertSets: readonly MemberSet[] = [
  {
    path: 'alerts.json',
    about: 'Price alerts that you set, those that were kept for your positions, and when each of them fired',
    tables: ['alerts', 'alert_firings'],
    sql: `select a.created_at as "setAt", a.kind, a.venue as exchange, a.market, a.base || '/' || a.quote as pair,
        a.signal_id as "signalId", a.position_symbol as position,
        trim_scale(a.level)::text as level, a.way, trim_scale(a.percent)::text as percent, a.repeats,
        a.state, a.end_reason as "endReason",
        (select coalesce(jsonb_agg(jsonb_build_object('firedAt', f.fired_at, 'candleAt', f.minute, 'way', f.way,
          'level', trim_scale(f.level)::text, 'high', trim_scale(f.high)::text, 'low', trim_scale(f.low)::text) order by f.id), '[]')
          from alert_firings f where f.alert_id = a.id) as fired
      from alerts a where a.user_id = $1 order by a.id`,
  },
  {
    path: 'account-alerts.json',
    about: 'Alerts about your account that are on, and when they fired',
    tables: ['account_alerts', 'account_alert_firings'],
    sql: `select kind, trim_scale(percent)::text as percent, started_at as "setAt", null::timestamptz as "firedAt", null::timestamptz as at,
          null as drawdown, null as coin, null as amount, null as network
        from account_alerts where user_id = $1
      union all
      select kind, trim_scale(percent)::text, null, fired_at, at, trim_scale(drawdown)::text, coin, trim_scale(amount)::text, network
        from account_alert_firings where user_id = $1
      order by "setAt" nulls last, "firedAt", kind`,
  },
];
