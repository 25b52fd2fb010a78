import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { DomainError } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/access-ports.js';
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
  /** The session opens nothing but the setting up of a second factor. */
  enrolmentRequired: boolean;
}

/** An account as it stood when its credentials were found right. */
export type KnownAccount = Pick<Credentials, 'id' | 'role' | 'securityEpoch'>;

/** How somebody got in. `spend` uses up, in the transaction that opens the session, what may work once only: a refusal of it opens none. */
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
   * Opens a session. Throws WrongCredentials or TooMany; only after the right password EmailNotConfirmed, AccountDeactivated or
   * AccountRejected, and for an account with a second factor CodeRequired, until `otp` is a code of its app or a recovery code.
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
   * The one place that opens sessions, for every way in: whatever was shown, an account that may not sign in gets none. Throws as signIn,
   * and what `spend` returns.
   */
  async enter(known: KnownAccount, entry: Entry, origin: SessionOrigin): Promise<SignedIn> {
    const outcome = await this.em.transactional((em) => this.openSession(em, known, entry, origin));
    if (outcome instanceof DomainError) throw outcome;
    return { ...outcome, profile: await this.users.profileOf(known.id) };
  }

  /** Ends the actor's session; a second time changes nothing. */
  async signOut(actor: Actor): Promise<void> {
    await this.em.transactional(async (em) => {
      if (await this.sessions.end(em, actor.sessionId, 'signed-out')) await this.recordOf(em, actor, 'auth.sign-out', actor.sessionId);
    });
  }

  listSessions(actor: Actor): Promise<OpenSession[]> {
    return this.sessions.listOf(actor.userId);
  }

  /** Ends another session of the actor, or this one. Throws NotFound. */
  async endSession(actor: Actor, sessionId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      await this.sessions.endOwn(em, actor.userId, sessionId);
      await this.recordOf(em, actor, 'auth.end-session', sessionId);
    });
  }

  /** A refusal is returned, not thrown: its record is to be kept. */
  private async openSession(
    em: EntityManager,
    known: KnownAccount,
    { factor, spend }: Entry,
    origin: SessionOrigin,
  ): Promise<Opened | DomainError> {
    // Locked: a deactivation, a new password or another factor that commits meanwhile is seen here, not after the session is open.
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
