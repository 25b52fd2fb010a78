import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { MailOutbox } from '../mail/index.js';
import { accountKindOf } from './account-notices/account-notice.rules.js';
import { AddressHealthRepository } from './address-health.repository.js';
import type { ChannelSender } from './channel-sender.port.js';
import type { AddressNews, DisabledReason, SendOutcome } from './channel.types.js';
import type { LostDelivery } from './delivery-recovery.repository.js';
import type { WiredDelivery } from './delivery.repository.js';

const DAY_SECONDS = 86_400;
/** After a day of failures the member gets an email; after five days the address is disabled. */
const WARN_AFTER_SECONDS = DAY_SECONDS;
const DISABLE_AFTER_SECONDS = 5 * DAY_SECONDS;
/** Two failures a week apart say nothing. */
const MIN_FAILURES = 10;

/** What came of a try to an address. */
interface AddressResult {
  delivery: WiredDelivery;
  outcome: SendOutcome;
  sender: ChannelSender;
}

/** Follows whether addresses take anything, and disables those that do not. */
@Injectable()
export class AddressHealthService {
  constructor(
    private readonly addresses: AddressHealthRepository,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Counts results of tries, in the transaction that stores them. */
  async note(tx: EntityManager, results: readonly AddressResult[]): Promise<void> {
    const isSent = ({ outcome }: AddressResult) => outcome.outcome === 'sent';
    const taking = results.filter(isSent).map(({ delivery }) => delivery.target.addressId);
    if (taking.length > 0) await this.addresses.succeeded(tx, taking);
    for (const result of results) if (!isSent(result)) await this.noteFailure(tx, result);
  }

  private async noteFailure(tx: EntityManager, { delivery, outcome, sender }: AddressResult): Promise<void> {
    const { addressId } = delivery.target;
    if (outcome.outcome === 'uncertain' && !sender.repeatsUncertain)
      return this.tellUncertain(tx, { ...delivery, kind: delivery.content.kind }, sender);
    const isGone = outcome.outcome === 'failed_permanent' && outcome.gone;
    if (!sender.disablesFailing && !isGone) return;
    const failing = await this.addresses.failed(tx, addressId);
    if (!failing?.isActive) return;
    if (isGone) return this.disable(tx, delivery, sender.goneReason, sender);
    if (failing.failures < MIN_FAILURES) return;
    if (failing.seconds >= DISABLE_AFTER_SECONDS) return this.disable(tx, delivery, 'failing', sender);
    if (failing.seconds < WARN_AFTER_SECONDS || failing.isWarned) return;
    await this.addresses.markWarned(tx, addressId);
    await this.tell(tx, delivery, 'failing', sender);
  }

  /** Tells the member of a message that may not have arrived, once a day. Of a notice about the account they have an email already. */
  async tellUncertain(tx: EntityManager, { kind, target }: LostDelivery, sender: ChannelSender | undefined): Promise<void> {
    if (accountKindOf(kind) !== null) return;
    const letter = sender?.letterOf('uncertain', target);
    const day = this.clock.now().toISOString().slice(0, 10);
    if (letter && target.userId !== null)
      await this.mail.queue(tx, { ...letter, to: target.userId, dedupeKey: `uncertain:${target.addressId}:${day}` });
  }

  private async disable(tx: EntityManager, delivery: WiredDelivery, reason: DisabledReason, sender: ChannelSender): Promise<void> {
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
    if (sender.tellsOfLast && userId !== null && (await this.addresses.hasActive(tx, userId, channel))) return;
    await this.tell(tx, delivery, reason === 'failing' ? 'disabled-failing' : 'disabled-gone', sender);
  }

  private async tell(tx: EntityManager, { id, attempts, target }: WiredDelivery, news: AddressNews, sender: ChannelSender): Promise<void> {
    const letter = sender.letterOf(news, target);
    if (letter && target.userId !== null)
      await this.mail.queue(tx, { ...letter, to: target.userId, dedupeKey: `${news}:${target.addressId}:${id}:${attempts}` });
  }
}
