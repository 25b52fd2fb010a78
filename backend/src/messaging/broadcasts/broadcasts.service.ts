import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { BroadcastDeliveryRepository } from './broadcast-delivery.repository.js';
import { Broadcast } from './broadcast.entity.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { usualKind, type BroadcastKind, type BroadcastMove, type Recipients } from './broadcast.types.js';
import { BroadcastMoveRefused, NobodyToWriteTo } from './broadcasts.errors.js';

export interface BroadcastDraft {
  recipients: Recipients;
  /** Null: news for groups, service for one user. */
  kind: BroadcastKind | null;
  subject: string;
  message: string;
}

export interface CreatedBroadcast {
  id: string;
  /** The number of mails; without members who get no news. */
  queued: number;
}

/** Creates, pauses, resumes and cancels broadcasts. BroadcastSenderLoop sends them. */
@Injectable()
export class BroadcastsService {
  constructor(
    private readonly em: EntityManager,
    private readonly broadcasts: BroadcastRepository,
    private readonly deliveries: BroadcastDeliveryRepository,
    private readonly config: AppConfig,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** Counts one broadcast or test mail of this admin against the rate limit. Throws TooMany. */
  takeTurn(adminId: string): Promise<void> {
    return this.limits.consume('broadcastAdmin', adminId);
  }

  /**
   * Creates a broadcast and stores its recipients, in the transaction of `em`; sending starts `BROADCAST_DELAY_SECONDS` later.
   * Throws NotFound for an unknown user, NobodyToWriteTo if it has no recipient.
   */
  async create(em: EntityManager, adminId: string, { recipients, kind, subject, message }: BroadcastDraft): Promise<CreatedBroadcast> {
    const userId = 'userId' in recipients ? recipients.userId : null;
    const audience = 'audience' in recipients ? recipients.audience : 'user';
    if (userId !== null) await this.broadcasts.requireUser(em, userId);
    const broadcast = new Broadcast({
      subject,
      message,
      audience,
      audienceUser: userId,
      kind: kind ?? usualKind(audience),
      createdBy: adminId,
    });
    await this.broadcasts.insert(em, broadcast, this.config.broadcastDelaySeconds);
    const queued = await this.storeRecipients(em, broadcast, recipients);
    await this.audit.record(em, {
      action: 'broadcast.create',
      actorId: adminId,
      actorRole: 'admin',
      targetType: 'broadcast',
      targetId: broadcast.id,
      detail: { audience, kind: broadcast.kind, queued, ...(userId !== null && { userId }) },
    });
    return { id: broadcast.id, queued };
  }

  /** Throws NotFound, BroadcastMoveRefused. Of two concurrent moves one succeeds. */
  async move(adminId: string, id: string, move: BroadcastMove): Promise<void> {
    await this.em.transactional(async (em) => {
      if (!(await this.broadcasts.move(em, id, move))) {
        const state = await this.broadcasts.findState(em, id);
        throw state ? new BroadcastMoveRefused(move, state) : new NotFound('broadcast');
      }
      await this.audit.record(em, {
        action: `broadcast.${move}`,
        actorId: adminId,
        actorRole: 'admin',
        targetType: 'broadcast',
        targetId: id,
      });
    });
  }

  private async storeRecipients(em: EntityManager, broadcast: Broadcast, recipients: Recipients): Promise<number> {
    const { queued, suppressed } = await this.deliveries.insertFor(em, broadcast, recipients);
    if (queued > 0) return queued;
    if (suppressed > 0) throw new NobodyToWriteTo('Nobody of them gets news: they turned it off, or their address takes no mail');
    throw new NobodyToWriteTo(
      'userId' in recipients
        ? 'This user has no confirmed, active account to write to'
        : 'There is nobody to write to: no member of this audience has a confirmed, active account',
    );
  }
}
