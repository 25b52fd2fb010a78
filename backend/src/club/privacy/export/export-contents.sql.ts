// Contents of a member's data export. A test compares them with all tables about members.

import { alertSets } from './alert-contents.sql.js';
import { calendarSet } from './calendar-contents.sql.js';
import { contractSets } from './contract-contents.sql.js';
import { commentSet } from './comment-contents.sql.js';
import { messagingSets } from './messaging-contents.sql.js';
import { signalSets } from './signal-contents.sql.js';
import type { MemberSet } from './member-set.types.js';

/** Rows of the member's exchange accounts: every column but sealed ones, decimals with the exchange's digits. */
export interface AccountSet {
  path: string;
  about: string;
  table: string;
  orderBy: string;
}

export const memberSets: MemberSet[] = [
  {
    path: 'account.json',
    about:
      'Your account: name, contact, membership, states, language, currency, risk per signal, and the version of the terms you accepted',
    tables: ['users'],
    sql: `select u.id, u.email, u.surname, u.other_name as "firstName", u.phone_number as "phoneNumber", u.country,
        u.date_of_birth as "dateOfBirth", u.role as membership, u.status, u.kyc_status as "kycStatus", u.payment_status as "paymentStatus",
        u.referral_code as "ownReferralCode", u.color, u.language, u.currency, u.risk_percent::text as "riskPercent",
        u.created_at as "registeredAt", u.email_confirmed_at as "emailConfirmedAt", u.terms_version as "acceptedTermsVersion"
      from users u where u.id = $1`,
  },
  {
    path: 'referrals.json',
    about: 'People who registered with your code, as you see them on your referral page',
    tables: ['users'],
    sql: `select surname, other_name as "firstName", country from users where referred_by_id = $1 order by created_at, id`,
  },
  {
    path: 'consents.json',
    about: 'What you agreed to and what you took back: the text, its version, language and SHA-256, when, network and browser',
    tables: ['consent_events'],
    sql: `select at, purpose, state, document, version, language, encode(text_hash, 'hex') as "textSha256", network, user_agent as browser
      from consent_events where user_id = $1 order by at, id`,
  },
  {
    path: 'deleted-submissions.json',
    about: 'Verifications and payments whose papers we have deleted because their time was over',
    tables: ['shredded_submissions'],
    sql: `select id, kind, status, submitted_at as "submittedAt", decided_at as "decidedAt", shredded_at as "deletedAt", files
      from shredded_submissions where user_id = $1 order by shredded_at, id`,
  },
  {
    path: 'sessions.json',
    about: 'When, from which network and with which browser you signed in',
    tables: ['sessions'],
    sql: `select created_at as "openedAt", last_seen_at as "lastSeenAt", ended_at as "endedAt", end_reason as "endReason",
        network, user_agent as browser
      from sessions where user_id = $1 order by created_at, id`,
  },
  {
    path: 'second-factors.json',
    about: 'Your second factors, without their secrets',
    tables: ['totp_factors', 'passkeys', 'recovery_codes'],
    sql: `select 'authenticator app' as kind, null as name, created_at as "addedAt", null::timestamptz as "lastUsedAt"
      from totp_factors where user_id = $1 and confirmed_at is not null
      union all select 'passkey', name, created_at, last_used_at from passkeys where user_id = $1
      union all select 'recovery code', null, created_at, used_at from recovery_codes where user_id = $1 order by 3`,
  },
  {
    path: 'payments.json',
    about: 'Your payments, and what was decided about them',
    tables: ['payments'],
    sql: `select id, membership, amount::text as amount, currency, txid as "transactionId", proof_file_id as "proofFileId",
        status, reason, is_final as "isFinal", reopened_at as "reopenedAt", submitted_at as "submittedAt", decided_at as "decidedAt"
      from payments where user_id = $1 order by submitted_at, id`,
  },
  {
    path: 'invoices.json',
    about: 'Your invoices with their lines and how each was calculated, credit notes, and when we reminded you',
    tables: ['invoices', 'invoice_lines', 'invoice_recipients', 'credit_notes', 'invoice_reminders'],
    sql: `select i.id, i.number, i.kind, i.status, i.currency, i.total::text as total, i.language, i.issued_at as "issuedAt",
        i.due_at as "dueAt", i.paid_at as "paidAt", i.voided_at as "voidedAt", r.name as "issuedTo", r.country, i.seller as "issuedBy",
        (select json_agg(json_build_object('line', l.line, 'amount', l.amount::text, 'calculation', l.calculation::json, 'sha256', l.sha256)
          order by l.line) from invoice_lines l where l.invoice_id = i.id) as lines,
        (select json_build_object('number', n.number, 'issuedAt', n.issued_at, 'reason', n.reason, 'issuedBy', n.seller) from credit_notes n
          where n.invoice_id = i.id) as "creditNote",
        (select json_agg(m.at order by m.stage) from invoice_reminders m where m.invoice_id = i.id and m.sent) as "remindedAt"
      from invoices i left join invoice_recipients r on r.invoice_id = i.id where i.user_id = $1 order by i.issued_at, i.id`,
  },
  ...contractSets,
  {
    path: 'invoice-payments.json',
    about: 'Prices that were locked for your invoices, and payments to us on chain',
    tables: ['receiving_addresses', 'payment_quotes', 'chain_transfers'],
    sql: `select i.number as invoice,
        (select json_agg(json_build_object('chain', a.chain, 'address', a.address, 'createdAt', a.created_at) order by a.chain)
          from receiving_addresses a where a.invoice_id = i.id) as addresses,
        (select json_agg(json_build_object('chain', q.chain, 'address', q.address, 'dollars', q.usd::text, 'rate', q.rate::text,
          'units', q.units::text, 'openedAt', q.opened_at, 'endsAt', q.ends_at, 'sources', q.sources) order by q.opened_at, q.id)
          from payment_quotes q where q.invoice_id = i.id) as quotes,
        (select json_agg(json_build_object('chain', c.chain, 'transactionId', c.txid, 'position', c.position, 'address', c.address,
          'units', c.units::text, 'state', c.state, 'firstSeenAt', c.first_seen_at, 'blockTime', c.block_time, 'resolution', c.resolution,
          'resolutionNote', c.resolution_note)
          order by c.first_seen_at, c.txid, c.position) from chain_transfers c where c.invoice_id = i.id) as transfers
      from invoices i where i.user_id = $1 order by i.issued_at, i.id`,
  },
  {
    path: 'ledger.json',
    about: 'What our books say about you: what you owed, paid and have as credit. Positive amounts are owed to us',
    tables: ['ledger_transactions', 'ledger_postings'],
    sql: `select t.at, t.kind, t.reference as "about", split_part(p.account, ':', 1) as account, p.currency, p.amount::text as amount
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where p.account in ('receivable:' || $1::text, 'credit:' || $1::text) order by t.at, t.id, p.line`,
  },
  {
    path: 'mails.json',
    about: 'Which emails we sent you and when, and which of them you unsubscribed by; their texts are not kept once they have left',
    tables: ['mail_deliveries', 'broadcast_deliveries', 'mail_bounces'],
    sql: `select letter as mail, address, created_at as "writtenAt", sent_at as "sentAt", refused_at as "refusedAt",
        null::timestamptz as "unsubscribedAt"
      from mail_deliveries where user_id = $1
      union all select 'broadcast: ' || b.subject, null, b.created_at, d.sent_at, null, d.unsubscribed_at
      from broadcast_deliveries d join broadcasts b on b.id = d.broadcast_id where d.user_id = $1
      union all select 'bounced (' || kind || ')', address, bounced_at, null, bounced_at, null from mail_bounces
      where user_id = $1 order by 3`,
  },
  ...messagingSets,
  ...signalSets,
  {
    path: 'lessons.json',
    about: 'How far you are with each lesson: opened, completed, bookmarked, your best result in its quiz and how often you tried',
    tables: ['lesson_progress'],
    sql: `select lesson, started_at as "startedAt", completed_at as "completedAt", bookmarked_at as "bookmarkedAt",
        best_score as "bestScore", attempts, last_attempt_at as "lastAttemptAt"
      from lesson_progress where user_id = $1 order by lesson`,
  },
  {
    path: 'verification-requests.json',
    about: 'Documents of your verification that we asked for again, and why; who asked is left out',
    tables: ['document_requests'],
    sql: `select r.submission_id as "verificationId", r.document, r.reason, r.asked_at as "askedAt", r.ended_at as "endedAt",
        r.is_answered as "answered", r.earlier_file_id as "earlierFileId"
      from document_requests r join kyc_submissions k on k.id = r.submission_id where k.user_id = $1 order by r.asked_at, r.id`,
  },
  {
    path: 'notes.json',
    about: 'Notes of our staff on your account; who wrote them is left out',
    tables: ['member_notes'],
    sql: `select created_at as "writtenAt", text from member_notes where user_id = $1 order by created_at, id`,
  },
  ...alertSets,
  commentSet,
  calendarSet,
  {
    path: 'activity.json',
    about: 'What was done in your name, and when our staff looked at your documents or decided about them; who it was is left out',
    tables: ['audit_events'],
    sql: `select at, action, case when actor_id = $1 then 'you' when actor_role = 'admin' then 'our staff' else 'the system' end as by,
        case when actor_id = $1 then network end as network, target_type as "about",
        case when action = 'file.view' then detail ->> 'purpose' end as document
      from audit_events where actor_id = $1 or (target_type = 'user' and target_id = $1::text)
        or (action = 'file.view' and detail ->> 'userId' = $1::text) or (action = 'kyc.reveal' and detail ->> 'userId' = $1::text)
      order by at, id`,
  },
  {
    path: 'requests.json',
    about: 'What you asked about your own data',
    tables: ['data_exports', 'erasure_requests'],
    sql: `select 'export' as kind, state, requested_at as "requestedAt", coalesce(ready_at, expires_at) as "endedAt", null as reason
      from data_exports where user_id = $1
      union all select 'erasure', state, requested_at, ended_at, reason from erasure_requests where user_id = $1 order by 3`,
  },
  {
    path: 'exchange/accounts.json',
    about: 'Your accounts at exchanges, with what is known of their keys; the keys themselves are secrets and stay sealed',
    tables: ['exchange_accounts'],
    sql: `select id, venue as exchange, uid as "accountNumber", key_hint as "keyEndsWith", key_state as "keyState",
        key_rights as "keyRights", key_checked_at as "keyCheckedAt", is_current as "inUse", balances_read_at as "lastReadAt", created_at
          as "addedAt"
      from exchange_accounts where user_id = $1 order by created_at, id`,
  },
  {
    path: 'exchange/readings.json',
    about: 'When your account was read',
    tables: ['sync_runs'],
    sql: `select account_id as "accountId", trigger, kind, state, created_at as "createdAt", started_at as "startedAt",
        finished_at as "finishedAt", rows, warnings, error
      from sync_runs where user_id = $1 order by created_at, id`,
  },
];

