import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { requiredFields } from '../personal-fields/index.js';
import { Broadcast } from './broadcast.entity.js';
import { BroadcastPlanRepository, type BroadcastChange } from './broadcast-plan.repository.js';
import { BroadcastRecipientsRepository, type Reach } from './broadcast-recipients.repository.js';
import { startOf, type Schedule } from './broadcast-schedule.rules.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { usualKind, type Audience, type BroadcastKind, type BroadcastMove, type Recipients } from './broadcast.types.js';
import { BroadcastEditRefused, BroadcastMoveRefused, NobodyToWriteTo, ValuesMissing } from './broadcasts.errors.js';

export interface BroadcastDraft {
  recipients: Recipients;
  /** Null: news for groups, service for one user. */
  kind: BroadcastKind | null;
  subject: string;
  message: string;
  /** Unset: at once, after the time to cancel. */
  schedule?: Schedule | undefined;
}

export interface CreatedBroadcast {
  id: string;
  /** The number of mails, without members who get no news. Of a planned broadcast: as of now. */
  queued: number;
}

/** Creates, edits, pauses, resumes and cancels broadcasts. BroadcastStarter starts planned ones, BroadcastSenderLoop sends them. */
@Injectable()
export class BroadcastsService {
  constructor(
    private readonly em: EntityManager,
    private readonly broadcasts: BroadcastRepository,
    private readonly plans: BroadcastPlanRepository,
    private readonly recipients: BroadcastRecipientsRepository,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** Counts one broadcast or test mail of this admin against the rate limit. Throws TooMany. */
  takeTurn(adminId: string): Promise<void> {
    return this.limits.consume('broadcastAdmin', adminId);
  }

  /**
   * Creates a broadcast in the transaction of `em`. Without a schedule its recipients are stored now and sending starts
   * `BROADCAST_DELAY_SECONDS` later; a planned one gets its recipients when it starts. Throws NotFound for an unknown user, NobodyToWriteTo
   * if it has no recipient, ValuesMissing if recipients lack a value that the text needs, InvalidInput for a time that cannot be.
   */
  async create(em: EntityManager, adminId: string, draft: BroadcastDraft): Promise<CreatedBroadcast> {
    const { content, startsAt, queued } = await this.check(em, draft);
    const broadcast = new Broadcast({ ...content, createdBy: adminId });
    await this.broadcasts.insert(em, broadcast, startsAt, this.config.broadcastDelaySeconds);
    if (!startsAt) await this.recipients.insertFor(em, broadcast, draft.recipients);
    await this.record(em, 'broadcast.create', adminId, broadcast.id, { ...detailOf(content, startsAt), queued });
    return { id: broadcast.id, queued };
  }

  /** Replaces a planned broadcast, as `create` would make it. Throws what `create` throws, BroadcastEditRefused once it has started. */
  async edit(adminId: string, id: string, draft: BroadcastDraft): Promise<void> {
    await this.em.transactional(async (em) => {
      if ((await this.broadcasts.findState(em, id)) === null) throw new NotFound('broadcast');
      const { content, startsAt, queued } = await this.check(em, draft);
      if (!(await this.plans.edit(em, id, content, startsAt, this.config.broadcastDelaySeconds))) throw new BroadcastEditRefused();
      if (!startsAt) await this.recipients.insertFor(em, { id, kind: content.kind }, draft.recipients);
      await this.record(em, 'broadcast.edit', adminId, id, { ...detailOf(content, startsAt), queued });
    });
  }

  /** Counts whom a broadcast would reach now. Throws NotFound. */
  async reach({ recipients, kind, subject, message }: Omit<BroadcastDraft, 'schedule'>): Promise<Reach> {
    if ('userId' in recipients) await this.broadcasts.requireUser(this.em, recipients.userId);
    return this.recipients.count(this.em, recipients, kind ?? usualKind(audienceOf(recipients)), requiredFields(subject, message));
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

  private async check(em: EntityManager, { recipients, kind: wanted, subject, message, schedule }: BroadcastDraft) {
    const userId = 'userId' in recipients ? recipients.userId : null;
    if (userId !== null) await this.broadcasts.requireUser(em, userId);
    const audience = audienceOf(recipients);
    const kind = wanted ?? usualKind(audience);
    const startsAt = schedule ? startOf(schedule, this.clock.now()) : null;
    const reach = await this.recipients.count(em, recipients, kind, requiredFields(subject, message));
    requireRecipients(reach, recipients);
    if (reach.lacking.length > 0) throw new ValuesMissing(reach);
    const segment = 'segment' in recipients ? recipients.segment : null;
    const localStart = schedule?.at === 'local' ? schedule.local : null;
    return { content: { subject, message, audience, audienceUser: userId, segment, kind, localStart }, startsAt, queued: reach.recipients };
  }

  private record(em: EntityManager, action: string, adminId: string, targetId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: adminId, actorRole: 'admin', targetType: 'broadcast', targetId, detail });
  }
}

function audienceOf(recipients: Recipients): Audience {
  if ('audience' in recipients) return recipients.audience;
  return 'segment' in recipients ? 'segment' : 'user';
}

function detailOf({ audience, kind, segment, audienceUser, localStart }: BroadcastChange, startsAt: Date | null): Record<string, unknown> {
  return {
    audience,
    kind,
    ...(audienceUser !== null && { userId: audienceUser }),
    ...(segment && { segment }),
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(localStart !== null && { localStart }),
  };
}

function requireRecipients({ recipients, refusedNews, bouncing }: Reach, to: Recipients): void {
  if (recipients > 0) return;
  if (refusedNews + bouncing > 0)
    throw new NobodyToWriteTo('No member of this audience gets news: they turned it off, or their address rejects email');
  throw new NobodyToWriteTo(
    'userId' in to
      ? 'This user has no confirmed, active account to write to'
      : 'No member of this audience has a confirmed, active account',
  );
}
