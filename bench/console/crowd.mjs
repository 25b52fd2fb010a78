// A club that has grown: everything a console has to page through, in the proportions of a real one, written by the database itself.
import { randomUUID } from 'node:crypto';

export const SIZES = {
  users: 100_000,
  /** Each of submissions and payments. */
  reviews: 10_000,
  spotTrades: 700_000,
  futuresTrades: 300_000,
  auditEvents: 100_000,
  signals: 20_000,
  outbox: 50_000,
  broadcasts: 200,
  analyses: 500,
  sessions: 50_000,
  erasures: 500,
};

/** Enough of everything for several pages. */
const LEAST = 150;

/** The same club in a fraction of its size, for tests. */
export function scaled(factor) {
  return Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [name, Math.max(LEAST, Math.ceil(size / factor))]));
}

const parts = `array['ada','ben','chi','dan','ema','fay','gus','hal','ify','jon','kay','leo','mia','ned',
  'oma','pia','quo','ruth','sam','tolu','uma','vic','wes','xan','yan','zoe']`;
const part = (seed) => `(${parts})[1 + (${seed}) % 26]`;
const nth = (values, seed) =>
  `(array[${values.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ')}])[1 + (${seed}) % ${values.length}]`;
/** An id that every statement can name again, of the form that ids have. */
const idOf = (kind, n = 'n') => `overlay(overlay(md5('${kind} ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
/** Years of joining, the latest first. */
const ago = (n, every) => `now() - (${n}) * interval '${every}'`;

/**
 * Members who have sent what an admin decides, by the number they joined with: so many approved, waiting, rejected, and the rest a second
 * time.
 */
const shares = (reviews) => ({
  approved: Math.floor(reviews * 0.6),
  waiting: Math.floor(reviews * 0.15),
  rejected: Math.floor(reviews * 0.15),
  again: Math.floor(reviews * 0.1),
});
const statusOf = ({ approved, waiting, rejected }, n = 'n') =>
  `case when ${n} <= ${approved} then 'approved' when ${n} <= ${approved + waiting} then 'pending' when ${n} ` +
  `<= ${approved + waiting + rejected} then 'rejected' end`;

function people(sizes) {
  const review = shares(sizes.reviews);
  return [
    `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code, status,
      kyc_status, payment_status, rejected_at, email_confirmed_at, created_at)
     select ${idOf('user')}, ${part('n')} || n || '@' || ${part('n / 7')} || '.example', initcap(${part('n / 26')} || ${part('n / 676')}),
       initcap(${part('n * 7')} || ${part('n / 5')}), '+' || (2347000000000 + n * 7919),
       ${nth(['Nigeria', 'Nigeria', 'Nigeria', 'Ghana', 'Kenya', 'United Kingdom', 'Germany', 'Malta'], 'n * 3')},
         date '1960-01-01' + (n % 14000), case when n % 5 < 3 then 'trade club' else 'hedge fund' end, 'x',
         substr(md5('code ' || n), 1, 12),
       case when n % 20 = 0 then 'deactivated' else 'active' end, ${statusOf(review)}, ${statusOf(review, '(n + 40)')},
         case when n % 33 = 0 then ${ago('n', '3 minutes')} end, ${ago('n', '15 minutes')}, ${ago('n', '15 minutes')}
     from generate_series(1, ${sizes.users}) n`,
    `update users u set referred_by_id = r.id from (select ${idOf('user')} as id,
      ${idOf('user', '(n / 9)')} as by from generate_series(9, ${sizes.users}, 4) n) m join users r on r.id = m.by where u.id = m.id`,
    `insert into sessions (id, user_id, created_at, last_seen_at, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch, ended_at,
      end_reason, network, user_agent)
     select gen_random_uuid(), ${idOf('user', `(1 + n % ${Math.min(5_000, sizes.users)})`)}, ${ago('n', '2 minutes')},
       ${ago('n', '2 minutes')}, 1800, ${ago('n', '2 minutes')} + interval '30 minutes', ${ago('n', '2 minutes')} + interval '12 hours', 0,
       case when n % 10 > 0 then ${ago('n', '1 minute')} end, case when n % 10 > 0 then 'signed-out' end, '203.0.113.0/24',
         'Mozilla/5.0 (X11; Linux x86_64)' from generate_series(1, ${sizes.sessions}) n`,
    `insert into notification_preferences (user_id, kind, channel, value)
      select id, 'news', 'email', 'on' from users where abs(hashtext(id::text)) % 3 = 0`,
    `insert into erasure_requests (id, user_id, state, requested_at, answer_due_at)
      select gen_random_uuid(), ${idOf('user', `(${sizes.reviews} + n)`)},
      ${nth(['restricted', 'withdrawn', 'refused', 'completed'], 'n')}, ${ago('n', '1 hour')}, ${ago('n', '1 hour')} + interval '30 days'
      from generate_series(1, ${sizes.erasures}) n`,
  ];
}

function reviews(sizes) {
  const share = shares(sizes.reviews);
  const first = share.approved + share.waiting + share.rejected;
  const rows = `select n, case when n <= ${first} then n else n - ${first} end as member,
    case when n <= ${first} then ${statusOf(share)} else 'rejected' end as status from generate_series(1, ${first + share.again}) n`;
  const decided =
    `case when r.status <> 'pending' then ${ago('r.n', '80 minutes')} end, case when r.status = 'rejected' then 'The ` +
    `document is out of date' end`;
  return [
    `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256)
     select ${idOf('file', `(p || n)`)}, ${idOf('user', `(1 + n % ${first})`)}, p, 'image/jpeg', 90000, md5(p || n),
       decode(md5(p || n), 'hex') from generate_series(1, ${first + share.again}) n,
       unnest(array['id-card', 'proof-of-address', 'payment-proof']) p`,
    `insert into kyc_submissions (id, user_id, user_type, platform, address, id_card_file_id, proof_file_id, exchange_account_id,
      api_key_hint, secret_key_hint, status, submitted_at, decided_at, reason)
     select ${idOf('kyc', 'r.n')}, u.id, u.role, 'binance', '\\x00', ${idOf('file', `('id-card' || r.n)`)},
       ${idOf('file', `('proof-of-address' || r.n)`)}, case when r.status = 'approved' then ${idOf('account', 'r.member')} end, 'a1b2',
       'c3d4', r.status,
       ${ago('r.n', '90 minutes')}, ${decided} from (${rows}) r join users u on u.id = ${idOf('user', 'r.member')}`,
    // Payments begin forty members earlier, so that the two lists are not of the same people.
    `insert into payments (id, user_id, membership, amount, proof_file_id, txid, status, submitted_at, decided_at, reason)
     select ${idOf('payment', 'r.n')}, u.id, u.role, case when u.role = 'trade club' then 50 else 20 end,
       ${idOf('file', `('payment-proof' || r.n)`)}, case when r.n % 4 > 0 then md5('tx' || r.n) || md5('ty' || r.n) end, r.status,
       ${ago('r.n', '90 minutes')}, ${decided}
     from (${rows}) r join users u on u.id = ${idOf('user', '(r.member - 40)')}`,
  ];
}

