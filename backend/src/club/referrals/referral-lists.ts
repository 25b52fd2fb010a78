import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { DomainError, NotFound, type Role } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { Conditions, readList } from '../../platform/persistence/list-reader.js';
import { isReferralCode } from './referral-code.js';

export interface ReferredPerson {
  surname: string;
  otherName: string;
  country: string;
  /** Somebody who lost their place still counts as referred. */
  standing: 'active' | 'deactivated' | 'rejected';
}

/** The same for a code of somebody else and for one that nobody has: codes cannot be tried out. */
class NotYourCode extends DomainError {
  constructor() {
    super('forbidden', 'access.denied', 'You are not allowed to do this');
  }
}

/** Who registered with whose code, the newest first. */
@Injectable()
export class ReferralLists {
  constructor(private readonly em: EntityManager) {}

  async ofUser(userId: string, { offset, limit }: Page): Promise<PageOf<ReferredPerson>> {
    const { rows, total } = await readList<{ surname: string; other_name: string; country: string; standing: ReferredPerson['standing'] }>(
      this.em,
      {
        select: `u.surname, u.other_name, u.country, case when u.rejected_at is not null then 'rejected' else u.status end as standing`,
        from: 'users u',
        where: new Conditions().add('u.referred_by_id = ?', userId),
        orderBy: 'u.created_at desc, u.id desc',
        offset,
        limit,
      },
    );
    return { rows: rows.map(({ other_name: otherName, ...row }) => ({ ...row, otherName })), total };
  }

  /**
   * The same by the owner's code, for admins and the owner. Throws NotFound for admins; NotYourCode (403) for everybody else, whether or
   * not the code exists.
   */
  async ofCode(actor: { userId: string; role: Role }, code: string, page: Page): Promise<PageOf<ReferredPerson>> {
    const owner = await this.ownerOf(code);
    if (actor.role !== 'admin' && owner !== actor.userId) throw new NotYourCode();
    if (owner === null) throw new NotFound('referral code');
    return this.ofUser(owner, page);
  }

  /** Whoever has the code, also where it invites nobody any more. */
  private async ownerOf(code: string): Promise<string | null> {
    if (!isReferralCode(code)) return null;
    const [owner] = await this.em.execute<{ id: string }[]>('select id from users where referral_code = ?', [code]);
    return owner?.id ?? null;
  }
}
