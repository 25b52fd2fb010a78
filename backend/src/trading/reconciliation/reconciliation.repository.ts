import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type QueryCreator } from 'kysely';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { Venue } from '../venues/index.js';
import type { ReconciledAsset, ReconciliationKind, ReconciliationStatus, Remark, ResidualOfDay } from './reconciliation.types.js';

export interface ReconciledAssetView extends ReconciledAsset {
  accountId: string;
  userId: string;
  fullName: string;
  venue: Venue;
  methodologyVersion: number;
}

export interface ReconciliationDayView {
  day: string;
  readAt: Date;
  counts: Record<ReconciliationStatus, number>;
  residualWorth: string;
  residuals: ResidualOfDay[];
}

export interface ReconciliationView {
  userId: string;
  venue: Venue | null;
  /** Null before the first reconciliation. */
  readAt: Date | null;
  reconciledAt: Date | null;
  notes: Remark[];
  assets: ReconciledAssetView[];
  days: ReconciliationDayView[];
}

export const reconciliationSorts = ['residualWorth', 'asset', 'status', 'readAt', 'residualSince', 'id'] as const;
export type ReconciliationSort = (typeof reconciliationSorts)[number];
export interface ReconciliationFilter {
  userId?: string;
  status?: ReconciliationStatus;
  kind?: ReconciliationKind;
  asset?: string;
}

/** Maximum days and assets in the view of one account. */
const MAX_DAYS = 90;
const MAX_ASSETS = 2000;

/** The column of each field of a reconciled asset, to read and to write. */
export const assetColumns = {
  kind: 'kind',
  asset: 'asset',
  opening: 'opening',
  buys: 'buys',
  sells: 'sells',
  fees: 'fees',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  transfers: 'transfers',
  converts: 'converts',
  dust: 'dust',
  dividends: 'dividends',
  earn: 'earn',
  realizedPnl: 'realized_pnl',
  funding: 'funding',
  other: 'other',
  expected: 'expected',
  reported: 'reported',
  residual: 'residual',
  residualWorth: 'residual_worth',
  status: 'status',
  reasons: 'reasons',
  hints: 'hints',
  income: 'income',
  fundingWallet: 'funding_wallet',
  openingAt: 'opening_at',
  checkedSince: 'checked_since',
  residualSince: 'residual_since',
  readAt: 'read_at',
} as const satisfies Record<keyof ReconciledAsset, keyof Database['reconciliations']>;

type AssetColumns = typeof assetColumns;
type AssetSelection = { [Field in keyof AssetColumns]: `r.${AssetColumns[Field]} as ${Field}` }[keyof AssetColumns];
const assetSelection = Object.entries(assetColumns).map(([field, column]) => `r.${column} as ${field}`) as AssetSelection[];

/** Query aliases: reconciliation, account. */
type Joined = Database & { r: Database['reconciliations']; a: Database['exchange_accounts'] };

const column = expressionBuilder<Joined, 'r' | 'a'>();
const key = [column.ref('r.account_id'), column.ref('r.kind')];

/** The only expressions that reach `order by`; each is followed by the rest of the key. */
const sortColumns: Record<ReconciliationSort, readonly SortColumn[]> = {
  residualWorth: [{ nullable: column.ref('r.residual_worth') }, ...key],
  asset: [column.ref('r.asset'), ...key],
  status: [column.ref('r.status'), ...key],
  readAt: [column.ref('r.read_at'), ...key],
  residualSince: [{ nullable: column.ref('r.residual_since') }, ...key],
  id: key,
};

const matching = (creator: QueryCreator<Database>) =>
  creator.selectFrom('reconciliations as r').innerJoin('exchange_accounts as a', 'a.id', 'r.account_id');

const assetRows = (creator: QueryCreator<Database>) =>
  matching(creator)
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['r.account_id as accountId', 'a.user_id as userId', 'a.venue', fullNameOf('u').as('fullName')])
    .select('r.methodology_version as methodologyVersion')
    .select(assetSelection);

function isListed(eb: ExpressionBuilder<Joined, 'r' | 'a'>, { userId, status, kind, asset }: ReconciliationFilter) {
  return eb.and([
    eb('a.is_current', '=', true),
    ...(userId ? [eb('a.user_id', '=', userId)] : []),
    ...(status ? [eb('r.status', '=', status)] : []),
    ...(kind ? [eb('r.kind', '=', kind)] : []),
    ...(asset ? [eb('r.asset', '=', asset)] : []),
  ]);
}