function exchange(sizes) {
  const { approved } = shares(sizes.reviews);
  const traders = Math.min(400, approved);
  // The first member has a long history of their own; the rest share what is left.
  const trader = (n) => `case when ${n} % 6 = 0 then 1 else 2 + ${n} % ${traders - 1} end`;
  const perAccount = (n, values) => `from generate_series(1, ${approved}) a, generate_series(1, ${n}) n ${values ?? ''}`;
  return [
    `insert into exchange_accounts (id, user_id, venue, api_key, secret_key, key_hint, fingerprint, key_state, key_rights, key_checked_at,
      sync_enabled, last_synced_at, next_sync_at)
     select ${idOf('account')}, ${idOf('user')}, ${nth(['binance', 'binance', 'bybit', 'okx'], 'n')}, '\\x01', '\\x01', 'a1b2',
       decode(md5('key' || n), 'hex'), ${nth(['valid', 'valid', 'valid', 'valid', 'invalid', 'unchecked', 'too_powerful'], 'n')},
       '["read"]', ${ago('n', '3 minutes')}, true,
       case when n % 9 > 0 then ${ago('n % 40', '1 minute')} when n % 2 = 0 then ${ago('n', '10 minutes')} end, now() + interval '1 day'
         from generate_series(1, ${approved}) n`,
    `insert into sync_runs (id, account_id, user_id, trigger, state, created_at, started_at, finished_at, rows, warnings, error)
     select gen_random_uuid(), ${idOf('account', 'a')}, ${idOf('user', 'a')}, ${nth(['schedule', 'schedule', 'demand', 'approval'], 'n')},
       case when n = 1 and a % 50 = 0 then 'running' when (a + n) % 12 = 0 then 'failed' else 'done' end,
       ${ago('n * 15 + a % 15', '1 minute')}, ${ago('n * 15 + a % 15', '1 minute')},
       case when n = 1 and a % 50 = 0 then null else ${ago('n * 15 + a % 15 - 1', '1 minute')} end, '{"spot_trades": 3}', '[]',
         case when (a + n) % 12 = 0 then 'The exchange did not answer in time' end ${perAccount(10)}`,
    `insert into wallet_balances (account_id, position, name, balance)
      select ${idOf('account', 'a')}, n, ${nth(['Spot', 'USD-M Futures', 'Funding'], 'n - 1')}, 1000 + a * n ${perAccount(3)}`,
    `insert into asset_balances (account_id, coin, free, locked, value)
      select ${idOf('account', 'a')}, ${nth(['BTC', 'ETH', 'USDT', 'BNB', 'SOL'], 'n - 1')}, a * 0.01, 0, 100 + a ${perAccount(5)}`,
    `insert into asset_balances (account_id, coin, free, locked, value) select ${idOf('account', '1')}, 'C' || n, n, 0, n
      from generate_series(1, 300) n`,
    `insert into futures_positions (account_id, symbol, position_side, position_amt, entry_price, break_even_price, mark_price,
      unrealized_profit, liquidation_price, initial_margin, position_initial_margin, margin_asset, leverage, updated_at)
     select ${idOf('account', '1')}, 'P' || n || 'USDT', 'BOTH', 1, 100, 100, 101, 1, 50, 10, 10, 'USDT', 10, ${ago('n', '1 minute')}
       from generate_series(1, 300) n`,
    `insert into futures_orders (account_id, order_id, symbol, price, orig_qty, executed_qty, orig_type, type, side, position_side,
      stop_price, working_type, time)
     select ${idOf('account', '1')}, n::text, 'P' || n || 'USDT', 100, 1, 0, 'LIMIT', 'LIMIT', 'BUY', 'BOTH', 0, 'MARK_PRICE',
       ${ago('n', '1 minute')} from generate_series(1, 300) n`,
    `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
     select ${idOf('account', `(${trader('n')})`)}, 'S' || n % 20 || 'USDT', n::text, n % 2 = 0, n::text, false, 100 + n % 1000, 0.5, n,
       0.001, 'BNB', timestamptz '2024-01-01Z' + n * interval '90 seconds' from generate_series(1, ${sizes.spotTrades}) n`,
    `insert into futures_trades (account_id, symbol, trade_id, buyer, order_id, maker, position_side, price, qty, quote_qty, realized_pnl,
      fee, fee_asset, time)
     select ${idOf('account', `(${trader('n')})`)}, 'F' || n % 20 || 'USDT', n::text, n % 2 = 0, n::text, false, 'BOTH', 100 + n % 1000,
       0.5, n, n % 13 - 6, 0.001, 'USDT', timestamptz '2024-01-01Z' + n * interval '200 seconds'
       from generate_series(1, ${sizes.futuresTrades}) n`,
    `insert into futures_income (account_id, kind, tran_id, asset, symbol, amount, time)
     select ${idOf('account', `(${trader('n')})`)}, ${nth(['FUNDING_FEE', 'COMMISSION', 'REALIZED_PNL'], 'n')}, n::text, 'USDT',
       'F' || n % 20 || 'USDT', 0.25, timestamptz '2024-01-01Z' + n * interval '600 seconds'
       from generate_series(1, ${Math.ceil(sizes.futuresTrades / 3)}) n`,
    `insert into deposits (account_id, id, coin, network, amount, wallet_type, status, final, tx_id, inserted_at)
      select ${idOf('account', `(${trader('n')})`)}, n::text, ${nth(['USDT', 'BTC', 'ETH'], 'n')}, 'TRX', 100, 0, 1, true, md5('d' || n),
      ${ago('n', '7 minutes')} from generate_series(1, ${sizes.sessions}) n`,
    `insert into withdrawals (account_id, id, coin, network, amount, transaction_fee, wallet_type, status, final, tx_id, applied_at)
      select ${idOf('account', `(${trader('n')})`)}, n::text, ${nth(['USDT', 'BTC', 'ETH'], 'n')}, 'TRX', 50, 1, 0, 6, true,
      md5('w' || n), ${ago('n', '7 minutes')} from generate_series(1, ${sizes.sessions}) n`,
    ...['spot_trades', 'futures_trades', 'futures_income'].map(
      (name) =>
        `insert into sync_cursors (account_id, dataset, symbol, state, row_count)
          select account_id, '${name}', symbol, 'complete', count(*) from ${name} group by 1, 3`,
    ),
    `insert into reconciliations (account_id, kind, asset, buys, sells, fees, deposits, withdrawals, transfers, earn, realized_pnl,
      funding, other, expected, reported, residual, residual_worth, status, funding_wallet, read_at, methodology_version)
     select ${idOf('account', 'a')}, case when n < 5 then 'spot' else 'futures' end,
       ${nth(['BTC', 'ETH', 'USDT', 'BNB', 'USDT'], 'n - 1')}, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 10, 10, 0,
       case when (a + n) % 7 > 0 then a % 100 end, ${nth(['balanced', 'balanced', 'explained', 'open', 'unavailable'], 'a + n')}, 0,
       ${ago('a', '1 minute')}, 1 ${perAccount(5)}`,
    `insert into portfolio_states (account_id, read_at, computed_at, first_day, reported, equity, methodology_version)
      select ${idOf('account')}, now(), now(), current_date - 364, 1000, 1000, 1 from generate_series(1, ${traders}) n`,
    `insert into portfolio_days (account_id, day, equity, spot, futures, unrealised, inflow, outflow, realised, fees, funding, day_return,
      "index", drawdown, segment, btc_price)
     select ${idOf('account', 'a')}, current_date - n, 1000 + n, 900, 100 + n, 0, 0, 0, 1, 0.1, 0, 0.001, 1 + n * 0.001, 0, 0, 60000
       from generate_series(1, ${Math.ceil(traders / 4)}) a, generate_series(0, 364) n`,
  ];
}

