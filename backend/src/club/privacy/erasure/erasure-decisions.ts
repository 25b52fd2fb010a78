import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { SessionService } from '../../auth/index.js';
import { NotFound, type Role } from '../../../platform/domain/index.js';
import { accountChanged, LiveEvents } from '../../../messaging/live/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import type { ErasureState } from '../privacy.entities.js';
import { nextErasure } from './erasure-state.js';

interface Open {
  state: ErasureState;
  user_id: string;
  email: string;
  role: Role;
  /** They sent documents or a payment, which the law asks to keep. */
  known: boolean;
}

/** An admin answers a request to be erased. */
@Injectable()
export class ErasureDecisions {
  constructor(
    private readonly em: EntityManager,
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
    private readonly config: AppConfig,
  ) {}

  /**
   * The membership ends: the member stands in the rejected list, and what is kept gets its last day. Throws NotFound, ErasureDecided (409).
   */
  complete(adminId: string, requestId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const { state, user_id: userId, email, role, known } = await this.lock(em, requestId);
      const to = nextErasure(state, 'complete');
      const { fundHistoryYears, clubHistoryDays, recordsYears, unknownDays } = this.config.retention;
      const history = role === 'hedge fund' && known ? `${fundHistoryYears} years` : `${clubHistoryDays} days`;
      const [kept] = await em.execute<{ history: string; identity: string }[]>(
        `update erasure_requests set state = ?, ended_at = now(), decided_by = ?, history_until = now() + ?::interval, identity_until = now() + ?::interval where id = ?
         returning to_char(history_until at time zone 'UTC', 'FMDD Mon YYYY') as history, to_char(identity_until at time zone 'UTC', 'FMDD Mon YYYY') as identity`,
        [to, adminId, history, known ? `${recordsYears} years` : `${unknownDays} days`, requestId],
      );
      // A copy of the address: by the time the letter leaves, the account may hold none.
      await this.mail.queue(em, {
        letter: 'erasure-completed',
        to: { address: email, userId },
        data: { historyUntil: kept!.history, identityUntil: kept!.identity },
        dedupeKey: `erasure-completed:${requestId}`,
      });
      await em.execute(`update users set rejected_at = coalesce(rejected_at, now()), updated_at = now() where id = ?`, [userId]);
      await this.sessions.endAll(em, userId);
      await this.record(em, 'privacy.erasure-complete', adminId, userId, { requestId });
      await this.live.publish(em, accountChanged(userId, { changed: 'erasure', state: to }));
    });
  }

  /** Nothing more is erased, and the account is open again. Throws NotFound, ErasureDecided (409). */
  refuse(adminId: string, requestId: string, reason: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const { state, user_id: userId } = await this.lock(em, requestId);
      const to = nextErasure(state, 'refuse');
      await em.execute(`update erasure_requests set state = ?, ended_at = now(), decided_by = ?, reason = ? where id = ?`, [
        to,
        adminId,
        reason,
        requestId,
      ]);
      await this.mail.queue(em, { letter: 'erasure-refused', to: userId, data: { reason }, dedupeKey: `erasure-refused:${requestId}` });
      await this.record(em, 'privacy.erasure-refuse', adminId, userId, { requestId, reason });
      await this.live.publish(em, accountChanged(userId, { changed: 'erasure', state: to }));
    });
  }

  /** The user's row first, as a withdrawal locks it. */
  private async lock(em: EntityManager, requestId: string): Promise<Open> {
    const [owner] = await em.execute<{ user_id: string }[]>('select user_id from erasure_requests where id = ?', [requestId]);
    if (!owner) throw new NotFound('erasure request');
    await em.execute('select 1 from users where id = ? for no key update', [owner.user_id]);
    const [open] = await em.execute<Open[]>(
      `select e.state, e.user_id, u.email, u.role, exists (select 1 from kyc_submissions k where k.user_id = u.id) or exists (select 1 from payments p where p.user_id = u.id) as known
       from erasure_requests e join users u on u.id = e.user_id where e.id = ? for update of e`,
      [requestId],
    );
    if (!open) throw new NotFound('erasure request');
    return open;
  }

  private record(em: EntityManager, action: string, adminId: string, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: adminId, actorRole: 'admin', targetType: 'user', targetId: userId, detail });
  }
}