export const accountSets: AccountSet[] = [
  { path: 'exchange/spot-trades.json', about: 'Your spot trades', table: 'spot_trades', orderBy: 'time, trade_id' },
  { path: 'exchange/futures-trades.json', about: 'Your futures trades', table: 'futures_trades', orderBy: 'time, trade_id' },
  { path: 'exchange/futures-income.json', about: 'Every change of your futures wallet', table: 'futures_income', orderBy: 'time, tran_id' },
  { path: 'exchange/deposits.json', about: 'Your deposits', table: 'deposits', orderBy: 'inserted_at, id' },
  { path: 'exchange/withdrawals.json', about: 'Your withdrawals', table: 'withdrawals', orderBy: 'applied_at, id' },
  {
    path: 'exchange/wallet-movements.json',
    about: 'Your transfers between wallets, conversions, small balances converted and dividends',
    table: 'wallet_movements',
    orderBy: 'time, kind, id',
  },
  { path: 'exchange/wallets.json', about: 'Your wallets at the last reading', table: 'wallet_balances', orderBy: 'position' },
  { path: 'exchange/coins.json', about: 'Your coins at the last reading', table: 'asset_balances', orderBy: 'coin' },
  {
    path: 'exchange/futures-assets.json',
    about: 'Your futures wallet by coin at the last reading',
    table: 'futures_assets',
    orderBy: 'asset',
  },
  {
    path: 'exchange/open-orders.json',
    about: 'Your open futures orders at the last reading',
    table: 'futures_orders',
    orderBy: 'time, order_id',
  },
  {
    path: 'exchange/open-positions.json',
    about: 'Your open futures positions at the last reading',
    table: 'futures_positions',
    orderBy: 'symbol, position_side',
  },
  {
    path: 'exchange/reconciliation.json',
    about: 'How your balances compare with your rows',
    table: 'reconciliations',
    orderBy: 'kind, asset',
  },
  { path: 'exchange/reconciliation-state.json', about: 'When they were compared last', table: 'reconciliation_states', orderBy: 'read_at' },
  { path: 'exchange/reconciliation-days.json', about: 'The same, day by day', table: 'reconciliation_days', orderBy: 'day' },
  {
    path: 'portfolio/summary.json',
    about: 'What your account is worth, and when that was computed',
    table: 'portfolio_states',
    orderBy: 'read_at',
  },
  {
    path: 'portfolio/deposit-costs.json',
    about: 'What you told us that deposited coins cost, for your tax report',
    table: 'tax_deposit_costs',
    orderBy: 'deposit_id',
  },
  { path: 'portfolio/days.json', about: 'Your equity and return, day by day', table: 'portfolio_days', orderBy: 'day' },
  { path: 'portfolio/periods.json', about: 'The stretches that your return is made of', table: 'portfolio_periods', orderBy: 'started_at' },
  { path: 'portfolio/flows.json', about: 'Money that came in or left', table: 'portfolio_flows', orderBy: 'at, kind, id' },
  {
    path: 'portfolio/positions.json',
    about: 'What trading each coin and contract has brought',
    table: 'portfolio_positions',
    orderBy: 'market, asset',
  },
];

