// A process with the channels of the built back end, told by its parent what to do: members with addresses, and a signal that is announced.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { answerParent } from '../lib/answer-parent.mjs';

const built = (file) => import(new URL(`../../dist/backend/src/${file}`, import.meta.url).href);
const [{ settings }, { CoreModule }, { ChannelsModule }, { ChannelEvents }, { PushTargets }, { TelegramAccounts }, { signalData }] =
  await Promise.all([
    built('boot.js'),
    built('core.module.js'),
    built('messaging/channels/channels.module.js'),
    built('messaging/channels/channel-events.service.js'),
    built('messaging/channels/push/push-target.service.js'),
    built('messaging/channels/telegram/telegram-account.service.js'),
    built('trading/signals/delivery/signal-event.messages.js'),
  ]);

const config = await settings();
const host = { module: class ChannelHost {}, imports: [CoreModule.forRoot(config, { http: false }), ChannelsModule] };
const context = await NestFactory.createApplicationContext(host, { logger: false, abortOnError: false });
const [events, targets, accounts] = [ChannelEvents, PushTargets, TelegramAccounts].map((token) => context.get(token, { strict: false }));
const em = () => context.get(MikroORM, { strict: false }).em.fork();

const HOUR_MS = 3_600_000;
const signal = {
  base: 'BTC',
  quote: 'USDT',
  side: 'long',
  entryPrice: '64100',
  stopLoss: '62650',
  trailingStopLoss: null,
  takeProfit1: '65400',
  takeProfit2: '66900',
  takeProfit3: '69000',
  leverageFactor: 5,
  recommendedPositionSize: '2% of the account',
  riskLevel: 'Medium',
  timeFrame: '4 Hours',
  marketCondition: 'Bullish above the weekly open',
  signalMessage: 'Enter on the retest.',
  amendments: [],
  outcome: null,
};

/** A member who may see signals. */
async function reader() {
  const userId = randomUUID();
  await em().execute(
    `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, status, kyc_status, payment_status,
      email_confirmed_at, password_hash, referral_code)
     values (?, ?, 'Marlow', 'Ines', '+4912345678', 'Germany', '1990-01-01', 'trade club', 'active', 'approved', 'approved', now(),
      '$argon2id$', ?)`,
    [userId, `${userId}@example.com`, userId.slice(0, 12)],
  );
  return userId;
}

async function insert(channel, userId, rowId, { address, hash, secret = null, service = null }) {
  await em().execute(
    `insert into channel_addresses (id, user_id, channel, address, hash, secret, service, renewed_at)
      values (?, ?, ?, ?, ?, ?, ?, case when ? = 'push' then now() end)`,
    [rowId, userId, channel, address, hash, secret, service, channel],
  );
}

answerParent(context, {
  /** A reader for each of these subscriptions of browsers. */
  async browsers(subscriptions) {
    for (const { endpoint, keys } of subscriptions) {
      const [userId, rowId, url] = [await reader(), randomUUID(), new URL(endpoint)];
      const sealed = targets.seal({ endpoint: url, ...keys }, 'a browser', config.webPush.publicKey, { rowId, userId });
      await insert('push', userId, rowId, { ...sealed, hash: targets.hashOf(url), service: url.hostname });
    }
  },
  /** A reader for each of these Telegram accounts. */
  async chats(numbers) {
    for (const id of numbers.map(String)) {
      const [userId, rowId] = [await reader(), randomUUID()];
      const address = accounts.seal({ id, name: `@person_${id}` }, { table: 'channel_addresses', rowId, userId });
      await insert('telegram', userId, rowId, { address, hash: accounts.hashOf(id) });
    }
  },
  /** Announces the publication of a signal. Returns when that has committed, in milliseconds of the clock. */
  async publish() {
    const [id, expiresAt] = [randomUUID(), new Date(Date.now() + 24 * HOUR_MS)];
    await em().transactional((tx) =>
      events.announce(tx, {
        kind: 'signal.published',
        subjectId: id,
        data: signalData({ ...signal, id, publishedAt: new Date() }, expiresAt),
        at: new Date(),
        expiresAt,
      }),
    );
    return Date.now();
  },
  /** How many deliveries have been sent. */
  async sent() {
    const [{ count }] = await em().execute(`select count(*)::int as count from deliveries where state = 'sent'`);
    return count;
  },
});
