import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { INestApplicationContext } from '@nestjs/common';
import type { ClubChannel } from '../../../src/messaging/channels/channel.types.js';
import type { SignalWire, TelegramLinkWire, TelegramWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, confirmedAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { aSignal } from '../signals/a-signal.js';
import { forkWorker } from './worker-process.js';

/** A message in a person's chat. */
export interface ChatMessage {
  message_id: number;
  text: string;
  html: string;
  isSilent: boolean;
  isProtected: boolean;
  isPlain: boolean;
  button: string | null;
  data: string | null;
  replyTo: number | null;
  sentAt: number;
  edits: number;
}

/** A member with a Telegram account, which is number `chat`. */
export interface Linked {
  member: SignedIn;
  chat: number;
}

/** The real API and worker, and the sandbox's Bot API over HTTP. */
export class TelegramWorld {
  private worker: INestApplicationContext | null = null;
  private child: ChildProcess | null = null;
  private people = 1000;

  private constructor(
    readonly api: TestApi,
    readonly sandbox: OwnSandbox,
    readonly admin: SignedIn,
    private readonly telegram: NodeJS.ProcessEnv,
  ) {}

  /** `channels`: numbers of channels in which the bot may post; `settings`: of the bot. */
  static async start({ channels = [], settings = {} }: { channels?: number[]; settings?: NodeJS.ProcessEnv } = {}): Promise<TelegramWorld> {
    const sandbox = await OwnSandbox.start();
    for (const chat of channels) await sandbox.control('POST', 'telegram/channel', { chat });
    const { token } = await sandbox.control<{ token: string }>('GET', 'telegram/bot');
    const telegram = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: `${sandbox.url}/telegram`, ...settings };
    const api = await createTestApi({ ...telegram, PUBLIC_URL: 'https://club.example' });
    const world = new TelegramWorld(api, sandbox, await confirmedAdmin(api), telegram);
    await world.startWorker();
    await eventually(async () => assert.equal((await world.rows('select 1 from telegram_bots')).length, 1));
    return world;
  }

  get token(): string {
    return this.telegram['TELEGRAM_BOT_TOKEN']!;
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  async startWorker(): Promise<INestApplicationContext> {
    this.worker ??= await startTestWorker(this.api.config);
    return this.worker;
  }

  async stopWorker(): Promise<void> {
    await this.worker?.close();
    this.worker = null;
  }

  /** A worker as a process of its own, from the build, to be killed. */
  startProcess(): ChildProcess {
    this.child = forkWorker(this.api.config, this.telegram);
    return this.child;
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.stopWorker();
    await this.api.close();
    await this.sandbox.stop();
  }

  /** A member who may see signals. */
  async reader(overrides: Record<string, unknown> = {}): Promise<SignedIn> {
    const member = await signedInMember(this.api, 'trade club', overrides);
    await this.rows(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    return member;
  }

  /** The number of a person that nobody has. */
  person(): number {
    return ++this.people;
  }

  /** What a person does: start, text, block, unblock. */
  act(what: string, from: number, more: object = {}): Promise<{ update_id: number }> {
    return this.sandbox.control('POST', `telegram/${what}`, { from, username: `person_${from}`, ...more });
  }

  arm(...faults: object[]): Promise<unknown> {
    return this.sandbox.control('POST', 'telegram/faults', faults);
  }

  disarm(): Promise<unknown> {
    return this.sandbox.control('DELETE', 'telegram/faults');
  }

  messages(chat: number): Promise<ChatMessage[]> {
    return this.sandbox.control('GET', `telegram/messages?chat=${chat}`);
  }

  calls(method: string): Promise<{ at: number; chat?: number; status: number; isEarly: boolean }[]> {
    return this.sandbox.control('GET', `telegram/calls?method=${method}`);
  }

  /** Waits until a chat has this many messages. */
  arrived(chat: number, count: number): Promise<ChatMessage[]> {
    return eventually(async () => {
      const messages = await this.messages(chat);
      assert.equal(messages.length, count, JSON.stringify(messages));
      return messages;
    });
  }

  request(method: 'GET' | 'POST' | 'DELETE', path: string, member: SignedIn, body?: object) {
    return call(this.api, method, `/me/telegram${path}`, body, member);
  }

  async state(member: SignedIn): Promise<TelegramWire> {
    return (await this.request('GET', '', member)).json<{ data: TelegramWire }>().data;
  }

  /** Asks for a link. Returns its code. */
  async code(member: SignedIn): Promise<string> {
    const response = await this.request('POST', '/link', member);
    assert.equal(response.statusCode, 201, response.body);
    return new URL(response.json<{ data: TelegramLinkWire }>().data.url).searchParams.get('start')!;
  }

  /** Waits until an account has used the member's link. */
  pending(member: SignedIn): Promise<{ id: string; name: string }> {
    return eventually(async () => {
      const { request } = await this.state(member);
      assert.ok(request?.pending);
      return request.pending;
    });
  }

  /** A member who has connected Telegram, and has been greeted. */
  async linked(owner?: SignedIn): Promise<Linked> {
    const member = owner ?? (await this.reader());
    const chat = this.person();
    await this.act('start', chat, { code: await this.code(member) });
    const { id } = await this.pending(member);
    const response = await this.request('POST', '/confirm', member, { id });
    assert.equal(response.statusCode, 200, response.body);
    await this.arrived(chat, 2);
    return { member, chat };
  }

  async publish(): Promise<string> {
    const response = await call(this.api, 'POST', '/createsignal', aSignal({ projectedDateOfClosure: '2099-12-31' }), this.admin);
    assert.equal(response.statusCode, 201, response.body);
    return response.json<{ data: SignalWire }>().data.id;
  }

  async amend(id: string, body: object): Promise<void> {
    const { statusCode, body: answered } = await call(this.api, 'POST', `/admin/signals/${id}/amendments`, body, this.admin);
    assert.equal(statusCode, 201, answered);
  }

  /** Waits until every event has its deliveries, so that what is not there will not come. */
  fannedOut(): Promise<void> {
    return eventually(async () => assert.deepEqual(await this.rows('select id from events where fanned_out_at is null'), []));
  }

  /** Waits until the post of a signal in a channel of the club is in this state. */
  posted(signalId: string, channel: ClubChannel, expected: object): Promise<{ id: string; state: string; last_answer: string | null }> {
    return eventually(async () => {
      const [row, ...others] = await this.rows<{ id: string; state: string; last_answer: string | null }>(
        `select d.id, d.state, d.last_answer, d.sent_revision, d.wanted_revision, d.provider_id from deliveries d
         join channel_addresses a on a.id = d.address_id where d.thread_id = ? and a.channel = ?`,
        [signalId, channel],
      );
      assert.ok(row && others.length === 0);
      assert.partialDeepStrictEqual(row, expected);
      return row;
    });
  }

  /** Waits until the delivery of a signal to a member is in this state. */
  settled(signalId: string, { member }: Linked, expected: object): Promise<{ id: string; state: string; last_answer: string | null }> {
    return eventually(async () => {
      const [row] = await this.rows<{ id: string; state: string; last_answer: string | null; sent_revision: number | null }>(
        `select d.id, d.state, d.last_answer, d.sent_revision, d.provider_id from deliveries d
         join channel_addresses a on a.id = d.address_id where d.thread_id = ? and a.user_id = ?`,
        [signalId, member.userId],
      );
      assert.ok(row);
      assert.partialDeepStrictEqual(row, expected);
      return row;
    });
  }

  letters({ userId }: SignedIn): Promise<{ letter: string }[]> {
    return this.rows(`select letter from mail_deliveries where user_id = ? and letter like 'telegram-%' order by created_at`, [userId]);
  }

  /** What waits for its next try is tried now. */
  hurry(): Promise<unknown> {
    return this.rows(
      `update deliveries set available_at = now() where available_at > now() and state in ('queued', 'failed_retryable', 'uncertain')`,
    );
  }

  /** The leases of a worker that died run out. */
  async expireLeases(): Promise<void> {
    await this.rows(`update deliveries set lease_until = now() - interval '1 second' where lease_until is not null`);
    await this.rows(`update telegram_bots set lease_until = now() - interval '1 second'`);
  }
}
