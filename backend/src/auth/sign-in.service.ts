import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { DomainError } from '../common/domain/index.js';
import type { Actor } from '../common/http/access-ports.js';
import { UsersService, type Credentials, type Profile } from '../users/index.js';
import { AccountDeactivated, AccountRejected, EmailNotConfirmed, WrongCredentials } from './auth.errors.js';
import { CredentialsVerifier } from './credentials.js';
import { Sessions, type OpenSession, type SessionOrigin } from './sessions.js';

export interface SignedIn {
  token: string;
  profile: Profile;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly em: EntityManager,
    private readonly credentials: CredentialsVerifier,
    private readonly users: UsersService,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
  ) {}

  /** Opens a session. Throws WrongCredentials or TooMany; only after the right password EmailNotConfirmed, AccountDeactivated or AccountRejected. */
  async signIn({ email, password }: { email: string; password: string }, origin: SessionOrigin): Promise<SignedIn> {
    const known = await this.credentials.verify(email, password, origin.network);
    const token = await this.openSession(known, origin);
    return { token, profile: await this.users.profileOf(known.id) };
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

  private async openSession(known: Credentials, origin: SessionOrigin): Promise<string> {
    const outcome = await this.em.transactional(async (em): Promise<string | DomainError> => {
      // Locked: a deactivation or a new password that commits meanwhile is seen here, not after the session is open.
      const user = await this.users.lockCredentials(em, known.id);
      const refusal = this.refusalOf(user, known);
      const record = { actorRole: known.role, targetType: 'user', targetId: known.id };
      if (!user || refusal) {
        await this.audit.record(em, { ...record, action: 'auth.refuse-sign-in', actorId: null, detail: { reason: refusal?.code ?? 'gone' } });
        return refusal ?? new WrongCredentials();
      }
      const { sessionId, token } = await this.sessions.open(em, user, origin);
      await this.audit.record(em, { ...record, action: 'auth.sign-in', actorId: user.id, detail: { sessionId } });
      return token;
    });
    if (outcome instanceof DomainError) throw outcome;
    return outcome;
  }

  private refusalOf(user: Credentials | null, known: Credentials): DomainError | null {
    if (!user || user.securityEpoch !== known.securityEpoch) return new WrongCredentials();
    if (user.rejected) return new AccountRejected();
    if (user.status !== 'active') return new AccountDeactivated();
    if (!user.emailConfirmed) return new EmailNotConfirmed();
    return null;
  }

  private recordOf(em: EntityManager, actor: Actor, action: string, sessionId: string): Promise<void> {
    return this.audit.record(em, { action, actorId: actor.userId, actorRole: actor.role, targetType: 'session', targetId: sessionId });
  }
}
