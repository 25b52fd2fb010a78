import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { AuditLog, type AuditRecord } from '../../../operations/audit/index.js';
import { NotFound, uuidv7 } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/access-ports.js';
import { accountChanged, LiveEvents } from '../../../messaging/live/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { ExportParts } from '../export/export-parts.js';
import type { ErasureState } from '../privacy.entities.js';
import { ErasureUnderWay } from '../privacy.errors.js';
import { AtOnce } from './at-once.js';
import { nextErasure } from './erasure-state.js';

export interface OwnErasure {
  id: string;
  state: ErasureState;
  requestedAt: Date;
  answerDueAt: Date;
  endedAt: Date | null;
  reason: string | null;
}

interface Row {
  id: string;
  state: ErasureState;
  requested_at: string;
  answer_due_at: string;
  ended_at: string | null;
  reason: string | null;
}

/** Members ask to be erased, and take it back (GDPR, articles 17 and 18). */
@Injectable()
export class Erasures {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly atOnce: AtOnce,
    private readonly parts: ExportParts,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** The latest request of a member; null: none yet. */
  async latestOf(userId: string): Promise<OwnErasure | null> {
    return latest(this.em, userId);
  }

  async isRestricted(userId: string): Promise<boolean> {
    const open = await this.em.execute<unknown[]>(`select 1 from erasure_requests where user_id = ? and state = 'restricted'`, [userId]);
    return open.length > 0;
  }

  /**
   * The caller has confirmed that it is them: what can be erased is erased, and the rest is locked, in one transaction. Throws
   * ErasureUnderWay (409), TooMany.
   */
  async ask({ userId, role }: Actor): Promise<void> {
    nextErasure((await this.latestOf(userId))?.state ?? null, 'ask');
    await this.limits.consume('erasureUser', userId);
    await this.open(userId, { actorId: userId, actorRole: role, detail: {} });
  }

  /**
   * Somebody who asked by letter or mail: `confirmedBy` is the admin who made sure that it was them. Returns the request's id. Throws
   * ErasureUnderWay.
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
      const pictures = await this.em.transactional(async (em) => {
        const former = await this.atOnce.erase(em, userId);
        const state = nextErasure((await latest(em, userId))?.state ?? null, 'ask');
        const [row] = await em.execute<{ due: string }[]>(
          `insert into erasure_requests (id, user_id, state, answer_due_at) values (?, ?, ?, now() + interval '1 month') returning to_char(answer_due_at at time zone 'UTC', 'FMDD Mon YYYY') as due`,
          [id, userId, state],
        );
        await this.audit.record(em, {
          action: 'privacy.erasure-ask',
          actorId,
          actorRole,
          targetType: 'user',
          targetId: userId,
          detail: { requestId: id, ...detail },
        });
        await this.mail.queue(em, { letter: 'erasure-received', to: userId, data: { due: row!.due }, dedupeKey: `erasure-received:${id}` });
        await this.live.publish(em, accountChanged(userId, { changed: 'erasure', state }));
        return former;
      });
      await this.parts.remove(pictures);
      return id;
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new ErasureUnderWay();
      throw error;
    }
  }

  /** The account goes on; what was erased stays erased. Throws NoErasureRequest (409). */
  async withdraw({ userId, role }: Actor): Promise<void> {
    await this.em.transactional(async (em) => {
      await em.execute('select 1 from users where id = ? for no key update', [userId]);
      const open = await latest(em, userId);
      const state = nextErasure(open?.state ?? null, 'withdraw');
      if (!open) throw new NotFound('erasure request');
      await em.execute(`update erasure_requests set state = ?, ended_at = now() where id = ?`, [state, open.id]);
      await this.audit.record(em, {
        action: 'privacy.erasure-withdraw',
        actorId: userId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { requestId: open.id },
      });
      await this.mail.queue(em, { letter: 'erasure-withdrawn', to: userId, data: {}, dedupeKey: `erasure-withdrawn:${open.id}` });
      await this.live.publish(em, accountChanged(userId, { changed: 'erasure', state }));
    });
  }
}

async function latest(em: EntityManager, userId: string): Promise<OwnErasure | null> {
  const [row] = await em.execute<Row[]>(
    'select id, state, requested_at, answer_due_at, ended_at, reason from erasure_requests where user_id = ? order by requested_at desc, id desc limit 1',
    [userId],
  );
  if (!row) return null;
  const { id, state, reason } = row;
  return {
    id,
    state,
    reason,
    requestedAt: new Date(row.requested_at),
    answerDueAt: new Date(row.answer_due_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
  };
}
