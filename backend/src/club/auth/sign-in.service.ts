import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { DomainError } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { UsersService, type Credentials, type Profile } from '../users/index.js';
import { AccountDeactivated, AccountRejected, EmailNotConfirmed, WrongCredentials } from './auth.errors.js';
import { CredentialsService } from './credentials.service.js';
import type { FactorKind } from './mfa/factor.reader.js';
import { SignInFactorService } from './mfa/sign-in-factor.service.js';
import { SignInNoticeService } from './sign-in-notice.service.js';
import { SessionService, type OpenSession, type SessionOrigin } from './session.service.js';

export interface SignedIn {
  token: string;
  sessionId: string;
  profile: Profile;
  /** The session allows only the setup of a second factor. */
  enrolmentRequired: boolean;
}

/** An account at the time of the credentials check. */
export type KnownAccount = Pick<Credentials, 'id' | 'role' | 'securityEpoch'>;

/** The proof of a sign-in. `spend` uses a single-use proof up in the transaction that opens the session; its refusal opens none. */
export interface Entry {
  factor: FactorKind | null;
  spend?: (em: EntityManager) => Promise<DomainError | null>;
}

type Opened = Omit<SignedIn, 'profile'>;

@Injectable()
export class SignInService {
  constructor(
    private readonly em: EntityManager,
    private readonly credentials: CredentialsService,
    private readonly factors: SignInFactorService,
    private readonly users: UsersService,
    private readonly sessions: SessionService,
    private readonly notices: SignInNoticeService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Opens a session. Throws WrongCredentials or TooMany; only after the correct password EmailNotConfirmed, AccountDeactivated or
   * AccountRejected, and for an account with a second factor CodeRequired unless `otp` is a code of its app or a recovery code.
   */
  async signIn(
    { email, password, otp }: { email: string; password: string; otp?: string | undefined },
    origin: SessionOrigin,
  ): Promise<SignedIn> {
    const { user: known, knownOrigin } = await this.credentials.verify(email, password, origin);
    const refusal = this.refusalOf(known, known);
    if (refusal) {
      await this.recordRefusal(this.em, known, refusal);
      throw refusal;
    }
    return this.enter(known, { factor: await this.factors.prove(known, otp ?? null, knownOrigin) }, origin);
  }

  /**
   * Opens a session for every kind of sign-in: the only place that does, so that an account that may not sign in gets none. Throws as
   * signIn, and what `spend` returns.
   */
  async enter(known: KnownAccount, entry: Entry, origin: SessionOrigin): Promise<SignedIn> {
    const outcome = await this.em.transactional((em) => this.openSession(em, known, entry, origin));
    if (outcome instanceof DomainError) throw outcome;
    return { ...outcome, profile: await this.users.profileOf(known.id) };
  }

  /** Ends the actor's session. Idempotent. */
  async signOut(actor: Actor): Promise<void> {
    await this.em.transactional(async (em) => {
      if (await this.sessions.end(em, actor.sessionId, 'signed-out')) await this.recordOf(em, actor, 'auth.sign-out', actor.sessionId);
    });
  }

  listSessions(actor: Actor): Promise<OpenSession[]> {
    return this.sessions.listOf(actor.userId);
  }

  /** Ends one of the actor's sessions. Throws NotFound. */
  async endSession(actor: Actor, sessionId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      await this.sessions.endOwn(em, actor.userId, sessionId);
      await this.recordOf(em, actor, 'auth.end-session', sessionId);
    });
  }

  /** Returns a refusal instead of throwing it, so that its audit record is committed. */
  private async openSession(
    em: EntityManager,
    known: KnownAccount,
    { factor, spend }: Entry,
    origin: SessionOrigin,
  ): Promise<Opened | DomainError> {
    // The lock makes a concurrent deactivation, password or factor change visible before the session is opened.
    const user = await this.users.lockCredentials(em, known.id);
    const refusal = this.refusalOf(user, known) ?? (await spend?.(em)) ?? null;
    if (!user || refusal) {
      await this.recordRefusal(em, known, refusal);
      return refusal ?? new WrongCredentials();
    }
    await this.notices.note(em, user.id, origin);
    const scope = await this.factors.scopeFor(em, user);
    const { sessionId, token } = await this.sessions.open(em, user, origin, scope);
    await this.audit.record(em, {
      action: 'auth.sign-in',
      actorId: user.id,
      actorRole: user.role,
      targetType: 'user',
      targetId: user.id,
      detail: { sessionId, factor, scope },
    });
    return { token, sessionId, enrolmentRequired: scope === 'enrol' };
  }

  private refusalOf(user: Credentials | null, known: KnownAccount): DomainError | null {
    if (!user || user.securityEpoch !== known.securityEpoch) return new WrongCredentials();
    if (user.rejected) return new AccountRejected();
    if (user.status !== 'active') return new AccountDeactivated();
    if (!user.emailConfirmed) return new EmailNotConfirmed();
    return null;
  }

  private recordRefusal(em: EntityManager, known: KnownAccount, refusal: DomainError | null): Promise<void> {
    return this.audit.record(em, {
      action: 'auth.refuse-sign-in',
      actorId: null,
      actorRole: known.role,
      targetType: 'user',
      targetId: known.id,
      detail: { reason: refusal?.code ?? 'gone' },
    });
  }

  private recordOf(em: EntityManager, actor: Actor, action: string, sessionId: string): Promise<void> {
    return this.audit.record(em, { action, actorId: actor.userId, actorRole: actor.role, targetType: 'session', targetId: sessionId });
  }
}
