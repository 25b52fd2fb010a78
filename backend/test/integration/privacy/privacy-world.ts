import type { INestApplicationContext } from '@nestjs/common';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import { PushTargets } from '../../../src/messaging/channels/push/push-target.service.js';
import { ChatAccounts } from '../../../src/messaging/channels/telegram-group/chat-account.service.js';
import { TelegramAccounts } from '../../../src/messaging/channels/telegram/telegram-account.service.js';
import { WebhookTargetService } from '../../../src/messaging/channels/webhooks/webhook-target.service.js';
import { call, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { clubPayment, kycWithKey, mustBe, pay, send } from '../payments/paying.js';
import { unzip } from './unzip.js';

export interface PrivacyWorld {
  api: TestApi;
  worker: INestApplicationContext;
  close(): Promise<void>;
}

export async function privacyWorld(): Promise<PrivacyWorld> {
  const api = await createTestApi();
  const worker = await startTestWorker(api.config);
  return {
    api,
    worker,
    close: async () => {
      await worker.close();
      await api.close();
    },
  };
}

/** The person behind a session has just confirmed that it is them. */
export const confirmJustNow = (api: TestApi, { userId }: { userId: string }, ago = '0 seconds') =>
  api.em().execute('update sessions set confirmed_at = now() - ?::interval where user_id = ?', [ago, userId]);

/** Documents, a key, a payment, a lesson: everything that a member sends. */
export async function withEverything(api: TestApi, member: SignedIn): Promise<{ apiKey: string; secretKey: string }> {
  const key = await kycWithKey();
  await mustBe(201, send(api, 'createkyc', member.token, key.parts));
  await mustBe(201, pay(api, member, await clubPayment()));
  await api.em().execute(`update users set currency = 'EUR' where id = ? returning id`, [member.userId]);
  await api.em().execute('insert into signal_receipts (user_id, signal_id) values (?, gen_random_uuid())', [member.userId]);
  await api.em().execute(`insert into lesson_progress (user_id, lesson, started_at) values (?, 'custody', now())`, [member.userId]);
  await api.em().execute(`insert into member_notes (id, user_id, text) values (?, ?, 'Asked about fees')`, [uuidv7(), member.userId]);
  await api.em().execute(
    `insert into signal_marks (user_id, signal_id, stance, entry_price, marked_at)
      values (?, gen_random_uuid(), 'taken', 64000.5, now())`,
    [member.userId],
  );
  await alert(api, member);
  await accountAlert(api, member);
  await comments(api, member);
  await signup(api, member);
  await webhook(api, member);
  await api
    .em()
    .execute(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'signal-ended', 'webhook', 'off')`, [
      member.userId,
    ]);
  await api
    .em()
    .execute(`insert into quiet_hours (user_id, from_minute, to_minute, time_zone) values (?, 1320, 420, 'Europe/Madrid')`, [
      member.userId,
    ]);
  await telegram(api, member);
  await api
    .em()
    .execute(`insert into notices (id, user_id, kind, dedupe_key, facts) values (?, ?, 'key-expires', 'one', '{"day":"2026-12-24"}')`, [
      uuidv7(),
      member.userId,
    ]);
  await api.em().execute(`insert into notice_cursors (user_id, read_until, read_ids) values (?, now(), '["one"]')`, [member.userId]);
  await browser(api, member);
  return key;
}

/** Alerts about the account, one of which has fired. */
async function accountAlert(api: TestApi, { userId }: SignedIn): Promise<void> {
  await api
    .em()
    .execute(
      `insert into account_alerts (user_id, kind, percent, is_armed, started_at, fired_at) values (?, 'drawdown', 10, false, now(), now())`,
      [userId],
    );
  await api.em().execute(
    `insert into account_alert_firings (id, user_id, kind, key, percent, drawdown, at)
     values (?, ?, 'drawdown', 'one', 10, -0.12, now())`,
    [uuidv7(), userId],
  );
}

/** An alert that has fired. */
async function alert(api: TestApi, { userId }: SignedIn): Promise<void> {
  const id = uuidv7();
  await api.em().execute(
    `insert into alerts (id, user_id, kind, venue, market, base, quote, level, way, repeats, is_armed, checked_to, state, fired_at)
     values (?, ?, 'price', 'binance', 'spot', 'BTC', 'USDT', 60000, 'up', false, false, now(), 'fired', now())`,
    [id, userId],
  );
  await api
    .em()
    .execute(
      `insert into alert_firings (id, alert_id, user_id, minute, way, level, high, low) values (?, ?, ?, now(), 'up', 60000, 60012, 59000)`,
      [uuidv7(), id, userId],
    );
}

/** A webhook with a rotated secret, and what it was sent. */
async function webhook(api: TestApi, { userId }: SignedIn): Promise<void> {
  const targets = api.app.get(WebhookTargetService, { strict: false });
  const id = uuidv7();
  const url = new URL(`https://hooks.example.com/${id}`);
  await api.em().execute(
    `insert into channel_addresses (id, user_id, channel, address, hash, secret, previous_secret, previous_secret_until)
     values (?, ?, 'webhook', ?, ?, ?, ?, now() + interval '1 day')`,
    [
      id,
      userId,
      targets.seal(url.href, id, userId, 'address'),
      targets.hashOf(url),
      targets.seal('whsec_new', id, userId, 'secret'),
      targets.seal('whsec_old', id, userId, 'previous_secret'),
    ],
  );
  await api.em().execute(
    `with event as (
       insert into events (id, kind, subject_id, revision, audience, payload, expires_at, fanned_out_at)
       values (?, 'webhook.test', ?, 1, 'owner', '{}', now(), now()) returning subject_id
     ), delivery as (
       insert into deliveries (thread_id, address_id, state, wanted_revision) select subject_id, ?, 'sent', 1 from event returning id
     ) insert into delivery_attempts (delivery_id, revision, status, ms, answer) select id, 1, 200, 12, 'thanks' from delivery`,
    [id, id, id],
  );
}

/** A browser with notifications. */
async function browser(api: TestApi, { userId }: SignedIn): Promise<void> {
  const targets = api.app.get(PushTargets, { strict: false });
  const id = uuidv7();
  const endpoint = new URL(`https://fcm.googleapis.com/fcm/send/${id}`);
  const { address, secret } = targets.seal({ endpoint, p256dh: 'p', auth: 'a' }, 'Firefox', 'ours', { rowId: id, userId });
  await api.em().execute(
    `insert into channel_addresses (id, user_id, channel, address, hash, secret, service, renewed_at)
       values (?, ?, 'push', ?, ?, ?, 'fcm.googleapis.com', now())`,
    [id, userId, address, targets.hashOf(endpoint), secret],
  );
}

/** A Telegram account, and a link that another one has opened. */
async function telegram(api: TestApi, { userId }: SignedIn): Promise<void> {
  const accounts = api.app.get(TelegramAccounts, { strict: false });
  const id = uuidv7();
  const account = { id: String(BigInt(`0x${id.replaceAll('-', '').slice(-12)}`)), name: '@somebody' };
  await api
    .em()
    .execute(`insert into channel_addresses (id, user_id, channel, address, hash) values (?, ?, 'telegram', ?, ?)`, [
      id,
      userId,
      accounts.seal(account, { table: 'channel_addresses', rowId: id, userId }),
      accounts.hashOf(account.id),
    ]);
  await api.em().execute(
    `insert into telegram_link_codes (id, user_id, session_id, hash, expires_at, used_at, telegram)
     values (?, ?, gen_random_uuid(), ?, now() + interval '10 minutes', now(), ?)`,
    [id, userId, Buffer.from(id), accounts.seal(account, { table: 'telegram_link_codes', rowId: id, userId })],
  );
  await api
    .em()
    .execute(`insert into signal_drafts (id, user_id, terms, event_id, expires_at) values (?, ?, '{}', gen_random_uuid(), now())`, [
      id,
      userId,
    ]);
  const chat = api.app.get(ChatAccounts, { strict: false }).seal({ id: account.id, chat: account.id, language: 'en' }, id);
  await api
    .em()
    .execute(`insert into chat_members (id, chat_id, hash, account, user_id, status) values (?, -1001, ?, ?, ?, 'member')`, [
      id,
      accounts.hashOf(account.id),
      chat,
      userId,
    ]);
}

export const accountOf = async (api: TestApi, { userId }: { userId: string }) =>
  (
    await api
      .em()
      .execute<{ id: string; api_key: Buffer | null }[]>(
        'select id, api_key from exchange_accounts where user_id = ? order by created_at desc limit 1',
        [userId],
      )
  )[0];

/** Spot trades of an account, as a sync would have stored them. */
export function trades(api: TestApi, accountId: string, count: number, symbol = 'BTCUSDT'): Promise<unknown> {
  return api.em().execute(
    `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
     select ?::uuid, ?, n::text, true, n::text, false, 60000.120000000000000001, 0.00100000, 60.00012, 0.00006, 'USDT', timestamptz
       '2026-01-01' + n * interval '1 minute' from generate_series(1, ?) n`,
    [accountId, symbol, count],
  );
}

export interface ShownExport {
  id: string;
  state: string;
  progress: number;
  byteSize: number | null;
  failure: string | null;
  expiresAt: string | null;
}

export const latestExport = async (api: TestApi, { token }: { token: string }) =>
  (await call(api, 'GET', '/me/export', undefined, { token })).json<{ data: ShownExport | null }>().data;

export async function ask(api: TestApi, member: SignedIn): Promise<void> {
  await confirmJustNow(api, member);
  await mustBe(202, call(api, 'POST', '/me/export', undefined, { token: member.token }));
}

/** Waits until the export has come to an end, one way or the other. */
export const ended = (api: TestApi, member: SignedIn) =>
  until('end of the export', async () => {
    const latest = await latestExport(api, member);
    return latest && !['queued', 'running'].includes(latest.state) ? latest : null;
  });

export async function linkOf(api: TestApi, member: SignedIn): Promise<string> {
  await confirmJustNow(api, member);
  const answer = await call(api, 'POST', '/me/export/link', undefined, { token: member.token });
  if (answer.statusCode !== 200) throw new Error(`the link answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<{ data: { url: string } }>().data.url;
}

export const fetchLink = (api: TestApi, url: string) => api.app.inject({ method: 'GET', url });

/** Asks, waits, fetches and opens. */
export async function exported(api: TestApi, member: SignedIn): Promise<Map<string, Buffer>> {
  await ask(api, member);
  const { state } = await ended(api, member);
  if (state !== 'ready') throw new Error(`the export is ${state}`);
  return unzip((await fetchLink(api, await linkOf(api, member))).rawPayload);
}

export const jsonOf = <T>(files: Map<string, Buffer>, path: string): T => {
  const bytes = files.get(path);
  if (!bytes) throw new Error(`the archive has no ${path}`);
  return JSON.parse(bytes.toString()) as T;
};

/** A sign-up for an event. */
async function signup(api: TestApi, { userId }: SignedIn): Promise<void> {
  const id = uuidv7();
  await api.em().execute(
    `insert into calendar_events (id, slug, kind, title, summary, description, starts_at, ends_at, audience, state, published_at,
       scheduled_at)
     values (?, ?, 'webinar', 'The week ahead', 'In short', 'At length', now() + interval '1 day', now() + interval '25 hours', 'members',
       'published', now(), now())`,
    [id, `the-week-${id}`],
  );
  await api.em().execute(`insert into calendar_signups (event_id, user_id) values (?, ?)`, [id, userId]);
}

/** A display name, a comment with a reply by nobody that mentions the member, a reaction and a report. */
async function comments(api: TestApi, { userId }: SignedIn): Promise<void> {
  const [own, other] = [uuidv7(), uuidv7()];
  await api
    .em()
    .execute(`insert into community_profiles (user_id, display_name, name_key, guidelines_version) values (?, 'Sea Wolf', ?, 1)`, [
      userId,
      `seawolf${own}`,
    ]);
  await api.em().execute(
    `insert into comments (id, subject_kind, subject_id, parent_id, author_id, text) values (?, 'signal', ?, null, ?, 'I took this one'),
         (?, 'signal', ?, ?, null, 'So did I, @Sea Wolf')`,
    [own, own, userId, other, own, own],
  );
  await api.em().execute(`insert into comment_mentions (comment_id, starts_at, length, user_id) values (?, 10, 9, ?)`, [other, userId]);
  await api.em().execute(`insert into comment_reactions (comment_id, user_id, reaction) values (?, ?, 'agree')`, [other, userId]);
  await api
    .em()
    .execute(`insert into comment_reports (id, comment_id, user_id, reason) values (?, ?, ?, 'spam')`, [uuidv7(), other, userId]);
}
