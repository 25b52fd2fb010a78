import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound, uuidv7 } from '../../../platform/domain/index.js';
import { maySeeSignals, type Actor, type Page, type PageOf } from '../../../platform/http/index.js';
import { violatesUnique } from '../../../platform/persistence/database.errors.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { ONE_ACTIVE_ADDRESS } from '../channel-address.entity.js';
import { ChannelEventRepository } from '../channel-event.repository.js';
import { messageOf } from '../channel-events.service.js';
import { DeliveryFanOutRepository } from '../delivery-fan-out.repository.js';
import { newSecret } from './webhook-signature.rules.js';
import { WebhookLogRepository, type LoggedDelivery } from './webhook-log.repository.js';
import { WebhookRepository, type StoredWebhook } from './webhook.repository.js';
import { WebhookTargetService } from './webhook-target.service.js';
import {
  DeliveryUnderWay,
  MAX_WEBHOOKS,
  refusedUrl,
  TooManyWebhooks,
  WebhookDisabled,
  WebhookExists,
  WebhooksForReaders,
} from './webhooks.errors.js';

export const TEST_EVENT = 'webhook.test';
/** A test that arrives later helps nobody. */
const TEST_LIFE_SECONDS = 3600;

/** A webhook as its member sees it. */
export type OwnWebhook = Omit<StoredWebhook, 'address' | 'secret' | 'userId'> & { url: string };

