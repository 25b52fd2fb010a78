import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { METHODOLOGY_VERSION, type RemarkCode } from './reconciliation.types.js';

/**
 * Returns a digest of everything a reconciliation depends on: stored rows, proven coverage, balances, and the state of deposits and
 * withdrawals. The end of the coverage is left out because each sync moves it; prices are left out because they value a residual but do not
 * change it.
 */
export async function readInputs(em: EntityManager, accountId: string): Promise<string> {
  const { rows } = await sql<{ inputs: string }>`select md5(concat_ws('|',
    (select string_agg(concat_ws(' ', dataset, symbol, state, row_count, horizon,
        case when symbol = '' then (covered + tstzmultirange(tstzrange(upper(covered), null)))::text end), ',' order by dataset, symbol)
      from sync_cursors where account_id = ${accountId}),
    (select string_agg(concat_ws(' ', coin, free, locked), ',' order by coin) from asset_balances where account_id = ${accountId}),
    (select string_agg(concat_ws(' ', asset, wallet_balance, updated_at), ',' order by asset) from futures_assets
      where account_id = ${accountId}),
    (select concat_ws(' ', count(*), count(*) filter (where final), sum(status)) from deposits where account_id = ${accountId}),
    (select concat_ws(' ', count(*), count(*) filter (where final), sum(status), sum(transaction_fee)) from withdrawals
      where account_id = ${accountId})
  )) as inputs`.execute(db(em));
  return rows[0]!.inputs;
}

/** Reasons that resolve by themselves, so that the next sync reconciles again. */
const PASSING: readonly RemarkCode[] = ['moving', 'late-fills'];

/** Returns whether the stored reconciliation is out of date: it is missing, its inputs have changed, or a passing reason is in it. */
export async function isOutOfDate(em: EntityManager, accountId: string): Promise<boolean> {
  const state = await db(em)
    .selectFrom('reconciliation_states as s')
    .select(['s.inputs', 's.methodology_version'])
    .select(
      sql<SqlBool>`exists (
        select 1 from reconciliations r cross join jsonb_array_elements(r.reasons) as reason
        where r.account_id = s.account_id and reason ->> 'code' = any(${PASSING}::text[])
      )`.as('passing'),
    )
    .where('s.account_id', '=', accountId)
    .executeTakeFirst();
  if (!state || state.passing || state.methodology_version !== METHODOLOGY_VERSION) return true;
  return state.inputs !== (await readInputs(em, accountId));
}
