import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound, uuidv7, type Role } from '../../platform/domain/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { Outbox } from '../../platform/outbox/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { SHARE_CHANGED } from './share-changed.handler.js';
import { ONE_DISPUTE } from './share-dispute.entity.js';
import { DisputeClosed, LineDisputed } from './share-disputes.errors.js';
import { ShareLineRepository } from './share-line.repository.js';
import { ShareNewsService } from './share-news.service.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareDisputesRepository, type StoredDispute } from './share-disputes.repository.js';

interface Actor {
  userId: string;
  role: Role;
}

/** Disputes of lines: opened and withdrawn by members, decided by admins. */
@Injectable()
export class ShareDisputesService {
  constructor(
    private readonly em: EntityManager,
    private readonly lines: ShareLineRepository,
    private readonly disputes: ShareDisputesRepository,
    private readonly results: ShareResultRepository,
    private readonly news: ShareNewsService,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Freezes a line of the member. `entry`, `exit`: ids of its trades. Throws NotFound, LineDisputed (409). */
  async open(member: Actor, { entry, exit, reason }: { entry: string; exit: string; reason: string }): Promise<void> {
    const line = await this.lines.find(this.em, member.userId, { entry, exit });
    if (!line) throw new NotFound('line');
    const { signalId, symbol, qty, profit } = line;
    const dispute = { id: uuidv7(), userId: member.userId, signalId, symbol, entry, exit, qty, profit, reason, openedAt: this.clock.now() };
    try {
      await this.em.transactional(async (tx) => {
        await this.results.lockMember(tx, member.userId);
        await this.disputes.insert(tx, dispute);
        await this.news.disputed(tx, member.userId);
        await this.record(tx, 'dispute', dispute, member, { profit: dispute.profit, reason });
      });
    } catch (error) {
      throw violatesUnique(error, ONE_DISPUTE) ? new LineDisputed() : error;
    }
  }

  /** Takes a dispute back. Throws NotFound, DisputeClosed (409). */
  withdraw(member: Actor, disputeId: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const dispute = await this.openOne(tx, disputeId, member.userId);
      await this.disputes.close(tx, disputeId, { state: 'withdrawn', at: this.clock.now() });
      await this.news.disputed(tx, member.userId);
      await this.record(tx, 'withdraw-dispute', dispute, member, {});
    });
  }

  /** Charges the line from now on (`upheld`), or never (`dropped`). Throws NotFound, DisputeClosed (409). */
  decide(admin: Actor, disputeId: string, state: 'upheld' | 'dropped', reason: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const dispute = await this.openOne(tx, disputeId);
      await this.disputes.close(tx, disputeId, { state, at: this.clock.now(), by: admin.userId, reason });
      await this.news.decided(tx, dispute, { state, reason });
      await this.record(tx, state === 'upheld' ? 'uphold-line' : 'drop-line', dispute, admin, { reason });
    });
  }

  private async openOne(tx: EntityManager, disputeId: string, ownerId?: string): Promise<StoredDispute> {
    // The member before the dispute, as the invoicing of their share does.
    await this.disputes.lockMemberOf(tx, disputeId);
    const dispute = await this.disputes.lock(tx, disputeId);
    if (!dispute || (ownerId !== undefined && dispute.userId !== ownerId)) throw new NotFound('dispute');
    if (dispute.state !== 'open') throw new DisputeClosed();
    return dispute;
  }

  /** Records the act, and has the figures computed again. */
  private async record(
    tx: EntityManager,
    act: string,
    { id, userId, entry, exit }: Pick<StoredDispute, 'id' | 'userId' | 'entry' | 'exit'>,
    { userId: actorId, role: actorRole }: Actor,
    detail: object,
  ): Promise<void> {
    await this.outbox.add(tx, { kind: SHARE_CHANGED, dedupeKey: `${SHARE_CHANGED}:${id}:${act}`, payload: { v: 1, userId } });
    await this.audit.record(tx, {
      action: `club-share.${act}`,
      actorId,
      actorRole,
      targetType: 'share dispute',
      targetId: id,
      detail: { userId, entry, exit, ...detail },
    });
  }
}
