import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock, NotFound, uuidv7 } from '../../../platform/domain/index.js';
import { maySeeSignals, type Actor } from '../../../platform/http/index.js';
import { violatesUnique } from '../../../platform/persistence/database.errors.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { ONE_ACTIVE_ADDRESS } from '../channel-address.entity.js';
import { ChannelEventRepository } from '../channel-event.repository.js';
import { messageOf } from '../channel-events.service.js';
import { DeliveryFanOutRepository } from '../delivery-fan-out.repository.js';
import { PushSubscriptionRepository } from './push-subscription.repository.js';
import { PushTargets, type BrowserSubscription } from './push-target.service.js';
import { SUBSCRIBED } from './push-texts.rules.js';
import { MAX_DEVICES, PushForReaders, PushOff, refusedEndpoint, TooManyDevices } from './push.errors.js';

/** A greeting expires after this time. */
const GREETING_LIFE_SECONDS = 3600;

/** A browser as its member sees it. */
export interface OwnDevice {
  id: string;
  /** User-Agent. */
  program: string;
  addedAt: Date;
  renewedAt: Date;
}

export interface OwnPush {
  /** Browsers subscribe with it; null: there is no web push. */
  publicKey: string | null;
  devices: OwnDevice[];
}

/** What a browser says about itself. */
export interface GivenSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Subscribes members' browsers. */
@Injectable()
export class PushDevicesService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly subscriptions: PushSubscriptionRepository,
    private readonly targets: PushTargets,
    private readonly events: ChannelEventRepository,
    private readonly deliveries: DeliveryFanOutRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async state({ userId }: Pick<Actor, 'userId'>): Promise<OwnPush> {
    const rows = await this.subscriptions.findOwn(userId);
    return {
      publicKey: this.config.webPush?.publicKey ?? null,
      devices: rows.map(({ id, address, createdAt, renewedAt }) => ({
        id,
        program: this.targets.open(address, { rowId: id, userId }).device,
        addedAt: createdAt,
        renewedAt,
      })),
    };
  }

  /**
   * Adds a browser, or renews it. A browser that another member subscribed belongs to this one from now on: both use it, and only the last
   * of them may get messages on it. Returns its id. Throws PushOff, TooManyDevices (409), PushForReaders, InvalidInput, TooMany.
   */
  async add(actor: Actor, given: GivenSubscription, program: string): Promise<string> {
    const ours = this.requireKeys();
    if (!maySeeSignals(actor)) throw new PushForReaders();
    await this.limits.consume('pushDeviceUser', actor.userId);
    const subscription = this.read(given);
    const put = () => this.em.transactional((tx) => this.put(tx, actor, subscription, { program, ours }));
    try {
      return await put();
    } catch (error) {
      // A concurrent request has stored the same browser.
      if (violatesUnique(error, ONE_ACTIVE_ADDRESS)) return put();
      throw error;
    }
  }

  /**
   * Notes that a browser still has its subscription. `previous`: the endpoint before the browser changed it. Returns its id.
   * Throws NotFound if it is none of the member's.
   */
  async renew({ userId }: Actor, given: GivenSubscription, program: string, previous: string | null): Promise<string> {
    const ours = this.requireKeys();
    const subscription = this.read(given);
    const earlier = previous === null ? null : this.targets.read(previous);
    return this.em.transactional(async (tx) => {
      await this.subscriptions.lockMember(tx, userId);
      const hash = this.targets.hashOf(subscription.endpoint);
      const holder = await this.subscriptions.lockByHash(tx, hash);
      const before = !holder && earlier instanceof URL ? await this.subscriptions.lockByHash(tx, this.targets.hashOf(earlier)) : null;
      const own = holder ?? before;
      if (own?.userId !== userId) throw new NotFound('device');
      await this.subscriptions.renew(tx, own.id, this.valuesOf(subscription, program, ours, own));
      return own.id;
    });
  }

  /** Throws NotFound. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      if (!(await this.subscriptions.deleteOwn(tx, actor.userId, id))) throw new NotFound('device');
      await this.record(tx, actor, id, 'remove');
    });
  }

  private async put(
    tx: EntityManager,
    actor: Actor,
    subscription: BrowserSubscription,
    { program, ours }: { program: string; ours: string },
  ): Promise<string> {
    const { userId } = actor;
    await this.subscriptions.lockMember(tx, userId);
    const holder = await this.subscriptions.lockByHash(tx, this.targets.hashOf(subscription.endpoint));
    if (holder?.userId === userId) {
      await this.subscriptions.renew(tx, holder.id, this.valuesOf(subscription, program, ours, holder));
      return holder.id;
    }
    if (holder) {
      await this.subscriptions.delete(tx, holder.id);
      await this.record(tx, actor, holder.id, 'take-over');
    }
    await this.subscriptions.deleteEnded(tx, userId);
    if ((await this.subscriptions.findOwn(userId, tx)).length >= MAX_DEVICES) throw new TooManyDevices();
    const id = uuidv7();
    await this.subscriptions.insert(tx, id, userId, this.valuesOf(subscription, program, ours, { id, userId }));
    await this.greet(tx, id);
    await this.record(tx, actor, id, 'add');
    return id;
  }

  private valuesOf(subscription: BrowserSubscription, program: string, ours: string, { id, userId }: { id: string; userId: string }) {
    const { endpoint } = subscription;
    const sealed = this.targets.seal(subscription, program, ours, { rowId: id, userId });
    return { ...sealed, hash: this.targets.hashOf(endpoint), service: endpoint.hostname };
  }

  private read({ endpoint, ...keys }: GivenSubscription): BrowserSubscription {
    const url = this.targets.read(endpoint);
    if (typeof url === 'string') throw refusedEndpoint(url);
    return { endpoint: url, ...keys };
  }

  private requireKeys(): string {
    const { webPush } = this.config;
    if (!webPush) throw new PushOff();
    return webPush.publicKey;
  }

  /** Shows at once whether messages reach the device. */
  private async greet(tx: EntityManager, addressId: string): Promise<void> {
    const payload = messageOf(SUBSCRIBED, this.clock.now(), {});
    const eventId = await this.events.insertForOwner(tx, { kind: SUBSCRIBED, payload, lifeSeconds: GREETING_LIFE_SECONDS });
    await this.deliveries.insertOne(tx, eventId, addressId);
  }

  private record(tx: EntityManager, { userId, role }: Actor, id: string, act: string): Promise<void> {
    return this.audit.record(tx, {
      action: `push.${act}`,
      actorId: userId,
      actorRole: role,
      targetType: 'channel address',
      targetId: id,
    });
  }
}
