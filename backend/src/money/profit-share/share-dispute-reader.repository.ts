import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { memberMatches } from '../../club/users/index.js';
import type { DisputeState } from './share-dispute.entity.js';
import { disputeColumns, toDispute, type StoredDispute } from './share-disputes.repository.js';

export interface ListedDispute extends StoredDispute {
  fullName: string;
}

export const disputeSorts = ['openedAt', 'state'] as const;
export type DisputeSort = (typeof disputeSorts)[number];

export interface DisputeFilter {
  id?: string[];
  /** A part of the member's name. */
  q?: string;
  state?: DisputeState;
  userId?: string;
}

type Joined = Database & { d: Database['share_disputes']; u: Database['users'] };

/** Reads disputes for the console. */
@Injectable()
export class ShareDisputeReaderRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<DisputeSort, DisputeFilter>): Promise<PageOf<ListedDispute>> {
    const rows = this.rows()
      .where((eb) => matches(eb, filter))
      .$call(orderByColumns([...sortColumns[sort], sql.ref('d.id')], order));
    const found = await readPage(
      db(this.em),
      rows,
      this.matching().where((eb) => matches(eb, filter)),
      page,
    );
    return { rows: found.rows.map(toListed), total: found.total };
  }

  async find(id: string): Promise<ListedDispute | null> {
    const row = await this.rows().where('d.id', '=', id).executeTakeFirst();
    return row ? toListed(row) : null;
  }

  private matching() {
    return db(this.em).selectFrom('share_disputes as d').innerJoin('users as u', 'u.id', 'd.user_id');
  }

  private rows() {
    return this.matching().select(disputeColumns).select(fullNameOf('u').as('fullName'));
  }
}

type StoredRow = Awaited<ReturnType<ReturnType<ShareDisputeReaderRepository['rows']>['executeTakeFirstOrThrow']>>;

const toListed = ({ fullName, ...row }: StoredRow): ListedDispute => ({ ...toDispute(row), fullName });

function matches(eb: ExpressionBuilder<Joined, 'd' | 'u'>, { id, q, state, userId }: DisputeFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`d.id = any(${id}::uuid[])`] : []),
    ...(state ? [eb('d.state', '=', state)] : []),
    ...(userId ? [eb('d.user_id', '=', userId)] : []),
    ...(q ? [memberMatches(q)] : []),
  ]);
}

/** The only expressions that reach `order by`. */
const sortColumns: Record<DisputeSort, readonly SortColumn[]> = {
  openedAt: [sql.ref('d.opened_at')],
  state: [sql.ref('d.state'), sql.ref('d.opened_at')],
};
