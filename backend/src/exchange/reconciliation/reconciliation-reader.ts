import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../common/domain/index.js';
import type { ListQuery, PageOf } from '../../common/http/index.js';
import { Conditions, nullable, orderBy, readList, type SortColumn } from '../../common/persistence/list-reader.js';
import { fullName } from '../../users/index.js';
import type { Venue } from '../port/index.js';
import type { ReconciledAsset, ReconciliationKind, ReconciliationStatus, Remark, ResidualOfDay } from './reconciliation.js';

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
  /** Null until the account was reconciled once. */
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

/** Days and assets of one account that are shown at once. */
const SHOWN_DAYS = 90;
const SHOWN_ASSETS = 2000;

/** The only texts that reach `order by`; each ends in the rest of the key. */
const key: SortColumn[] = ['r.account_id', 'r.kind'];
const order: Record<ReconciliationSort, SortColumn[]> = {
  residualWorth: [nullable('r.residual_worth'), ...key],
  asset: ['r.asset', ...key],
  status: ['r.status', ...key],
  readAt: ['r.read_at', ...key],
  residualSince: [nullable('r.residual_since'), ...key],
  id: key,
};

const source = 'reconciliations r join exchange_accounts a on a.id = r.account_id join users u on u.id = a.user_id';
const columns = `r.account_id, a.user_id, a.venue, u.surname, u.other_name, r.kind, r.asset, r.opening, r.buys, r.sells, r.fees, r.deposits, r.withdrawals, r.transfers, r.converts, r.dust, r.dividends, r.earn,
  r.realized_pnl, r.funding, r.other, r.expected, r.reported, r.residual, r.residual_worth, r.status, r.reasons, r.hints, r.income, r.funding_wallet, r.opening_at, r.checked_since,
  r.residual_since, r.read_at, r.methodology_version`;

interface AssetRecord {
  account_id: string;
  user_id: string;
  venue: Venue;
  surname: string;
  other_name: string;
  kind: ReconciliationKind;
  asset: string;
  opening: string | null;
  buys: string;
  sells: string;
  fees: string;
  deposits: string;
  withdrawals: string;
  transfers: string;
  converts: string | null;
  dust: string | null;
  dividends: string | null;
  earn: string;
  realized_pnl: string;
  funding: string;
  other: string;
  expected: string | null;
  reported: string;
  residual: string | null;
  residual_worth: string | null;
  status: ReconciliationStatus;
  reasons: Remark[];
  hints: Remark[];
  income: Record<string, string>;
  funding_wallet: string;
  opening_at: string | null;
  checked_since: string | null;
  residual_since: string | null;
  read_at: string;
  methodology_version: number;
}

interface StateRecord {
  id: string | null;
  venue: Venue | null;
  read_at: string | null;
  reconciled_at: string | null;
  notes: Remark[] | null;
}

interface DayRecord extends Record<ReconciliationStatus, number> {
  day: string;
  read_at: string;
  residual_worth: string;
  residuals: ResidualOfDay[];
}

/** What reconciliations found, of the accounts in use today. */
@Injectable()
export class ReconciliationReader {
  constructor(private readonly em: EntityManager) {}

  async list({
    sort,
    order: direction,
    offset,
    limit,
    filter,
  }: ListQuery<ReconciliationSort, ReconciliationFilter>): Promise<PageOf<ReconciledAssetView>> {
    const where = new Conditions('a.is_current')
      .given('a.user_id = ?', filter.userId)
      .given('r.status = ?', filter.status)
      .given('r.kind = ?', filter.kind)
      .given('r.asset = ?', filter.asset);
    const { rows, total } = await readList<AssetRecord>(this.em, {
      select: columns,
      from: source,
      where,
      orderBy: orderBy(order[sort], direction, 'r.asset'),
      offset,
      limit,
      countFrom: 'reconciliations r join exchange_accounts a on a.id = r.account_id',
    });
    return { rows: rows.map(assetOf), total };
  }

  /** Everything of one member; empty before the first reconciliation. Throws NotFound for an unknown user. */
  async of(userId: string): Promise<ReconciliationView> {
    const [state] = await this.em.execute<StateRecord[]>(
      `select a.id, a.venue, s.read_at, s.reconciled_at, s.notes from users u left join exchange_accounts a on a.user_id = u.id and a.is_current
       left join reconciliation_states s on s.account_id = a.id where u.id = ?`,
      [userId],
    );
    if (!state) throw new NotFound('member');
    const empty = { userId, venue: state.venue, readAt: null, reconciledAt: null, notes: [], assets: [], days: [] };
    if (!state.id || !state.read_at || !state.reconciled_at) return empty;
    const [assets, days] = await Promise.all([
      this.em.execute<AssetRecord[]>(
        `select ${columns} from ${source} where r.account_id = ? order by r.residual_worth desc nulls last, r.kind desc, r.asset limit ${SHOWN_ASSETS}`,
        [state.id],
      ),
      this.em.execute<DayRecord[]>(
        `select day::text, read_at, balanced, explained, open, unavailable, residual_worth, residuals from reconciliation_days where account_id = ? order by day desc limit ${SHOWN_DAYS}`,
        [state.id],
      ),
    ]);
    return {
      ...empty,
      readAt: new Date(state.read_at),
      reconciledAt: new Date(state.reconciled_at),
      notes: state.notes ?? [],
      assets: assets.map(assetOf),
      days: days.map(({ day, read_at, residual_worth, residuals, ...counts }) => ({
        day,
        readAt: new Date(read_at),
        counts,
        residualWorth: residual_worth,
        residuals,
      })),
    };
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function assetOf({ surname, other_name, ...row }: AssetRecord): ReconciledAssetView {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    fullName: fullName({ surname, otherName: other_name }),
    venue: row.venue,
    kind: row.kind,
    asset: row.asset,
    opening: row.opening,
    buys: row.buys,
    sells: row.sells,
    fees: row.fees,
    deposits: row.deposits,
    withdrawals: row.withdrawals,
    transfers: row.transfers,
    converts: row.converts,
    dust: row.dust,
    dividends: row.dividends,
    earn: row.earn,
    realizedPnl: row.realized_pnl,
    funding: row.funding,
    other: row.other,
    expected: row.expected,
    reported: row.reported,
    residual: row.residual,
    residualWorth: row.residual_worth,
    status: row.status,
    reasons: row.reasons,
    hints: row.hints,
    income: row.income,
    fundingWallet: row.funding_wallet,
    openingAt: dateOf(row.opening_at),
    checkedSince: dateOf(row.checked_since),
    residualSince: dateOf(row.residual_since),
    readAt: new Date(row.read_at),
    methodologyVersion: row.methodology_version,
  };
}
