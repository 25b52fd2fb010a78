import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { UsersService } from '../../users/index.js';
import { SessionService } from '../session.service.js';
import { FactorNoticeService, type FactorEvent } from './factor-notice.service.js';
import { FactorReader, hasFactor, type Factors } from './factor.reader.js';
import { FactorsChanged, LastFactor, NoSecondFactor } from './mfa.errors.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RecoveryCodeService, type NewCodes } from './recovery-code.service.js';

/**
 * Changes a user's factors in one transaction that holds the user's row locked. Recovery codes are created with the first factor and
 * deleted with the last; an admin who must have a factor keeps one. The owner gets an email, the change an audit record, and every other
 * session ends.
 */
@Injectable()
export class FactorChangeService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly factors: FactorReader,
    private readonly recovery: RecoveryCodeService,
    private readonly codes: RecoveryCodeRepository,
    private readonly sessions: SessionService,
    private readonly journal: FactorNoticeService,
  ) {}

  /** Stores a factor. `recoveryCodes`: ten with the first one, null with any other. Throws what `store` throws, and FactorsChanged. */
  async add<T>(
    actor: Actor,
    event: FactorEvent,
    store: (em: EntityManager) => Promise<T>,
  ): Promise<{ stored: T; recoveryCodes: string[] | null }> {
    // Before the transaction: ten hashes take most of a second, too long to hold a lock.
    const made = hasFactor(await this.factors.of(this.em, actor.userId)) ? null : await this.recovery.make();
    const stored = await this.change(actor, event, async (em, before) => {
      if (hasFactor(before) === (made !== null)) throw new FactorsChanged();
      const result = await store(em);
      if (made) await this.codes.replace(em, actor.userId, made.hashes);
      if (actor.scope === 'enrol') await this.sessions.widen(em, actor.sessionId, actor.role);
      return result;
    });
    return { stored, recoveryCodes: made?.texts ?? null };
  }

  /** Removes a factor. `drop` returns whether it existed. Throws NotFound, LastFactor. */
  async remove(actor: Actor, event: FactorEvent, subject: string, drop: (em: EntityManager) => Promise<boolean>): Promise<void> {
    await this.change(actor, event, async (em) => {
      if (!(await drop(em))) throw new NotFound(subject);
      if (hasFactor(await this.factors.of(em, actor.userId))) return;
      if (this.factors.isRequiredOf(actor.role)) throw new LastFactor();
      await this.codes.removeAll(em, actor.userId);
    });
  }

  /** Replaces the recovery codes by ten new ones. Throws NoSecondFactor. */
  async renewRecoveryCodes(actor: Actor, event: FactorEvent): Promise<string[]> {
    if (!hasFactor(await this.factors.of(this.em, actor.userId))) throw new NoSecondFactor();
    const made: NewCodes = await this.recovery.make();
    await this.change(actor, event, async (em, before) => {
      if (!hasFactor(before)) throw new NoSecondFactor();
      await this.codes.replace(em, actor.userId, made.hashes);
    });
    return made.texts;
  }

  private change<T>(actor: Actor, event: FactorEvent, work: (em: EntityManager, before: Factors) => Promise<T>): Promise<T> {
    return this.em.transactional(async (em) => {
      await this.users.lockCredentials(em, actor.userId);
      const result = await work(em, await this.factors.of(em, actor.userId));
      await this.journal.changed(em, actor.userId, { id: actor.userId, role: actor.role }, event);
      await this.sessions.endAll(em, actor.userId, actor.sessionId);
      return result;
    });
  }
}