function records(sizes, admin) {
  const actions = nth(
    [
      'auth.sign-in',
      'auth.sign-in',
      'auth.sign-in',
      'file.view',
      'kyc.approve',
      'kyc.reject',
      'payment.approve',
      'user.deactivate',
      'signal.publish',
      'broadcast.create',
    ],
    'n',
  );
  return [
    `insert into audit_events (id, at, actor_id, actor_role, network, action, target_type, target_id, detail)
     select ${idOf('event')}, ${ago('n', '10 minutes')},
       case when n % 10 < 3 then ${idOf('user', `(1 + n % ${sizes.users})`)} else '${admin}' end,
       case when n % 10 < 3 then 'trade club' else 'admin' end, '203.0.113.0/24', ${actions}, 'user',
       ${idOf('user', `(1 + n % ${sizes.users})`)}::text,
       jsonb_build_object('userId', ${idOf('user', `(1 + n % ${sizes.users})`)}, 'purpose', 'id-card')
         from generate_series(1, ${sizes.auditEvents}) n`,
    `insert into audit_seals (seq, event_id, prev, hash)
      select row_number() over (order by at), event_id, decode(md5('p' || event_id), 'hex'), decode(md5('h' || event_id), 'hex')
      from audit_unsealed`,
    'delete from audit_unsealed',
    `insert into signals (id, asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
      recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
      take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at,
      published_at, created_by)
     select gen_random_uuid(), ${nth(['BTC', 'ETH', 'SOL', 'BNB'], 'n')} || 'USDT', ${nth(['BTC', 'ETH', 'SOL', 'BNB'], 'n')}, 'USDT',
       ${nth(['Buy', 'Sell'], 'n')}, ${nth(['long', 'short'], 'n')}, ${nth(['4 Hours', '1 Week'], 'n')},
       ${nth(['Low', 'Medium', 'High'], 'n')}, '10x', 10, '2%', '3 days', 100, 100, 90, 'none', 110, 120, 130,
       'Bullish', 'Enter on the retest of level ' || n || '. Do not chase.', current_date - (n % 900), '09:30', '2026-12-01',
         now() - (n % 900) * interval '1 day' + interval '7 days', ${ago('n', '1 hour')}, '${admin}'
         from generate_series(1, ${sizes.signals}) n`,
    // Of the outbox most is gone, a part waits, and some was given up.
    `insert into outbox (id, kind, dedupe_key, created_at, available_at, attempts, sent_at, dead_at, error)
     select ${idOf('outbox')}, case when n % 8 = 0 then 'exchange.start-sync' else 'mail.send' end, 'bench ' || n,
       ${ago('n', '9 minutes')}, now() + interval '1 year', n % 5, case when n % 20 > 1 then ${ago('n', '9 minutes')} end,
       case when n % 20 = 1 then ${ago('n', '8 minutes')} end, case when n % 20 = 1 then '550 no such mailbox' end
       from generate_series(1, ${sizes.outbox}) n`,
    `insert into mail_deliveries (id, outbox_id, letter, user_id, created_at, attempts, sent_at, refused_at, last_answer)
     select gen_random_uuid(), ${idOf('outbox')}, ${nth(['confirm-email', 'kyc-decided', 'payment-decided', 'sign-in'], 'n')},
       ${idOf('user', `(1 + n % ${Math.min(20_000, sizes.users)})`)}, ${ago('n', '9 minutes')}, 1,
       case when n % 20 > 1 then ${ago('n', '9 minutes')} end, case when n % 20 = 1 then ${ago('n', '8 minutes')} end, '250 ok'
     from generate_series(1, ${sizes.outbox}) n where n % 8 > 0`,
    `insert into broadcasts (id, subject, message, audience, kind, state, created_by, created_at, starts_at, finished_at)
      select ${idOf('broadcast')}, 'What the club did in week ' || n, repeat('A line about the market. ', 40), 'all', 'news',
      case when n = 1 then 'paused' else 'done' end, '${admin}', ${ago('n', '3 days')}, ${ago('n', '3 days')}, ${ago('n', '3 days')}
      from generate_series(1, ${sizes.broadcasts}) n`,
    `insert into broadcast_deliveries (broadcast_id, user_id, position, status, attempts, sent_at, last_answer)
      select ${idOf('broadcast', '1')}, id, row_number() over (),
      ${nth(['sent', 'sent', 'sent', 'sent', 'queued', 'failed_permanent', 'suppressed'], 'abs(hashtext(id::text))')}, 1, now(), '250 ok'
      from users where role <> 'admin'`,
    `insert into broadcast_deliveries (broadcast_id, user_id, position, status, attempts, sent_at)
      select ${idOf('broadcast', 'b')}, ${idOf('user')}, n, 'sent', 1, now()
      from generate_series(2, ${sizes.broadcasts}) b, generate_series(1, 140) n`,
    `insert into analysis_posts (id, slug, title, summary, body, pairs, tags, audience, state, words, published_at, author_id, created_at,
       updated_at)
     select ${idOf('analysis')}, 'analysis-' || n, 'Week ' || n, 'What moved', repeat('A line about the market. ', 100), '["BTC/USDT"]',
       '["weekly"]', ${nth(['public', 'members'], 'n')}, 'published', 500, ${ago('n', '1 day')}, '${admin}', ${ago('n', '1 day')},
       ${ago('n', '1 day')}
     from generate_series(1, ${sizes.analyses}) n`,
    `insert into analysis_revisions (id, post_id, revision, content)
     select gen_random_uuid(), ${idOf('analysis', '1')}, n, '{}' from generate_series(1, 50) n`,
    `insert into community_profiles (user_id, display_name, name_key, guidelines_version)
     select ${idOf('user')}, 'Member ' || n, 'member' || n, 1 from generate_series(1, ${Math.min(2000, sizes.users)}) n`,
    `insert into comments (id, subject_kind, subject_id, author_id, text, created_at)
     select ${idOf('comment')}, 'analysis', ${idOf('analysis', '1')}, ${idOf('user', `(1 + n % ${Math.min(2000, sizes.users)})`)},
       'What I think of week ' || n, ${ago('n', '9 minutes')} from generate_series(1, ${sizes.users}) n`,
    `insert into calendar_events (id, slug, kind, title, summary, description, starts_at, ends_at, audience, state, published_at,
       scheduled_at, author_id, created_at, updated_at)
     select ${idOf('calendar')}, 'event-' || n, ${nth(['webinar', 'questions'], 'n')}, 'Week ' || n, 'What moved',
       repeat('A line about the market. ', 100), ${ago('n', '1 day')}, ${ago('n', '1 day')} + interval '1 hour',
       ${nth(['public', 'members'], 'n')}, 'published', ${ago('n', '1 day')}, ${ago('n', '1 day')}, '${admin}', ${ago('n', '1 day')},
       ${ago('n', '1 day')}
     from generate_series(1, ${sizes.analyses}) n`,
    `insert into calendar_signups (event_id, user_id)
     select ${idOf('calendar', 'e')}, ${idOf('user')} from generate_series(1, ${Math.min(60, sizes.analyses)}) e,
       generate_series(1, ${Math.min(1000, sizes.users)}) n`,
    `insert into comment_reports (id, comment_id, user_id, reason, created_at)
     select gen_random_uuid(), ${idOf('comment')}, ${idOf('user', '1')}, 'spam', now() from generate_series(1, 50) n`,
    `update broadcasts b set final_counts = jsonb_build_object('sent', 140) where state = 'done'`,
  ];
}

