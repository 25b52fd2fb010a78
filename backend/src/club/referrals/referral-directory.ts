import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { isReferralCode } from './referral-code.js';

@Injectable()
export class ReferralDirectory {
  constructor(private readonly em: EntityManager) {}

  /** The member whose code this is, or null: codes of admins and of rejected users invite nobody. */
  async ownerOf(code: string): Promise<string | null> {
    if (!isReferralCode(code)) return null;
    const rows: { id: string }[] = await this.em.execute(
      `select id from users where referral_code = ? and role <> 'admin' and rejected_at is null`,
      [code],
    );
    return rows[0]?.id ?? null;
  }
}
