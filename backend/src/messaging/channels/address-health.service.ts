import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { MailOutbox } from '../mail/index.js';
import { AddressHealthRepository } from './address-health.repository.js';
import type { ChannelSender } from './channel-sender.port.js';
import type { AddressNews, SendOutcome } from './channel.types.js';
import type { WiredDelivery } from './delivery.repository.js';

const DAY_SECONDS = 86_400;
/** After a day of failures the member gets an email; after five days the address is disabled. */
const WARN_AFTER_SECONDS = DAY_SECONDS;
const DISABLE_AFTER_SECONDS = 5 * DAY_SECONDS;
/** Two failures a week apart say nothing. */
const MIN_FAILURES = 10;

/** Follows whether addresses take anything, and disables those that do not. */
@Injectable()
export class AddressHealthService {
  constructor(
    private readonly addresses: AddressHealthRepository,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** Counts the result of a try, in the transaction that stores it. */
  async note(tx: EntityManager, delivery: WiredDelivery, outcome: SendOutcome, sender: ChannelSender): Promise<void> {
    const { addressId } = delivery.target;
    if (outcome.outcome === 'sent') return this.addresses.succeeded(tx, addressId);
    const failing = await this.addresses.failed(tx, addressId);
    if (!failing?.isActive) return;
    if (outcome.outcome === 'failed_permanent' && outcome.gone) return this.disable(tx, delivery, 'gone', sender);
    if (failing.failures < MIN_FAILURES) return;
    if (failing.seconds >= DISABLE_AFTER_SECONDS) return this.disable(tx, delivery, 'failing', sender);
    if (failing.seconds < WARN_AFTER_SECONDS || failing.isWarned) return;
    await this.addresses.markWarned(tx, addressId);
    await this.tell(tx, delivery, 'failing', sender);
  }

  private async disable(tx: EntityManager, delivery: WiredDelivery, reason: 'gone' | 'failing', sender: ChannelSender): Promise<void> {
    const { addressId, userId, channel } = delivery.target;
    await this.addresses.disable(tx, addressId, reason);
    await this.audit.record(tx, {
      action: `${channel}.disable`,
      actorId: null,
      actorRole: null,
      targetType: 'channel address',
      targetId: addressId,
      detail: { userId, reason },
    });
    await this.tell(tx, delivery, `disabled-${reason}`, sender);
  }

  private async tell(tx: EntityManager, { id, attempts, target }: WiredDelivery, news: AddressNews, sender: ChannelSender): Promise<void> {
    const letter = sender.letterOf(news, target);
    if (letter) await this.mail.queue(tx, { ...letter, to: target.userId, dedupeKey: `${news}:${target.addressId}:${id}:${attempts}` });
  }
}
