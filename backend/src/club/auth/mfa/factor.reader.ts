import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../../platform/domain/index.js';
import type { SessionScope } from '../../../platform/http/access-ports.js';
import { AppConfig } from '../../../platform/config/index.js';

/** What an account may show beside its password. */
export type FactorKind = 'totp' | 'passkey' | 'recovery';

export interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
}

/** Recovery codes stand in for a factor that is lost; alone they are none. */
export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** In the order in which a person is offered them. */
export function kindsOf(factors: Factors): FactorKind[] {
  if (!hasFactor(factors)) return [];
  return [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ];
}

/** Which second factors an account has, and whether it must have one. */
@Injectable()
export class FactorReader {
  constructor(private readonly config: AppConfig) {}

  async of(em: EntityManager, userId: string): Promise<Factors> {
    const [row] = await em.execute<Factors[]>(
      `select exists (select 1 from totp_factors where user_id = ? and confirmed_at is not null) as totp,
              (select count(*)::int from passkeys where user_id = ?) as passkeys,
              (select count(*)::int from recovery_codes where user_id = ? and used_at is null) as "recoveryCodesLeft"`,
      [userId, userId, userId],
    );
    return row ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0 };
  }

  /** Admins where ADMIN_MFA says so. */
  isRequiredOf(role: Role): boolean {
    return role === 'admin' && this.config.adminMfa === 'required';
  }

  /**
   * What a session opened now may do: `enrol` where a factor is required and there is none. In a transaction that holds the user's row
   * locked.
   */
  async scopeFor(em: EntityManager, { id, role }: { id: string; role: Role }): Promise<SessionScope> {
    return this.isRequiredOf(role) && !hasFactor(await this.of(em, id)) ? 'enrol' : 'full';
  }
}
