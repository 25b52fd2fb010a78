import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { memberships, NotFound, type Membership } from '../../platform/domain/index.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { isMailable, refusesNews } from '../mail/index.js';
import { choseByEmail, NotificationPolicy, type ClubDefaults } from '../preferences/index.js';
import { usualKind, type BroadcastKind } from './broadcast.types.js';

/** An audience of broadcasts, and how many mails would be sent to it now. */
export interface AudienceReach {
  /** `all`, a membership, or the id of one user. */
  audience: string;
  /** Of the one user. */
  fullName: string | null;
  /** The kind that a broadcast to them has by default. */
  usualKind: BroadcastKind;
  mails: Record<BroadcastKind, number>;
}

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** Users with a preference about news or any bounce. All others have the default. */
const mayDiffer = eb.or([choseByEmail('news'), eb('u.id', 'in', eb.selectFrom('mail_bounces as h').select('h.user_id'))]);
/** Cheap: `refusesNews`, which reads three tables for each user, is evaluated for few. */
const takesNews = (club: ClubDefaults) =>
  sql<SqlBool>`not (case when ${mayDiffer} then ${refusesNews(club)} else ${eb.lit(club.news?.email === 'off')} end)`;

/** Counts recipients as of now; a broadcast has the recipients of the moment when it is created. */
@Injectable()
export class BroadcastAudienceRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: NotificationPolicy,
  ) {}

  /** Lists everybody, each membership and, if given, one user. Throws NotFound. */
  async list(userId?: string): Promise<AudienceReach[]> {
    const rows = await this.reach(eb('u.role', '<>', 'admin'))
      .select('u.role')
      .groupBy('u.role')
      .execute();
    const of = (membership: Membership) => mailsOf(rows.find(({ role }) => role === membership));
    const groups = memberships.map((membership) => groupOf(membership, of(membership)));
    const sum = (kind: BroadcastKind) => groups.reduce((all, { mails }) => all + mails[kind], 0);
    const all = groupOf('all', { service: sum('service'), news: sum('news') });
    return [all, ...groups, ...(userId === undefined ? [] : [await this.one(userId)])];
  }

  private async one(userId: string): Promise<AudienceReach> {
    const user = await db(this.em)
      .selectFrom('users')
      .select(fullNameOf('users').as('fullName'))
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw new NotFound('user');
    const row = await this.reach(eb('u.id', '=', userId)).executeTakeFirst();
    return { audience: userId, fullName: user.fullName, usualKind: usualKind('user'), mails: mailsOf(row) };
  }

  private reach(audience: Expression<SqlBool>) {
    return db(this.em)
      .selectFrom('users as u')
      .select(({ fn }) => [fn.countAll<string>().as('service'), fn.countAll<string>().filterWhere(takesNews(this.policy.club)).as('news')])
      .where(audience)
      .where(isMailable);
  }
}

const groupOf = (audience: 'all' | Membership, mails: AudienceReach['mails']): AudienceReach => ({
  audience,
  fullName: null,
  usualKind: usualKind(audience),
  mails,
});

const mailsOf = (row: Record<BroadcastKind, string> | undefined): AudienceReach['mails'] => ({
  service: Number(row?.service ?? 0),
  news: Number(row?.news ?? 0),
});
