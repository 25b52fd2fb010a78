import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { INestApplicationContext } from '@nestjs/common';
import webPush from 'web-push';
import type { PushWire, SignalWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, confirmedAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { aSignal } from '../signals/a-signal.js';
import { forkWorker } from './worker-process.js';

/** What `pushManager.subscribe` gives. */
export interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message as the browser reads it. */
export interface Shown {
  text: { v: number; title: string; body: string; tag: string; url: string; lang: string; dir: string; silent: boolean };
  bytes: number;
  ttl: number;
  urgency: string;
  topic: string;
}

/** A browser of a member: row `address` of ours. */
export interface Browser {
  member: SignedIn;
  subscription: Subscription;
  address: string;
}

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
export const VAPID_KEY = publicKey;
/** Of the process, as it started. */
const authorities = getCACertificates('default');

/** The real API and worker, and the sandbox's push service over TLS. */
export class PushWorld {
  private worker: INestApplicationContext | null = null;
  private child: ChildProcess | null = null;

  private constructor(
    readonly api: TestApi,
    readonly sandbox: OwnSandbox,
    readonly admin: SignedIn,
    private readonly push: NodeJS.ProcessEnv,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PushWorld> {
    const sandbox = await OwnSandbox.start({ SANDBOX_PUSH: '1' });
    const { cert } = await sandbox.control<{ cert: string }>('GET', 'push/service');
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-push-'));
    writeFileSync(join(folder, 'ca.pem'), cert);
    // What NODE_EXTRA_CA_CERTS is to a process that starts. Not beside that of an earlier suite of this process: both have the same name,
    // and the first of a name is taken.
    setDefaultCACertificates([...authorities, cert]);
    const push = {
      WEBHOOK_LOOPBACK: 'true',
      WEB_PUSH_PUBLIC_KEY: publicKey,
      WEB_PUSH_PRIVATE_KEY: privateKey,
      WEB_PUSH_SUBJECT: 'mailto:support@tidemark-club.com',
      WEB_PUSH_HOSTS: 'localhost,127.0.0.1',
    };
    const api = await createTestApi({ ...push, PUBLIC_URL: 'https://club.example' });
    const world = new PushWorld(api, sandbox, await confirmedAdmin(api), push, folder);
    await world.startWorker();
    return world;
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  async startWorker(): Promise<void> {
    this.worker ??= await startTestWorker(this.api.config);
  }

  async stopWorker(): Promise<void> {
    await this.worker?.close();
    this.worker = null;
  }

  /** A worker as a process of its own, from the build, to be killed. */
  startProcess(): ChildProcess {
    this.child = forkWorker(this.api.config, { ...this.push, NODE_EXTRA_CA_CERTS: join(this.folder, 'ca.pem') });
    return this.child;
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.stopWorker();
    await this.api.close();
    await this.sandbox.stop();
    setDefaultCACertificates(authorities);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A member who may see signals. */
  async reader(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    await this.rows(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    return member;
  }

  subscribe(more: object = {}): Promise<Subscription> {
    return this.sandbox.control('POST', 'push/subscriptions', { key: publicKey, ...more });
  }

  request(method: 'GET' | 'POST' | 'DELETE', path: string, member: SignedIn, body?: object) {
    return call(this.api, method, `/me/push${path}`, body, member);
  }

  async state(member: SignedIn): Promise<PushWire> {
    return (await this.request('GET', '', member)).json<{ data: PushWire }>().data;
  }

  add(member: SignedIn, { endpoint, keys }: Subscription) {
    return this.request('POST', '', member, { endpoint, keys });
  }

  /** A browser of a new reader, or of `owner`, that has been greeted. */
  async browser(owner?: SignedIn, more: object = {}): Promise<Browser> {
    const member = owner ?? (await this.reader());
    const subscription = await this.subscribe(more);
    const response = await this.add(member, subscription);
    assert.equal(response.statusCode, 201, response.body);
    const address = response.json<{ data: PushWire }>().data.thisDevice!;
    if (this.worker) await this.arrived({ member, subscription, address }, 1);
    return { member, subscription, address };
  }

  arm(...faults: object[]): Promise<unknown> {
    return this.sandbox.control('POST', 'push/faults', faults);
  }

  disarm(): Promise<unknown> {
    return this.sandbox.control('DELETE', 'push/faults');
  }

  async messages({ subscription }: Pick<Browser, 'subscription'>): Promise<Shown[]> {
    const read = await this.sandbox.control<(Omit<Shown, 'text'> & { text: string })[]>(
      'GET',
      `push/messages?subscription=${subscription.id}`,
    );
    return read.map(({ text, ...same }) => ({ ...same, text: JSON.parse(text) as Shown['text'] }));
  }

  calls({ subscription }: Browser): Promise<{ status: number; problem?: string; connection: number }[]> {
    return this.sandbox.control('GET', `push/calls?subscription=${subscription.id}`);
  }

  /** Waits until a browser was sent this many messages. */
  arrived(browser: Browser, count: number): Promise<Shown[]> {
    return eventually(async () => {
      const messages = await this.messages(browser);
      assert.equal(messages.length, count, JSON.stringify([messages, await this.calls(browser)]));
      return messages;
    });
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

  /** Waits until the delivery of a signal to a browser is in this state. */
  settled(signalId: string, { address }: Browser, expected: object): Promise<{ state: string; last_answer: string | null; waits: number }> {
    return eventually(async () => {
      const [row] = await this.rows<{ state: string; last_answer: string | null; waits: number }>(
        `select state, last_answer, sent_revision, attempts, extract(epoch from available_at - now())::float8 as waits from deliveries
          where thread_id = ? and address_id = ?`,
        [signalId, address],
      );
      assert.ok(row);
      assert.partialDeepStrictEqual(row, expected);
      return row;
    });
  }

  letters({ userId }: SignedIn): Promise<{ letter: string }[]> {
    return this.rows(`select letter from mail_deliveries where user_id = ? and letter like 'push-%' order by created_at`, [userId]);
  }

  /** What waits for its next try is tried now. */
  hurry(): Promise<unknown> {
    return this.rows(
      `update deliveries set available_at = now(), held_until = case when held_until is not null then now() end
        where available_at > now() and state in ('queued', 'failed_retryable', 'uncertain')`,
    );
  }

  /** The leases of a worker that died run out. */
  expireLeases(): Promise<unknown> {
    return this.rows(`update deliveries set lease_until = now() - interval '1 second' where lease_until is not null`);
  }

  /** Nothing of this test is an audience of the next one. */
  async clear(): Promise<void> {
    await this.disarm();
    await this.rows('delete from channel_blocks');
    await this.startWorker();
    await this.fannedOut();
    await this.rows('delete from channel_addresses');
    await this.rows('delete from rate_limits');
  }
}
