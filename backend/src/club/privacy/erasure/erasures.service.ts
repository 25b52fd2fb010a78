import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog, type AuditRecord } from '../../../operations/audit/index.js';
import { NotFound, uuidv7 } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { accountChanged, LiveEvents } from '../../../messaging/live/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { violatesUnique } from '../../../platform/persistence/database.errors.js';
import { ExportPartsStore } from '../export/export-parts.store.js';
import { ONE_OPEN_ERASURE } from '../privacy.entities.js';
import { ErasureUnderWay } from '../privacy.errors.js';
import { ErasureRequestRepository, type OwnErasure } from './erasure-request.repository.js';
import { nextErasure } from './erasure-state.rules.js';
import { ImmediateErasureService } from './immediate-erasure.service.js';

/** Requests and withdraws the erasure of a member (GDPR, articles 17 and 18). */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly em: EntityManager,
    private readonly requests: ErasureRequestRepository,
    private readonly immediate: ImmediateErasureService,
    private readonly parts: ExportPartsStore,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** Returns the member's latest request, or null before the first. */
  latestOf(userId: string): Promise<OwnErasure | null> {
    return this.requests.findLatestOf(userId);
  }

  isRestricted(userId: string): Promise<boolean> {
    return this.requests.isRestricted(userId);
  }

  /**
   * Erases what can be erased at once and locks the rest, in one transaction. The caller has reauthenticated. Throws ErasureUnderWay (409),
   * TooMany.
   */
  async ask({ userId, role }: Actor): Promise<void> {
    nextErasure((await this.latestOf(userId))?.state ?? null, 'ask');
    await this.limits.consume('erasureUser', userId);
    await this.open(userId, { actorId: userId, actorRole: role, detail: {} });
  }

  /**
   * Opens a request that arrived by letter or email. `confirmedBy`: the admin who verified that it came from the member. Returns the
   * request's id. Throws ErasureUnderWay.
   */
  askFor(userId: string, confirmedBy: string): Promise<string> {
    return this.open(userId, { actorId: null, actorRole: null, detail: { confirmedBy } });
  }

  private async open(
    userId: string,
    { actorId, actorRole, detail }: Pick<AuditRecord, 'actorId' | 'actorRole'> & { detail: object },
  ): Promise<string> {
    const id = uuidv7();
    try {
      const images = await this.em.transactional(async (tx) => {
        const keys = await this.immediate.erase(tx, userId);
        const state = nextErasure((await this.requests.findLatestOf(userId, tx))?.state ?? null, 'ask');
        const due = await this.requests.insert(tx, { id, userId, state });
        await this.audit.record(tx, {
          action: 'privacy.erasure-ask',
          actorId,
          actorRole,
          targetType: 'user',
          targetId: userId,
          detail: { requestId: id, ...detail },
        });
        await this.mail.queue(tx, {
          letter: 'erasure-received',
          to: userId,
          data: { due: due.toISOString() },
          dedupeKey: `erasure-received:${id}`,
        });
        await this.live.publish(tx, accountChanged(userId, { changed: 'erasure', state }));
        return keys;
      });
      await this.parts.remove(images);
      return id;
    } catch (error) {
      throw violatesUnique(error, ONE_OPEN_ERASURE) ? new ErasureUnderWay() : error;
    }
  }

  /** Reopens the account; what was erased stays erased. Throws NoErasureRequest (409). */
  async withdraw({ userId, role }: Actor): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.requests.lockUser(tx, userId);
      const open = await this.requests.findLatestOf(userId, tx);
      const state = nextErasure(open?.state ?? null, 'withdraw');
      if (!open) throw new NotFound('erasure request');
      await this.requests.end(tx, open.id, { state });
      await this.audit.record(tx, {
        action: 'privacy.erasure-withdraw',
        actorId: userId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { requestId: open.id },
      });
      await this.mail.queue(tx, { letter: 'erasure-withdrawn', to: userId, data: {}, dedupeKey: `erasure-withdrawn:${open.id}` });
      await this.live.publish(tx, accountChanged(userId, { changed: 'erasure', state }));
    });
  }
}