/** Tables that may be younger than this file. */
const younger = (sizes) => ({
  signal_receipts: `insert into signal_receipts (user_id, signal_id, seen_at) select u.id, s.id, now()
    from (select id from users where payment_status = 'approved' order by id limit ${Math.ceil(sizes.users / 500)}) u
    cross join (select id from signals order by published_at desc, id desc limit 1000) s on conflict do nothing`,
});

/** Addresses are sealed by the product's own hand: a list that shows them opens each. */
async function sealAddresses(client, seals) {
  const { rows } = await client.query('select id, user_id from kyc_submissions');
  const sealed = rows.map(({ id, user_id: userId }, n) => ({
    id,
    address: seals.seal({ id, userId }, { address: `${n + 1} Marina Road, Lagos, Nigeria`, login: null }).address,
  }));
  await client.query(
    'update kyc_submissions k set address = s.address from unnest($1::uuid[], $2::bytea[]) s(id, address) where s.id = k.id',
    [sealed.map(({ id }) => id), sealed.map(({ address }) => address)],
  );
}

/** Fills a migrated database that has its first admin. `seals`: the back end's KycSealService. */
export async function fillCrowd(client, { admin, seals, sizes = SIZES, log = () => undefined }) {
  const begun = performance.now();
  // One transaction of a bulk load each; the search index is written once instead of row by row.
  await client.query('set synchronous_commit = off');
  for (const statement of [...people(sizes), ...reviews(sizes), ...exchange(sizes), ...records(sizes, admin)])
    await client.query(statement);
  for (const [table, statement] of Object.entries(younger(sizes))) {
    const { rows } = await client.query('select to_regclass($1) as there', [`public.${table}`]);
    if (rows[0].there) await client.query(statement);
  }
  await sealAddresses(client, seals);
  await client.query('vacuum analyze');
  log(`filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/** Ids that requests are made with. */
export async function landmarks(client, admin) {
  const {
    rows: [ids],
  } = await client.query(
    `select ${idOf('user', '1')}::text as trader, ${idOf('broadcast', '1')}::text as broadcast, ${idOf('analysis', '1')}::text as analysis,
      ${idOf('comment', '1')}::text as comment, ${idOf('calendar', '1')}::text as calendar,
      ${idOf('kyc', '1')}::text as review, ${idOf('payment', '100')}::text as payment`,
  );
  const {
    rows: [code],
  } = await client.query(
    `select referral_code from users where id = (select referred_by_id from users where referred_by_id is not null group by 1
      order by count(*) desc, 1 limit 1)`,
  );
  return { ...ids, admin, code: code.referral_code, none: randomUUID() };
}
