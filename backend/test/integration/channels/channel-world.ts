import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { INestApplicationContext } from '@nestjs/common';
import type { SignalWire, WebhookDeliveryWire, WebhookSecretWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, confirmedAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { aSignal } from '../signals/a-signal.js';
import { WebhookReceiver } from './webhook-receiver.js';
import { forkWorker } from './worker-process.js';

export interface Hook {
  id: string;
  path: string;
  secret: string;
  member: SignedIn;
}

/** The real API and worker, a member's server, and an admin who publishes. */
export class ChannelWorld {
  private worker: INestApplicationContext | null = null;
  private child: ChildProcess | null = null;
  private paths = 0;

  private constructor(
    readonly api: TestApi,
    readonly receiver: WebhookReceiver,
    readonly admin: SignedIn,
  ) {}

  static async start(): Promise<ChannelWorld> {
    const receiver = new WebhookReceiver();
    await receiver.start();
    const api = await createTestApi({ WEBHOOK_LOOPBACK: 'true', PUBLIC_URL: 'https://club.example' });
    const world = new ChannelWorld(api, receiver, await confirmedAdmin(api));
    await world.startWorker();
    return world;
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
    this.child = forkWorker(this.api.config, { WEBHOOK_LOOPBACK: 'true' });
    return this.child;
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL');
    this.receiver.release();
    await this.stopWorker();
    await this.api.close();
    await this.receiver.stop();
  }

  /** A member who may see signals. */
  async reader(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    await this.rows(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    return member;
  }

  /** A webhook of a new reader, or of `member`, at a path of its own. */
  async hook(member?: SignedIn): Promise<Hook> {
    const owner = member ?? (await this.reader());
    const path = `/hook-${++this.paths}`;
    const response = await call(this.api, 'POST', '/me/webhooks', { url: this.receiver.url(path) }, owner);
    assert.equal(response.statusCode, 201, response.body);
    const { webhook, secret } = response.json<{ data: WebhookSecretWire }>().data;
    return { id: webhook.id, path, secret, member: owner };
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

  async log({ id, member }: Hook): Promise<WebhookDeliveryWire[]> {
    return (await call(this.api, 'GET', `/me/webhooks/${id}/deliveries`, undefined, member)).json<{ data: WebhookDeliveryWire[] }>().data;
  }

  /** Waits until the only delivery to a webhook is in this state. */
  settled(hook: Hook, state: WebhookDeliveryWire['state']): Promise<WebhookDeliveryWire> {
    return eventually(async () => {
      const [delivery, ...others] = await this.log(hook);
      assert.deepEqual([others.length, delivery?.state], [0, state]);
      return delivery!;
    });
  }

  /** What waits for its next try is tried now: hours pass in a moment. */
  hurry({ id }: Hook): Promise<unknown> {
    return this.rows(
      `update deliveries set available_at = now() where address_id = ? and available_at > now()
        and state in ('queued', 'failed_retryable', 'uncertain')`,
      [id],
    );
  }

  /** The leases of a worker that died run out. */
  expireLeases(): Promise<unknown> {
    return this.rows(`update deliveries set lease_until = now() - interval '1 second' where lease_until is not null`);
  }

  /** Waits until every event has its deliveries, so that what is not there will not come. */
  fannedOut(): Promise<void> {
    return eventually(async () => assert.deepEqual(await this.rows('select id from events where fanned_out_at is null'), []));
  }
}
