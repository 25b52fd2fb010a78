import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import type { Role } from '../../../platform/domain/index.js';
import type { SessionScope } from '../../../platform/http/session-reader.port.js';
import { FactorReader, kindsOf, type FactorKind } from './factor.reader.js';
import { CodeRequired } from './mfa.errors.js';
import { failedSignIns } from '../sign-in.metrics.js';
import { SecondFactorCodeService } from './second-factor-code.service.js';

interface Person {
  id: string;
  role: Role;
}

/** Checks the second factor of a sign-in with a password. */
@Injectable()
export class SignInFactorService {
  constructor(
    private readonly em: EntityManager,
    private readonly factors: FactorReader,
    private readonly codes: SecondFactorCodeService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Call it after the correct password only. `knownOrigin`: the account has signed in from this network or browser before. Returns the
   * factor that was used, or null for an account without one. Throws CodeRequired, TooMany.
   */
  async prove(person: Person, otp: string | null, knownOrigin: boolean): Promise<FactorKind | null> {
    const kinds = kindsOf(await this.factors.of(this.em, person.id));
    if (kinds.length === 0) return null;
    const shown = otp === null ? null : await this.codes.show(person, otp, { knownOrigin });
    if (shown) return shown;
    if (otp !== null) failedSignIns.inc({ reason: 'second-factor' });
    const refusal = new CodeRequired(kinds, otp !== null);
    // Also if no code was sent, because the password was correct.
    await this.audit.record(this.em, {
      action: 'auth.refuse-sign-in',
      actorId: null,
      actorRole: person.role,
      targetType: 'user',
      targetId: person.id,
      detail: { reason: refusal.code },
    });
    throw refusal;
  }

  /** See FactorReader.scopeFor. */
  scopeFor(em: EntityManager, person: Person): Promise<SessionScope> {
    return this.factors.scopeFor(em, person);
  }
}
