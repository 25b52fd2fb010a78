import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Decimal } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import { assetColumns } from './reconciliation.repository.js';
import { METHODOLOGY_VERSION, type ReconciledAsset, type ReconciliationStatus, type Remark } from './reconciliation.types.js';

const RETENTION_DAYS = 400;
/** Maximum residuals listed in a day of the history. */
const MAX_RESIDUALS = 50;

/** Assets by status. */
export type Summary = Record<ReconciliationStatus, number>;

export interface Outcome {
  accountId: string;
  readAt: Date;
  assets: readonly ReconciledAsset[];
  /** Futures assets that are not in `assets` keep their last row. */
  futuresKept: boolean;
  notes: readonly Remark[];
  /** Digest of the inputs (reconciliation-inputs.sql.ts). */
  inputs: string;
}

const fields = Object.entries(assetColumns) as [keyof ReconciledAsset, string][];
const rowOf = (asset: ReconciledAsset) => Object.fromEntries(fields.map(([field, column]) => [column, asset[field]]));
/** Begins with the key: kind, asset. */
const columns = fields.map(([, column]) => column);
const written = sql.join(columns.map((column) => sql.ref(column)));
const updates = sql.join(columns.slice(2).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));

/** Stores a reconciliation in the caller's transaction and returns all assets by status, those kept included. */
export async function storeOutcome(
  tx: EntityManager,
  { accountId, readAt, assets, futuresKept, notes, inputs }: Outcome,
): Promise<Summary> {
  const rows = JSON.stringify(assets.map(rowOf));
  await sql`
    delete from reconciliations r where account_id = ${accountId} and not (kind = 'futures' and ${futuresKept}::boolean)
      and not exists (select 1 from jsonb_to_recordset(${rows}::jsonb) as s(kind text, asset text) where s.kind = r.kind
        and s.asset = r.asset)
  `.execute(db(tx));
  await sql`
    insert into reconciliations (account_id, ${written}, methodology_version)
    select ${accountId}::uuid, ${written}, ${METHODOLOGY_VERSION}::smallint from jsonb_populate_recordset(null::reconciliations,
      ${rows}::jsonb)
    on conflict (account_id, kind, asset) do update set ${updates}, reconciled_at = now(),
      methodology_version = excluded.methodology_version
  `.execute(db(tx));
  await db(tx)
    .insertInto('reconciliation_states')
    .values({
      account_id: accountId,
      read_at: readAt,
      notes: sql`${JSON.stringify(notes)}::jsonb`,
      inputs,
      methodology_version: METHODOLOGY_VERSION,
    })
    .onConflict((on) =>
      on.column('account_id').doUpdateSet((eb) => ({
        read_at: eb.ref('excluded.read_at'),
        reconciled_at: sql<Date>`now()`,
        notes: eb.ref('excluded.notes'),
        inputs: eb.ref('excluded.inputs'),
        methodology_version: eb.ref('excluded.methodology_version'),
      })),
    )
    .execute();
  const residuals = assets
    .filter(({ status, residual }) => status !== 'balanced' && residual !== null && residual !== '0')
    .toSorted(byWorth)
    .slice(0, MAX_RESIDUALS)
    .map(({ kind, asset, residual, status }) => ({ kind, asset, residual, status }));
  const day = sql`(${readAt}::timestamptz at time zone 'UTC')::date`;
  const summary = await sql<Summary>`
    insert into reconciliation_days as d (account_id, day, read_at, balanced, explained, open, unavailable, residual_worth, residuals)
    select ${accountId}::uuid, ${day}, ${readAt}::timestamptz, count(*) filter (where status = 'balanced'),
      count(*) filter (where status = 'explained'),
      count(*) filter (where status = 'open'), count(*) filter (where status = 'unavailable'), coalesce(trim_scale(sum(residual_worth)), 0),
      ${JSON.stringify(residuals)}::jsonb
    from reconciliations where account_id = ${accountId}
    on conflict (account_id, day) do update set read_at = excluded.read_at, balanced = excluded.balanced, explained = excluded.explained,
      open = excluded.open,
      unavailable = excluded.unavailable, residual_worth = excluded.residual_worth, residuals = excluded.residuals
    returning balanced, explained, open, unavailable
  `.execute(db(tx));
  await sql`delete from reconciliation_days where account_id = ${accountId} and day < ${day} - ${RETENTION_DAYS}::int`.execute(db(tx));
  return summary.rows[0]!;
}

function byWorth(a: ReconciledAsset, b: ReconciledAsset): number {
  return new Decimal(b.residualWorth ?? 0).comparedTo(a.residualWorth ?? 0);
}
