import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../../platform/domain/index.js';
import type { SessionScope } from '../../../platform/http/session-reader.port.js';
import { AppConfig } from '../../../platform/config/index.js';
import { readFactors, type Factors } from './factor.query.js';

export type { Factors };

/** Kinds of proof beside the password. */
export type FactorKind = 'totp' | 'passkey' | 'recovery';

/** Recovery codes replace a lost factor and do not count as one. */
export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** Returns the kinds in the order in which they are offered. */
export function kindsOf(factors: Factors): FactorKind[] {
  if (!hasFactor(factors)) return [];
  return [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ];
}

/** Reads which second factors an account has and whether it must have one. */
@Injectable()
export class FactorReader {
  constructor(private readonly config: AppConfig) {}

  of(em: EntityManager, userId: string): Promise<Factors> {
    return readFactors(em, userId);
  }

  /** Admins need a second factor if ADMIN_MFA is `required`. */
  isRequiredOf(role: Role): boolean {
    return role === 'admin' && this.config.adminMfa === 'required';
  }

  /**
   * Returns the scope of a new session: `enrol` if a required factor is missing. Call it in a transaction that holds the user's row
   * locked.
   */
  async scopeFor(em: EntityManager, { id, role }: { id: string; role: Role }): Promise<SessionScope> {
    return this.isRequiredOf(role) && !hasFactor(await this.of(em, id)) ? 'enrol' : 'full';
  }
}
