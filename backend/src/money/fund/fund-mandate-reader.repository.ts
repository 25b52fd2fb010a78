import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { memberMatches } from '../../club/users/index.js';
import type { MandateState } from './fund.entities.js';
import { mandateColumns, toMandate, type Mandate } from './mandate.repository.js';

export interface ListedMandate extends Mandate {
  fullName: string;
  /** At the last known valuation, and fees owed; null before the start. */
  equity: string | null;
  owed: string | null;
  waitingDays: number | null;
}

/** Sums over all running mandates; amounts are decimals. */
export interface FundBook {
  clients: number;
  waitingSignatures: number;
  equity: string;
  owed: string;
  withWaitingDays: number;
}

export const mandateSorts = ['signedAt', 'state', 'equity', 'owed'] as const;
export type MandateSort = (typeof mandateSorts)[number];

export interface MandateFilter {
  id?: string[];
  /** A part of the client's name. */
  q?: string;
  state?: MandateState;
  userId?: string;
}

type Joined = Database & { m: Database['fund_mandates']; u: Database['users'] };

/** Reads mandates for the console. */
@Injectable()
export class FundMandateReaderRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<MandateSort, MandateFilter>): Promise<PageOf<ListedMandate>> {
    const rows = this.rows()
      .where((eb) => matches(eb, filter))
      .$call(orderByColumns([...sortColumns[sort], sql.ref('m.id')], order));
    const found = await readPage(
      db(this.em),
      rows,
      this.matching().where((eb) => matches(eb, filter)),
      page,
    );
    return { rows: found.rows.map(toListed), total: found.total };
  }

  async find(id: string): Promise<ListedMandate | null> {
    const row = await this.rows().where('m.id', '=', id).executeTakeFirst();
    return row ? toListed(row) : null;
  }

  async findBook(): Promise<FundBook> {
    const { waitingSignatures, clients, withWaitingDays, ...sums } = await this.matching()
      .leftJoin('fund_results as r', 'r.mandate_id', 'm.id')
      .select([
        sql<string>`count(*) filter (where m.state = 'signed')`.as('waitingSignatures'),
        sql<string>`count(*) filter (where m.state = 'active')`.as('clients'),
        sql<string>`count(*) filter (where m.state = 'active' and r.waiting_days > 0)`.as('withWaitingDays'),
        sql<string>`trim_scale(coalesce(sum(r.equity) filter (where m.state = 'active'), 0))::text`.as('equity'),
        sql<string>`trim_scale(coalesce(sum(r.owed) filter (where m.state = 'active'), 0))::text`.as('owed'),
      ])
      .executeTakeFirstOrThrow();
    return {
      waitingSignatures: Number(waitingSignatures),
      clients: Number(clients),
      withWaitingDays: Number(withWaitingDays),
      ...sums,
    };
  }

  /** Returns the names of the clients of mandates. */
  async findNames(mandateIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.matching()
      .select(['m.id', fullNameOf('u').as('full_name')])
      .where(sql<boolean>`m.id = any(${mandateIds}::uuid[])`)
      .execute();
    return new Map(rows.map(({ id, full_name }) => [id, full_name]));
  }

  private matching() {
    return db(this.em).selectFrom('fund_mandates as m').innerJoin('users as u', 'u.id', 'm.user_id');
  }

  private rows() {
    return this.matching()
      .leftJoin('fund_results as r', 'r.mandate_id', 'm.id')
      .select(mandateColumns('m'))
      .select([fullNameOf('u').as('fullName'), 'r.equity', 'r.owed', 'r.waiting_days as waitingDays']);
  }
}

type StoredRow = Awaited<ReturnType<ReturnType<FundMandateReaderRepository['rows']>['executeTakeFirstOrThrow']>>;

const toListed = ({ fullName, equity, owed, waitingDays, ...row }: StoredRow): ListedMandate => ({
  ...toMandate(row),
  fullName,
  equity,
  owed,
  waitingDays,
});

function matches(eb: ExpressionBuilder<Joined, 'm' | 'u'>, { id, q, state, userId }: MandateFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`m.id = any(${id}::uuid[])`] : []),
    ...(state ? [eb('m.state', '=', state)] : []),
    ...(userId ? [eb('m.user_id', '=', userId)] : []),
    ...(q ? [memberMatches(q)] : []),
  ]);
}

/** The only expressions that reach `order by`. */
const sortColumns: Record<MandateSort, readonly SortColumn[]> = {
  signedAt: [sql.ref('m.signed_at')],
  state: [sql.ref('m.state'), sql.ref('m.signed_at')],
  equity: [sql.ref('r.equity')],
  owed: [sql.ref('r.owed')],
};