/** What members do with their webhooks. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly em: EntityManager,
    private readonly webhooks: WebhookRepository,
    private readonly logged: WebhookLogRepository,
    private readonly targets: WebhookTargetService,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(userId: string): Promise<OwnWebhook[]> {
    return (await this.webhooks.findOwn(userId)).map((one) => this.opened(one));
  }

  /** Throws NotFound. */
  async one(userId: string, id: string): Promise<OwnWebhook> {
    const webhook = await this.webhooks.find(userId, id);
    if (!webhook) throw new NotFound('webhook');
    return this.opened(webhook);
  }

  /** Adds a webhook. Its secret leaves the system only here. Throws InvalidInput naming the URL, TooManyWebhooks, WebhookExists (409). */
  async create(actor: Actor, text: string): Promise<{ webhook: OwnWebhook; secret: string }> {
    requireReader(actor);
    await this.limits.consume('webhookChangeUser', actor.userId);
    const url = await this.targets.check(text);
    if (typeof url === 'string') throw refusedUrl(url);
    const { userId } = actor;
    const [id, secret] = [uuidv7(), newSecret()];
    const row = {
      id,
      userId,
      address: this.targets.seal(url.href, id, userId, 'address'),
      hash: this.targets.hashOf(url),
      secret: this.targets.seal(secret, id, userId, 'secret'),
    };
    await this.activating((tx) => this.insert(tx, actor, row));
    return { webhook: await this.one(userId, id), secret };
  }

  /** Makes a new secret; the old one signs beside it for 24 hours. Throws NotFound. */
  async rotate(actor: Actor, id: string): Promise<{ webhook: OwnWebhook; secret: string }> {
    const { userId } = actor;
    const secret = newSecret();
    await this.change(actor, id, 'rotate', async (tx, webhook) => {
      requireReader(actor);
      await this.webhooks.replaceSecret(tx, id, {
        secret: this.targets.seal(secret, id, userId, 'secret'),
        previous: this.targets.asPrevious(webhook.secret, id, userId),
      });
    });
    return { webhook: await this.one(userId, id), secret };
  }

  /** Throws NotFound, WebhookExists (409). */
  async enable(actor: Actor, id: string): Promise<OwnWebhook> {
    await this.activating(() =>
      this.change(actor, id, 'enable', async (tx, { state }) => {
        requireReader(actor);
        if (state !== 'active') await this.webhooks.enable(tx, id);
      }),
    );
    return this.one(actor.userId, id);
  }

  /** Throws NotFound. */
  async disable(actor: Actor, id: string): Promise<OwnWebhook> {
    await this.change(actor, id, 'disable', async (tx, { state }) => {
      if (state === 'active') await this.webhooks.disable(tx, id);
    });
    return this.one(actor.userId, id);
  }

  /** Deletes a webhook with its log. Throws NotFound. */
  remove(actor: Actor, id: string): Promise<void> {
    return this.change(actor, id, 'delete', (tx) => this.webhooks.delete(tx, id));
  }

  /** Queues a test event. Throws NotFound, WebhookDisabled (409), TooMany. */
  async test(actor: Actor, id: string): Promise<void> {
    const { state } = await this.one(actor.userId, id);
    requireReader(actor);
    if (state !== 'active') throw new WebhookDisabled();
    await this.limits.consume('webhookTestUser', actor.userId);
    await this.em.transactional(async (tx) => {
      const payload = messageOf(TEST_EVENT, this.clock.now(), { message: 'This is a test.' });
      const eventId = await this.events.insertForOwner(tx, { kind: TEST_EVENT, payload, lifeSeconds: TEST_LIFE_SECONDS });
      await this.deliveries.insertOne(tx, eventId, id);
    });
  }

  /** Returns what a webhook was sent, the newest first. Throws NotFound. */
  async log(userId: string, id: string, page: Page): Promise<PageOf<LoggedDelivery>> {
    await this.one(userId, id);
    return this.logged.findPage(id, page);
  }

  /**
   * Sends the newest state of a delivery again, under the id and with the body that it had. Throws NotFound, WebhookDisabled,
   * DeliveryUnderWay (409), TooMany.
   */
  async replay(actor: Actor, deliveryId: string): Promise<void> {
    await this.limits.consume('webhookReplayUser', actor.userId);
    await this.em.transactional(async (tx) => {
      const delivery = await this.logged.lock(tx, actor.userId, deliveryId);
      if (!delivery) throw new NotFound('delivery');
      requireReader(actor);
      const webhook = await this.webhooks.find(actor.userId, delivery.addressId, tx);
      if (webhook?.state !== 'active') throw new WebhookDisabled();
      if (['queued', 'claimed', 'sending'].includes(delivery.state)) throw new DeliveryUnderWay();
      await this.webhooks.replay(tx, deliveryId);
    });
  }

  private async insert(tx: EntityManager, actor: Actor, row: Parameters<WebhookRepository['insert']>[1]): Promise<void> {
    await this.webhooks.lockMember(tx, actor.userId);
    if ((await this.webhooks.findOwn(actor.userId, tx)).length >= MAX_WEBHOOKS) throw new TooManyWebhooks();
    await this.webhooks.insert(tx, row);
    await this.record(tx, actor, row.id, 'create');
  }

  /** Runs a change that may make a second active webhook of one URL. */
  private async activating(change: (tx: EntityManager) => Promise<void>): Promise<void> {
    try {
      await this.em.transactional(change);
    } catch (error) {
      throw violatesUnique(error, ONE_ACTIVE_ADDRESS) ? new WebhookExists() : error;
    }
  }

  private change(actor: Actor, id: string, act: string, work: (tx: EntityManager, webhook: StoredWebhook) => Promise<void>): Promise<void> {
    return this.em.transactional(async (tx) => {
      const webhook = await this.webhooks.lock(tx, actor.userId, id);
      if (!webhook) throw new NotFound('webhook');
      await work(tx, webhook);
      await this.record(tx, actor, id, act);
    });
  }

  private record(tx: EntityManager, { userId, role }: Actor, id: string, act: string): Promise<void> {
    return this.audit.record(tx, {
      action: `webhook.${act}`,
      actorId: userId,
      actorRole: role,
      targetType: 'channel address',
      targetId: id,
    });
  }

  private opened({
    id,
    userId,
    address,
    state,
    reason,
    previousSecretUntil,
    failingSince,
    lastOkAt,
    createdAt,
  }: StoredWebhook): OwnWebhook {
    const url = this.targets.open(address, id, userId, 'address');
    return { id, url, state, reason, previousSecretUntil, failingSince, lastOkAt, createdAt };
  }
}

function requireReader(actor: Actor): void {
  if (!maySeeSignals(actor)) throw new WebhooksForReaders();
}
