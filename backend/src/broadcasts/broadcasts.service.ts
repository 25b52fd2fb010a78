import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { NotFound, type Membership } from '../common/domain/index.js';
import { RateLimits } from '../common/rate-limits/index.js';
import { AppConfig } from '../config/index.js';
import { newsRefused, reachable } from '../mail/index.js';
import { Broadcast } from './broadcast.entity.js';
import { NO_NEWS, openFrom, usualKind, type BroadcastKind, type BroadcastMove, type BroadcastState } from './broadcast-terms.js';
import { BroadcastMoveRefused, NobodyToWriteTo } from './broadcasts.errors.js';

/** Whom a broadcast is for. */
export type Recipients = { audience: 'all' | Membership } | { userId: string };

export interface BroadcastDraft {
  recipients: Recipients;
  /** Null: news for the many, service for one. */
  kind: BroadcastKind | null;
  subject: string;
  message: string;
}

export interface CreatedBroadcast {
  id: string;
  /** How many mails will leave; members who get no news are not among them. */
  queued: number;
}

/** Makes broadcasts and steers them. Sending is the pump's. */
@Injectable()
export class BroadcastsService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** Counts one broadcast or test mail of this admin. Throws TooMany. */
  takeTurn(adminId: string): Promise<void> {
    return this.limits.consume('broadcastAdmin', adminId);
  }

  /**
   * Freezes who gets the broadcast, in the transaction of `em`; the first mail leaves `BROADCAST_DELAY_SECONDS` later.
   * Throws NotFound for an unknown user, NobodyToWriteTo where no mail would leave.
   */
  async create(em: EntityManager, adminId: string, { recipients, kind, subject, message }: BroadcastDraft): Promise<CreatedBroadcast> {
    const userId = 'userId' in recipients ? recipients.userId : null;
    const audience = 'audience' in recipients ? recipients.audience : 'user';
    if (userId !== null) await this.requireUser(em, userId);
    const broadcast = new Broadcast({
      subject,
      message,
      audience,
      audienceUser: userId,
      kind: kind ?? usualKind(audience),
      createdBy: adminId,
    });
    await em.execute(
      `insert into broadcasts (id, subject, message, audience, audience_user_id, kind, created_by, starts_at) values (?, ?, ?, ?, ?, ?, ?, now() + ? * interval '1 second')`,
      [broadcast.id, subject, message, audience, userId, broadcast.kind, adminId, this.config.broadcastDelaySeconds],
    );
    const queued = await this.freeze(em, broadcast, recipients);
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

  /** Throws NotFound, BroadcastMoveRefused. Of two moves that come at once, one holds. */
  async move(adminId: string, id: string, move: BroadcastMove): Promise<void> {
    await this.em.transactional(async (em) => {
      const moved = await em.execute<{ state: BroadcastState }[]>(
        `update broadcasts set state = ${targetOf[move]}, available_at = now(), setbacks = 0, problem = null, finished_at = ${move === 'cancel' ? 'now()' : 'null'}
         where id = ? and state = any(?::text[]) returning state`,
        [id, `{${openFrom[move].join(',')}}`],
      );
      if (moved.length === 0) throw await this.refusal(em, id, move);
      await this.audit.record(em, {
        action: `broadcast.${move}`,
        actorId: adminId,
        actorRole: 'admin',
        targetType: 'broadcast',
        targetId: id,
      });
    });
  }

  /** One statement, whatever the number of members: the ledger is what feeds the mail server, bit by bit. */
  private async freeze(em: EntityManager, { id, kind }: Broadcast, recipients: Recipients): Promise<number> {
    const [whom, value] =
      'userId' in recipients
        ? ['u.id = ?', recipients.userId]
        : recipients.audience === 'all'
          ? [`u.role <> ?`, 'admin']
          : ['u.role = ?', recipients.audience];
    const [counts] = await em.execute<{ queued: string; suppressed: string }[]>(
      `with ledger as (
         insert into broadcast_deliveries (broadcast_id, user_id, position, status, last_answer)
         select ?, f.id, row_number() over (order by f.created_at, f.id), case when f.refused then 'suppressed' else 'queued' end, case when f.refused then ? end
         from (select u.id, u.created_at, ${kind === 'news' ? newsRefused : 'false'} as refused from users u where ${whom} and ${reachable}) f
         returning status
       )
       select count(*) filter (where status = 'queued')::text as queued, count(*) filter (where status = 'suppressed')::text as suppressed from ledger`,
      [id, NO_NEWS, value],
    );
    const queued = Number(counts?.queued ?? 0);
    if (queued > 0) return queued;
    if (Number(counts?.suppressed ?? 0) > 0)
      throw new NobodyToWriteTo('Nobody of them gets news: they turned it off, or their address takes no mail');
    throw new NobodyToWriteTo(
      'userId' in recipients
        ? 'This user has no confirmed, active account to write to'
        : 'There is nobody to write to: no member of this audience has a confirmed, active account',
    );
  }

  private async requireUser(em: EntityManager, userId: string): Promise<void> {
    const found = await em.execute<unknown[]>('select 1 from users where id = ?', [userId]);
    if (found.length === 0) throw new NotFound('user');
  }

  private async refusal(em: EntityManager, id: string, move: BroadcastMove): Promise<Error> {
    const [row] = await em.execute<{ state: BroadcastState }[]>('select state from broadcasts where id = ?', [id]);
    return row ? new BroadcastMoveRefused(move, row.state) : new NotFound('broadcast');
  }
}

/** SQL of the state after each move. */
const targetOf: Record<BroadcastMove, string> = {
  pause: `'paused'`,
  resume: `case when starts_at > now() then 'scheduled' else 'sending' end`,
  cancel: `'cancelled'`,
};
