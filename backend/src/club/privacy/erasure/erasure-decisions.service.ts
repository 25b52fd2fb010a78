import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { SessionService } from '../../auth/index.js';
import { NotFound } from '../../../platform/domain/index.js';
import { accountChanged, LiveEvents } from '../../../messaging/live/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { ErasureRequestRepository, type OpenErasure } from './erasure-request.repository.js';
import { nextErasure } from './erasure-state.rules.js';

/** Decides erasure requests. */
@Injectable()
export class ErasureDecisionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly requests: ErasureRequestRepository,
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
    private readonly config: AppConfig,
  ) {}

  /**
   * Ends the membership: the member moves to the rejected list, and each part of their data gets its last day. Throws NotFound,
   * ErasureDecided (409).
   */
  complete(adminId: string, requestId: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const { state: from, userId, email, role, hasRecords } = await this.lock(tx, requestId);
      const state = nextErasure(from, 'complete');
      const { fundHistoryYears, clubHistoryDays, recordsYears, unknownDays } = this.config.retention;
      const { history, identity } = await this.requests.complete(tx, requestId, {
        state,
        decidedBy: adminId,
        keep: {
          history: role === 'hedge fund' && hasRecords ? `${fundHistoryYears} years` : `${clubHistoryDays} days`,
          identity: hasRecords ? `${recordsYears} years` : `${unknownDays} days`,
        },
      });
      // A copy of the address: when the email is sent, the account may have none.
      await this.mail.queue(tx, {
        letter: 'erasure-completed',
        to: { address: email, userId },
        data: { historyUntil: history.toISOString(), identityUntil: identity.toISOString() },
        dedupeKey: `erasure-completed:${requestId}`,
      });
      await this.requests.endMembership(tx, userId);
      await this.sessions.endAll(tx, userId);
      await this.record(tx, 'privacy.erasure-complete', adminId, userId, { requestId });
      await this.live.publish(tx, accountChanged(userId, { changed: 'erasure', state }));
    });
  }

  /** Reopens the account; nothing more is erased. `reason` is shown to the member. Throws NotFound, ErasureDecided (409). */
  refuse(adminId: string, requestId: string, reason: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const { state: from, userId } = await this.lock(tx, requestId);
      const state = nextErasure(from, 'refuse');
      await this.requests.end(tx, requestId, { state, decidedBy: adminId, reason });
      await this.mail.queue(tx, { letter: 'erasure-refused', to: userId, data: { reason }, dedupeKey: `erasure-refused:${requestId}` });
      await this.record(tx, 'privacy.erasure-refuse', adminId, userId, { requestId, reason });
      await this.live.publish(tx, accountChanged(userId, { changed: 'erasure', state }));
    });
  }

  private async lock(tx: EntityManager, requestId: string): Promise<OpenErasure> {
    const open = await this.requests.lock(tx, requestId);
    if (!open) throw new NotFound('erasure request');
    return open;
  }

  private record(tx: EntityManager, action: string, adminId: string, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(tx, { action, actorId: adminId, actorRole: 'admin', targetType: 'user', targetId: userId, detail });
  }
}
