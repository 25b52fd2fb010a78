import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { memberships, NotFound, type Membership } from '../common/domain/index.js';
import { newsRefused, reachable } from '../mail/index.js';
import { fullName } from '../users/index.js';
import { usualKind, type BroadcastKind } from './broadcast-terms.js';

/** Somebody a broadcast can be for, and how many mails would leave now. */
export interface AudienceReach {
  /** `all`, a membership, or the id of one user. */
  audience: string;
  /** Of the one user. */
  fullName: string | null;
  /** What a broadcast to them is unless somebody says otherwise. */
  usualKind: BroadcastKind;
  mails: Record<BroadcastKind, number>;
}

interface Reached {
  role: Membership;
  service: string;
  news: string;
}

/**
 * Who has turned news off, or has an address that once took no mail. `newsRefused` looks into three tables for each user; asking it of these alone spares
 * that for nearly everybody.
 */
const mayRefuseNews = `(u.id in (select p.user_id from mail_preferences p where not p.news) or u.id in (select h.user_id from mail_bounces h))`;
const counts = `count(*)::text as service, count(*) filter (where not (case when ${mayRefuseNews} then ${newsRefused} else false end))::text as news`;

/** Whom one can write to. What counts when a broadcast is made is who is there at that moment. */
@Injectable()
export class BroadcastAudiences {
  constructor(private readonly em: EntityManager) {}

  /** Everybody, each membership, and the user of this id, where one is asked for. Throws NotFound. */
  async list(userId?: string): Promise<AudienceReach[]> {
    const rows = await this.em.execute<Reached[]>(
      `select u.role, ${counts} from users u where u.role <> 'admin' and ${reachable} group by u.role`,
    );
    const of = (membership: Membership) => mailsOf(rows.find(({ role }) => role === membership));
    const groups = memberships.map((membership) => groupOf(membership, of(membership)));
    const sum = (kind: BroadcastKind) => groups.reduce((all, { mails }) => all + mails[kind], 0);
    const all = groupOf('all', { service: sum('service'), news: sum('news') });
    return [all, ...groups, ...(userId === undefined ? [] : [await this.one(userId)])];
  }

  private async one(userId: string): Promise<AudienceReach> {
    const [user] = await this.em.execute<{ surname: string; other_name: string }[]>('select surname, other_name from users where id = ?', [
      userId,
    ]);
    if (!user) throw new NotFound('user');
    const [row] = await this.em.execute<Reached[]>(`select ${counts} from users u where u.id = ? and ${reachable}`, [userId]);
    return {
      audience: userId,
      fullName: fullName({ surname: user.surname, otherName: user.other_name }),
      usualKind: usualKind('user'),
      mails: mailsOf(row),
    };
  }
}

const groupOf = (audience: 'all' | Membership, mails: AudienceReach['mails']): AudienceReach => ({
  audience,
  fullName: null,
  usualKind: usualKind(audience),
  mails,
});

const mailsOf = (row: Omit<Reached, 'role'> | undefined): AudienceReach['mails'] => ({
  service: Number(row?.service ?? 0),
  news: Number(row?.news ?? 0),
});
