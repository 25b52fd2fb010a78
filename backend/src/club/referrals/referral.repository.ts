import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Page, PageOf } from '../../platform/http/index.js';
import { readPage } from '../../platform/persistence/page.query.js';
import { db } from '../../database.js';
import { namesIn } from '../../full-name.query.js';
import type { Names } from '../users/index.js';
import { isReferralCode } from './referral-code.rules.js';

export interface ReferredPerson extends Names {
  country: string;
  /** Rejected users still count as referred. */
  standing: 'active' | 'deactivated' | 'rejected';
}

/** Reads who invited whom. */
@Injectable()
export class ReferralRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the member with this code, or null. Codes of admins and of rejected users invite no one. */
  async findInviter(code: string): Promise<string | null> {
    if (!isReferralCode(code)) return null;
    const row = await this.owners(code).where('role', '<>', 'admin').where('rejected_at', 'is', null).executeTakeFirst();
    return row?.id ?? null;
  }

  /** Returns the user with this code, whether or not it still invites, or null. */
  async findOwner(code: string): Promise<string | null> {
    return isReferralCode(code) ? ((await this.owners(code).executeTakeFirst())?.id ?? null) : null;
  }

  /** Returns the users who registered with this user's code, newest first. */
  async findReferred(userId: string, page: Page): Promise<PageOf<ReferredPerson>> {
    const matching = db(this.em).selectFrom('users as u').where('u.referred_by_id', '=', userId);
    const listed = matching
      .select([...namesIn('u'), 'u.country'])
      .select(sql<ReferredPerson['standing']>`case when u.rejected_at is not null then 'rejected' else u.status end`.as('standing'))
      .orderBy('u.created_at', 'desc')
      .orderBy('u.id', 'desc');
    return readPage(db(this.em), listed, matching, page);
  }

  private owners(code: string) {
    return db(this.em).selectFrom('users').select('id').where('referral_code', '=', code);
  }
}
