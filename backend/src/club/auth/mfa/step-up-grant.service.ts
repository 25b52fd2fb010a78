import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { SessionService } from '../session.service.js';
import type { FactorKind } from './factor.reader.js';
import { NotConfirmed } from './mfa.errors.js';

/** Grants and refuses step-ups, with an audit record. */
@Injectable()
export class StepUpGrantService {
  constructor(
    private readonly em: EntityManager,
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
  ) {}

  /** Records a step-up in the transaction of `em`. Returns when it expires, or null if the session has ended. */
  async grant(em: EntityManager, actor: Actor, by: 'password' | FactorKind): Promise<Date | null> {
    const until = await this.sessions.confirm(em, actor.sessionId);
    if (until) await this.record(em, actor, 'auth.step-up', { by });
    return until;
  }

  /** Always throws NotConfirmed. */
  async refuse(actor: Actor, kinds: readonly FactorKind[], sentence: string, reason: string): Promise<never> {
    await this.record(this.em, actor, 'auth.refuse-step-up', { reason });
    throw new NotConfirmed(kinds, sentence);
  }

  private record(em: EntityManager, actor: Actor, action: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, {
      action,
      actorId: actor.userId,
      actorRole: actor.role,
      targetType: 'session',
      targetId: actor.sessionId,
      detail,
    });
  }
}
