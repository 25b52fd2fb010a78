import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webPush from 'web-push';
import type { SignalWire } from '../../../src/platform/wire/index.js';
import { PushTargets } from '../../../src/messaging/channels/push/push-target.service.js';
import { TelegramAccounts } from '../../../src/messaging/channels/telegram/telegram-account.service.js';
import { WebhookTargetService } from '../../../src/messaging/channels/webhooks/webhook-target.service.js';
import { WebhookReceiver } from '../../integration/channels/webhook-receiver.js';
import { forkWorker } from '../../integration/channels/worker-process.js';
import { OwnSandbox } from '../../integration/exchange/own-sandbox.js';
import { ScriptedSmtp } from '../../integration/mail/scripted-smtp.js';
import { aSignal } from '../../integration/signals/a-signal.js';
import { call, confirmedAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

/** A member who may see signals, with an address on every channel. */
export interface Recipient {
  userId: string;
  email: string;
  /** Number of the Telegram chat. */
  chat: number;
  /** Id of the browser's subscription. */
  browser: string;
  /** Path of the webhook. */
  path: string;
}

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const FIRST_CHAT = 50_000;
/** Workers that may end while they start, on a machine that is too busy to give them a connection in time. */
const STARTS = 5;

/** The real API, workers that are processes of their own, and a double of what each of the four channels sends to. */
export class DeliveryStage {
  private readonly workers: ChildProcess[] = [];

  private constructor(
    readonly api: TestApi,
    readonly sandbox: OwnSandbox,
    readonly receiver: WebhookReceiver,
    readonly smtp: ScriptedSmtp,
    readonly admin: SignedIn,
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder: string,
  ) {}

  static async start(): Promise<DeliveryStage> {
    const [sandbox, receiver, smtp] = [await OwnSandbox.start({ SANDBOX_PUSH: '1' }), new WebhookReceiver(), new ScriptedSmtp()];
    await Promise.all([receiver.start(), smtp.start()]);
    const { cert } = await sandbox.control<{ cert: string }>('GET', 'push/service');
    const { token } = await sandbox.control<{ token: string }>('GET', 'telegram/bot');
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-channels-'));
    writeFileSync(join(folder, 'ca.pem'), cert);
    const env = {
      WEBHOOK_LOOPBACK: 'true',
      // Nobody is there: no price comes that would end a signal before the test changes it.
      EXCHANGE_URL: 'http://127.0.0.1:9',
      WEB_PUSH_PUBLIC_KEY: publicKey,
      WEB_PUSH_PRIVATE_KEY: privateKey,
      WEB_PUSH_SUBJECT: 'mailto:support@tidemark-club.com',
      WEB_PUSH_HOSTS: 'localhost',
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_URL: `${sandbox.url}/telegram`,
    };
    const api = await createTestApi({ ...env, PUBLIC_URL: 'https://club.example' });
    return new DeliveryStage(api, sandbox, receiver, smtp, await confirmedAdmin(api), env, folder);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => this.kill(worker)));
    this.receiver.release();
    await this.api.close();
    await Promise.all([this.sandbox.stop(), this.receiver.stop(), this.smtp.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  /** Starts a worker, and waits until it works. */
  /** Starts a worker, and another one where it ends before it is ready, as a supervisor does. */
  async startWorker(): Promise<ChildProcess> {
    for (let left = STARTS; left > 0; left--) {
      const worker = forkWorker(this.api.config, {
        ...this.env,
        NODE_EXTRA_CA_CERTS: join(this.folder, 'ca.pem'),
        SMTP_URL: this.smtp.url,
      });
      this.workers.push(worker);
      const isReady = await Promise.race([once(worker, 'message').then(() => true), once(worker, 'exit').then(() => false)]);
      if (isReady) return worker;
      this.workers.splice(this.workers.indexOf(worker), 1);
    }
    throw new Error(`${STARTS} workers ended before they were ready`);
  }

  async kill(worker: ChildProcess): Promise<void> {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
    this.workers.splice(this.workers.indexOf(worker), 1);
  }

  /** Members with an address on every channel. They are stored directly: it is the deliveries that are tested. */
  async recipients(count: number): Promise<Recipient[]> {
    const get = <T>(token: abstract new (...args: never[]) => T): T => this.api.app.get<T>(token, { strict: false });
    const [push, telegram, webhooks] = [get(PushTargets), get(TelegramAccounts), get(WebhookTargetService)];
    const subscriptions = await this.sandbox.control<Subscription[]>('POST', 'push/subscriptions', { key: publicKey, count });
    const recipients: Recipient[] = [];
    for (const [i, { id: browser, endpoint, keys }] of subscriptions.entries()) {
      const [userId, chat, path] = [randomUUID(), FIRST_CHAT + i, `/hook-${i}`];
      const email = `${userId}@example.com`;
      await this.rows(
        `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, status, kyc_status, payment_status,
          email_confirmed_at, password_hash, referral_code)
         values (?, ?, 'Marlow', 'Ines', '+4912345678', 'Germany', '1990-01-01', 'trade club', 'active', 'approved', 'approved', now(),
          '$argon2id$', ?)`,
        [userId, email, userId.slice(0, 12)],
      );
      await this.sandbox.control('POST', 'telegram/unblock', { from: chat });
      const [device, account, hook] = [randomUUID(), randomUUID(), randomUUID()];
      const [pushUrl, hookUrl] = [new URL(endpoint), new URL(this.receiver.url(path))];
      const sealed = push.seal({ endpoint: pushUrl, ...keys }, 'a browser', publicKey, { rowId: device, userId });
      await this.rows(
        `insert into channel_addresses (id, user_id, channel, address, secret, hash, service, renewed_at)
          values (?, ?, 'push', ?, ?, ?, ?, now()), (?, ?, 'telegram', ?, null, ?, null, null), (?, ?, 'webhook', ?, ?, ?, null, null)`,
        [
          [device, userId, sealed.address, sealed.secret, push.hashOf(pushUrl), pushUrl.hostname],
          [account, userId, telegram.seal({ id: String(chat), name: `@person_${chat}` }, at(account, userId))],
          [telegram.hashOf(String(chat))],
          [hook, userId, webhooks.seal(hookUrl.href, hook, userId, 'address')],
          [webhooks.seal(`whsec_${SECRET}`, hook, userId, 'secret'), webhooks.hashOf(hookUrl)],
        ].flat(),
      );
      recipients.push({ userId, email, chat, browser, path });
    }
    return recipients;
  }

  async publish(asset: string): Promise<string> {
    const response = await call(this.api, 'POST', '/createsignal', aSignal({ asset, projectedDateOfClosure: '2099-12-31' }), this.admin);
    assert.equal(response.statusCode, 201, response.body);
    return response.json<{ data: SignalWire }>().data.id;
  }

  async amend(id: string, body: object): Promise<void> {
    const { statusCode, body: answered } = await call(this.api, 'POST', `/admin/signals/${id}/amendments`, body, this.admin);
    assert.equal(statusCode, 201, answered);
  }

  /** What a quiet day brings, at once: backoffs are over, and so are the leases of workers that died. Only while no worker is alive. */
  async passTime(): Promise<void> {
    assert.equal(this.workers.length, 0, 'a worker is alive, whose leases would be taken from it');
    await this.rows(`update deliveries set lease_until = now() - interval '1 second' where lease_until is not null`);
    await this.rows(`update deliveries set available_at = now() where state in ('queued', 'failed_retryable', 'uncertain')`);
    await this.rows(
      `update outbox set available_at = least(available_at, now()), lease_until = lease_until - interval '1 hour',
        enqueued_at = enqueued_at - interval '1 hour' where sent_at is null and dead_at is null`,
    );
    await this.rows('delete from channel_blocks');
  }
}

const SECRET = Buffer.alloc(32, 7).toString('base64');
const at = (rowId: string, userId: string) => ({ table: 'channel_addresses', rowId, userId }) as const;