/** Results of reconciliations, as the console shows them; of current accounts only. */
@Injectable()
export class ReconciliationRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({
    sort,
    order,
    filter,
    ...page
  }: ListQuery<ReconciliationSort, ReconciliationFilter>): Promise<PageOf<ReconciledAssetView>> {
    const database = db(this.em);
    const { rows, total } = await readPage(
      database,
      assetRows(database)
        .where((eb) => isListed(eb, filter))
        .$call(orderByColumns([...sortColumns[sort], column.ref('r.asset')], order)),
      matching(database).where((eb) => isListed(eb, filter)),
      page,
    );
    return { rows: rows.map(toAsset), total };
  }

  /** Returns the whole reconciliation of a member; empty before the first one. Throws NotFound for an unknown user. */
  async findOf(userId: string): Promise<ReconciliationView> {
    const database = db(this.em);
    const state = await database
      .selectFrom('users as u')
      .leftJoin('exchange_accounts as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.is_current', '=', true))
      .leftJoin('reconciliation_states as s', 's.account_id', 'a.id')
      .select(['a.id', 'a.venue', 's.read_at', 's.reconciled_at', 's.notes'])
      .where('u.id', '=', userId)
      .executeTakeFirst();
    if (!state) throw new NotFound('member');
    const empty = { userId, venue: state.venue, readAt: null, reconciledAt: null, notes: [], assets: [], days: [] };
    if (!state.id || !state.read_at || !state.reconciled_at) return empty;
    const [assets, days] = await Promise.all([
      assetRows(database)
        .where('r.account_id', '=', state.id)
        .orderBy('r.residual_worth', (by) => by.desc().nullsLast())
        .orderBy('r.kind', 'desc')
        .orderBy('r.asset')
        .limit(MAX_ASSETS)
        .execute(),
      database
        .selectFrom('reconciliation_days')
        .select(['day', 'read_at', 'balanced', 'explained', 'open', 'unavailable', 'residual_worth', 'residuals'])
        .where('account_id', '=', state.id)
        .orderBy('day', 'desc')
        .limit(MAX_DAYS)
        .execute(),
    ]);
    return {
      ...empty,
      readAt: new Date(state.read_at),
      reconciledAt: new Date(state.reconciled_at),
      notes: state.notes ?? [],
      assets: assets.map(toAsset),
      days: days.map(({ day, read_at, residual_worth: residualWorth, residuals, ...counts }) => ({
        day,
        readAt: new Date(read_at),
        counts,
        residualWorth,
        residuals,
      })),
    };
  }
}

type AssetRow = Awaited<ReturnType<ReturnType<typeof assetRows>['executeTakeFirstOrThrow']>>;

function toAsset(row: AssetRow): ReconciledAssetView {
  return {
    ...row,
    openingAt: dateOrNull(row.openingAt),
    checkedSince: dateOrNull(row.checkedSince),
    residualSince: dateOrNull(row.residualSince),
    readAt: new Date(row.readAt),
  };
}

/** Waits until a concurrent reconciliation of the account has committed. */
export async function lockAccount(tx: EntityManager, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ${accountId}, 0))`.execute(db(tx));
}

export async function findVenue(em: EntityManager, accountId: string): Promise<Venue | null> {
  const account = await db(em).selectFrom('exchange_accounts').select('venue').where('id', '=', accountId).executeTakeFirst();
  return account?.venue ?? null;
}

/** Returns the time of the balances in the latest reconciliation; null before the first one. */
export async function findReadAt(em: EntityManager, accountId: string): Promise<Date | null> {
  const state = await db(em).selectFrom('reconciliation_states').select('read_at').where('account_id', '=', accountId).executeTakeFirst();
  return dateOrNull(state?.read_at ?? null);
}

/** Returns when the stored balances were read: the step `account` of the latest run that has one. Null before the first. */
export async function findBalancesReadAt(em: EntityManager, accountId: string): Promise<Date | null> {
  const readAt: Expression<string | null> = sql`steps ->> 'account'`;
  const run = await db(em)
    .selectFrom('sync_runs')
    .select(sql<string>`${readAt}`.as('at'))
    .where('account_id', '=', accountId)
    .where(readAt, 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return dateOrNull(run?.at ?? null);
}

/** Returns the residuals of the last reconciliation, by `kind asset`. */
export async function findResiduals(em: EntityManager, accountId: string) {
  const rows = await db(em)
    .selectFrom('reconciliations')
    .select(['kind', 'asset', 'residual', 'residual_since'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(
    rows.map(({ kind, asset, residual, residual_since }) => [`${kind} ${asset}`, { residual, residualSince: dateOrNull(residual_since) }]),
  );
}

/** Returns spot coins with an unexplained residual, highest value first. */
export async function findUnexplained(em: EntityManager, accountId: string, limit: number) {
  const rows = await db(em)
    .selectFrom('reconciliations')
    .select(['asset', 'residual', (eb) => eb.fn.coalesce('residual_since', 'read_at').as('since')])
    .$narrowType<{ residual: string }>()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'spot')
    .where('status', '=', 'open')
    .orderBy('residual_worth', (by) => by.desc().nullsLast())
    .orderBy('asset')
    .limit(limit)
    .execute();
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}

/** Returns futures wallets with a balance that were never reconciled. */
export function findNewFuturesWallets(em: EntityManager, accountId: string): Promise<{ asset: string; balance: string }[]> {
  return db(em)
    .selectFrom('futures_assets as w')
    .select(['w.asset', sql<string>`trim_scale(w.wallet_balance)::text`.as('balance')])
    .where('w.account_id', '=', accountId)
    .where('w.wallet_balance', '<>', '0')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reconciliations as r')
            .select(sql`1`.as('one'))
            .whereRef('r.account_id', '=', 'w.account_id')
            .where('r.kind', '=', 'futures')
            .whereRef('r.asset', '=', 'w.asset')
            .where('r.opening', 'is not', null),
        ),
      ),
    )
    .execute();
}
