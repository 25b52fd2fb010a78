import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { db, type Database } from '../../../database.js';
import { optionalFullNameOf } from '../../../full-name.query.js';
import { memberMatches } from '../../../club/users/index.js';
import type { ListQuery, PageOf } from '../../../platform/http/index.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { orderByColumns, readPage, type SortColumn } from '../../../platform/persistence/page.query.js';
import type { AddressState, Channel, DisabledReason } from '../channel.types.js';
import { AddressNames } from './address-name.service.js';

/** A member, as lists of the console name one. */
export interface ListedMember {
  userId: string;
  fullName: string;
}

/** An address that messages go to, without the address itself. */
export interface ListedAddress {
  id: string;
  channel: Channel;
  /** Host, or Telegram account; null: not known. */
  name: string | null;
  /** Null: it is the club's own. */
  member: ListedMember | null;
  state: AddressState;
  reason: DisabledReason | null;
  failingSince: Date | null;
  failures: number;
  lastOkAt: Date | null;
  createdAt: Date;
}

export const addressSorts = ['createdAt', 'failingSince', 'lastOkAt'] as const;
export type AddressSort = (typeof addressSorts)[number];

export interface AddressFilter {
  id?: string[];
  channel?: Channel;
  state?: AddressState;
  reason?: DisabledReason;
  userId?: string;
  /** A part of the name or email of the member. */
  q?: string;
}

type Joined = Database & { a: Database['channel_addresses']; u: Database['users'] };
const eb = expressionBuilder<Joined, 'a' | 'u'>();

/** The only expressions that reach `order by`. Ids are UUIDs of version 7: they begin with the time. */
const sortColumns: Record<AddressSort, readonly SortColumn[]> = {
  createdAt: [],
  failingSince: [{ nullable: eb.ref('a.failing_since') }],
  lastOkAt: [{ nullable: eb.ref('a.last_ok_at') }],
};

/** Lists linked accounts, devices and webhooks for the console. */
@Injectable()
export class AddressListRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly names: AddressNames,
  ) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<AddressSort, AddressFilter>): Promise<PageOf<ListedAddress>> {
    const matching = db(this.em).selectFrom('channel_addresses as a').leftJoin('users as u', 'u.id', 'a.user_id').where(matches(filter));
    const listed = matching
      .select(['a.id', 'a.channel', 'a.address', 'a.service', 'a.state', 'a.reason', 'a.failures', 'u.id as userId'])
      .select(['a.failing_since as failingSince', 'a.last_ok_at as lastOkAt', 'a.created_at as createdAt'])
      .select(optionalFullNameOf('u').as('fullName'))
      .$call(orderByColumns([...sortColumns[sort], eb.ref('a.id')], order));
    const { rows, total } = await readPage(db(this.em), listed, matching, page);
    return {
      rows: rows.map(({ address, service, userId, fullName, failingSince, lastOkAt, createdAt, ...row }) => ({
        ...row,
        name: this.names.of({ addressId: row.id, userId, channel: row.channel, address, service }),
        member: memberOf(userId, fullName),
        failingSince: dateOrNull(failingSince),
        lastOkAt: dateOrNull(lastOkAt),
        createdAt: new Date(createdAt),
      })),
      total,
    };
  }
}

/** The member of a left join. */
export const memberOf = (userId: string | null, fullName: string | null): ListedMember | null =>
  userId === null || fullName === null ? null : { userId, fullName };

function matches({ id, channel, state, reason, userId, q }: AddressFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`a.id = any(${id}::uuid[])`] : []),
    ...(channel ? [eb('a.channel', '=', channel)] : []),
    ...(state ? [eb('a.state', '=', state)] : []),
    ...(reason ? [eb('a.reason', '=', reason)] : []),
    ...(userId ? [eb('a.user_id', '=', userId)] : []),
    ...(q ? [memberMatches(q)] : []),
  ]);
}
