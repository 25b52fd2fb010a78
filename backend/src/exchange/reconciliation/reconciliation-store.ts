import type { EntityManager } from '@mikro-orm/postgresql';
import { Decimal } from '../../common/domain/index.js';
import { METHODOLOGY_VERSION, type ReconciledAsset, type ReconciliationStatus, type Remark } from './reconciliation.js';

/** Days of history that are kept of an account. */
const KEPT_DAYS = 400;
/** Residuals that a day of the history names. */
const NAMED_RESIDUALS = 50;

export type Summary = Record<ReconciliationStatus, number>;

export interface Outcome {
  accountId: string;
  readAt: Date;
  assets: readonly ReconciledAsset[];
  /** Assets of `kind` that are not in `assets` keep their last line. */
  futuresKept: boolean;
  notes: readonly Remark[];
  /** See the entity. */
  inputs: string;
}

const COLUMNS = {
  opening: 'numeric',
  buys: 'numeric',
  sells: 'numeric',
  fees: 'numeric',
  deposits: 'numeric',
  withdrawals: 'numeric',
  transfers: 'numeric',
  converts: 'numeric',
  dust: 'numeric',
  dividends: 'numeric',
  earn: 'numeric',
  realized_pnl: 'numeric',
  funding: 'numeric',
  other: 'numeric',
  expected: 'numeric',
  reported: 'numeric',
  residual: 'numeric',
  residual_worth: 'numeric',
  status: 'text',
  reasons: 'jsonb',
  hints: 'jsonb',
  income: 'jsonb',
  funding_wallet: 'numeric',
  opening_at: 'timestamptz',
  checked_since: 'timestamptz',
  residual_since: 'timestamptz',
  read_at: 'timestamptz',
} as const;
const names = Object.keys(COLUMNS);
const record = `kind text, asset text, ${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')}`;

/** Writes what came out, in the transaction of `em`. Returns how many assets stand how, those kept included. */
export async function storeOutcome(
  em: EntityManager,
  { accountId, readAt, assets, futuresKept, notes, inputs }: Outcome,
): Promise<Summary> {
  const rows = JSON.stringify(assets.map(rowOf));
  await em.execute(
    `delete from reconciliations r where account_id = ? and not (kind = 'futures' and ?)
       and not exists (select 1 from jsonb_to_recordset(?::jsonb) as s(kind text, asset text) where s.kind = r.kind and s.asset = r.asset)`,
    [accountId, futuresKept, rows],
  );
  await em.execute(
    `insert into reconciliations (account_id, kind, asset, ${names.join(', ')}, methodology_version)
     select ?::uuid, s.kind, s.asset, ${names.map((name) => `s.${name}`).join(', ')}, ? from jsonb_to_recordset(?::jsonb) as s(${record})
     on conflict (account_id, kind, asset) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, reconciled_at = now(), methodology_version = excluded.methodology_version`,
    [accountId, METHODOLOGY_VERSION, rows],
  );
  await em.execute(
    `insert into reconciliation_states (account_id, read_at, notes, inputs, methodology_version) values (?, ?, ?::jsonb, ?, ?)
     on conflict (account_id) do update set read_at = excluded.read_at, reconciled_at = now(), notes = excluded.notes, inputs = excluded.inputs,
       methodology_version = excluded.methodology_version`,
    [accountId, readAt, JSON.stringify(notes), inputs, METHODOLOGY_VERSION],
  );
  const residuals = assets
    .filter(({ status, residual }) => status !== 'balanced' && residual !== null && residual !== '0')
    .toSorted(byWorth)
    .slice(0, NAMED_RESIDUALS);
  const [summary] = await em.execute<Summary[]>(
    `insert into reconciliation_days as d (account_id, day, read_at, balanced, explained, open, unavailable, residual_worth, residuals)
     select ?::uuid, (?::timestamptz at time zone 'UTC')::date, ?::timestamptz, count(*) filter (where status = 'balanced'), count(*) filter (where status = 'explained'),
       count(*) filter (where status = 'open'), count(*) filter (where status = 'unavailable'), coalesce(trim_scale(sum(residual_worth)), 0), ?::jsonb
     from reconciliations where account_id = ?
     on conflict (account_id, day) do update set read_at = excluded.read_at, balanced = excluded.balanced, explained = excluded.explained, open = excluded.open,
       unavailable = excluded.unavailable, residual_worth = excluded.residual_worth, residuals = excluded.residuals
     returning balanced, explained, open, unavailable`,
    [
      accountId,
      readAt,
      readAt,
      JSON.stringify(residuals.map(({ kind, asset, residual, status }) => ({ kind, asset, residual, status }))),
      accountId,
    ],
  );
  await em.execute(`delete from reconciliation_days where account_id = ? and day < (?::timestamptz at time zone 'UTC')::date - ?::int`, [
    accountId,
    readAt,
    KEPT_DAYS,
  ]);
  if (!summary) throw new Error('the day was not written');
  return summary;
}

function byWorth(a: ReconciledAsset, b: ReconciledAsset): number {
  return new Decimal(b.residualWorth ?? 0).comparedTo(a.residualWorth ?? 0);
}

function rowOf(asset: ReconciledAsset) {
  return {
    kind: asset.kind,
    asset: asset.asset,
    opening: asset.opening,
    buys: asset.buys,
    sells: asset.sells,
    fees: asset.fees,
    deposits: asset.deposits,
    withdrawals: asset.withdrawals,
    transfers: asset.transfers,
    converts: asset.converts,
    dust: asset.dust,
    dividends: asset.dividends,
    earn: asset.earn,
    realized_pnl: asset.realizedPnl,
    funding: asset.funding,
    other: asset.other,
    expected: asset.expected,
    reported: asset.reported,
    residual: asset.residual,
    residual_worth: asset.residualWorth,
    status: asset.status,
    reasons: asset.reasons,
    hints: asset.hints,
    income: asset.income,
    funding_wallet: asset.fundingWallet,
    opening_at: asset.openingAt,
    checked_since: asset.checkedSince,
    residual_since: asset.residualSince,
    read_at: asset.readAt,
  };
}
