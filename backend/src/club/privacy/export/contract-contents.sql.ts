import type { MemberSet } from './member-set.types.js';

/** What the club or the fund gets of a member's profit, and from what it was computed. */
export const contractSets: MemberSet[] = [
  {
    path: 'fund.json',
    about: 'Your mandates with the fund: what you signed, what was computed of each day, your redemptions, and what was invoiced',
    tables: ['fund_mandates', 'fund_days', 'fund_results', 'fund_proposals', 'fund_redemptions', 'fund_settlement_ticks', 'fund_invoices'],
    sql: `select m.id, m.state, m.terms_version as "termsVersion", m.text_sha256 as "textSha256", m.signed_name as "signedName",
        m.signed_at as "signedAt", m.decided_at as "decidedAt", m.decline_reason as "declineReason", m.starts_at as "startsAt",
        m.opening_equity::text as "openingEquity", m.ended_at as "endedAt", r.answer as figures, r.computed_at as "computedAt",
        (select json_agg(json_build_object('day', d.day, 'waiting', d.waiting, 'equity', d.equity::text, 'flow', d.flow::text,
          'paid', d.paid::text, 'result', d.result::text, 'base', d.base::text, 'managementFee', d.management_fee::text,
          'profit', d.profit::text, 'highWaterMark', d.high_water_mark::text, 'owed', d.owed::text) order by d.day)
          from fund_days d where d.mandate_id = m.id) as days,
        (select json_agg(json_build_object('id', x.id, 'requestedAt', x.requested_at, 'amount', coalesce(x.amount::text, 'all'),
          'cancelledAt', x.cancelled_at, 'acknowledgedAt', x.acknowledged_at, 'settledAt', x.settled_at, 'checklist',
          (select json_agg(json_build_object('item', t.item, 'doneAt', t.ticked_at) order by t.ticked_at, t.item)
            from fund_settlement_ticks t where t.redemption_id = x.id)) order by x.requested_at, x.id)
          from fund_redemptions x where x.mandate_id = m.id) as redemptions,
        (select json_agg(json_build_object('kind', f.kind, 'period', f.period, 'amount', f.amount::text, 'invoice', f.invoice_id)
          order by f.period, f.kind) from fund_invoices f where f.mandate_id = m.id) as invoiced
      from fund_mandates m left join fund_results r on r.mandate_id = m.id where m.user_id = $1 order by m.signed_at, m.id`,
  },
  {
    path: 'club-share.json',
    about: "The club's share of your profit with signals: lines, entries and periods as computed last, what was invoiced, and from what",
    tables: ['share_results', 'share_lines', 'share_entries', 'share_periods', 'share_invoices', 'share_invoice_cases'],
    sql: `select r.computed_at as "computedAt", r.case_file::json as case,
        (select json_agg(json_build_object('signal', l.signal_id, 'symbol', l.symbol, 'market', l.market, 'side', l.side,
          'entry', l.entry_trade, 'exit', l.exit_trade, 'quantity', l.qty::text, 'gross', l.gross::text, 'fees', l.fees::text,
          'profit', l.profit::text, 'state', l.state) order by l.position) from share_lines l where l.user_id = r.user_id) as lines,
        (select json_agg(json_build_object('signal', e.signal_id, 'quantity', e.qty::text, 'slippage', e.slippage::text)
          order by e.signal_id) from share_entries e where e.user_id = r.user_id) as entries,
        (select json_agg(json_build_object('name', p.name, 'from', p.starts_at, 'to', p.ends_at, 'profit', p.profit::text,
          'cumulativeProfit', p.cumulative_profit::text, 'highWaterMark', p.high_water_mark::text, 'chargeable', p.chargeable::text,
          'share', p.share::text) order by p.ends_at) from share_periods p where p.user_id = r.user_id) as periods,
        (select json_agg(json_build_object('period', i.period, 'amount', i.amount::text, 'invoice', i.invoice_id, 'case', c.case_file::json)
          order by i.ends_at) from share_invoices i left join share_invoice_cases c on c.invoice_id = i.invoice_id
          where i.user_id = r.user_id) as invoiced
      from share_results r where r.user_id = $1`,
  },
  {
    path: 'share-disputes.json',
    about: "Lines of the club's share that you disputed, and what was decided about them",
    tables: ['share_disputes'],
    sql: `select id, signal_id as signal, symbol, entry as "entryTrade", exit as "exitTrade", qty::text as quantity, profit::text as profit,
        reason, opened_at as "openedAt", state, closed_at as "closedAt", decision_reason as "decisionReason"
      from share_disputes where user_id = $1 order by opened_at, id`,
  },
];