/** Tables about members that are not exported, and why. The README of the archive lists them. */
export const leftOut: { tables: string[]; what: string; why: string }[] = [
  {
    tables: ['mail_tokens', 'webauthn_challenges'],
    what: 'Your password, the secrets of your second factors, your session tokens and the links we mailed you',
    why: 'They are secrets, most of them are kept as fingerprints alone, and a file with them would open your account.',
  },
  {
    tables: ['idempotency_keys', 'sync_cursors', 'portfolio_checkpoints'],
    what: 'Bookkeeping of the program: where a reading stopped, answers kept for a repeated request',
    why: 'It tells nothing about you that is not in the other files.',
  },
  {
    tables: ['team_invitations', 'inbox_assignments'],
    what: 'Invitations to the team that works for the club, and who of the team takes care of a case',
    why: 'They are about people who work with us or whom we invite to, not about members.',
  },
  {
    tables: ['retention_holds'],
    what: 'Internal notes',
    why: 'Where a law asks us to keep data longer, we note it; telling everybody of it could defeat an investigation.',
  },
  {
    tables: ['kyc_fingerprints'],
    what: 'Keyed fingerprints of your documents',
    why: 'They show us that a document is sent a second time. They are computed from the documents, which are in this copy.',
  },
  {
    tables: [],
    what: 'Your exchange key and your exchange sign-in',
    why: 'They are sealed. You have them, and you can make a new key at your exchange at any time.',
  },
  { tables: [], what: 'Names of our staff, and of whoever invited you', why: 'That is other people’s data.' },
];
