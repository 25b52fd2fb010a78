import type { EntityManager } from '@mikro-orm/postgresql';
import { namedSql } from './named-sql.js';
import { METHODOLOGY_VERSION } from './reconciliation.js';

/**
 * A digest of all that a reconciliation depends on: rows stored, what of them is proven complete, balances, and how far deposits and withdrawals
 * have come. The end of what is read is left out: it moves with each sync. Prices are left out, too: they value a residual and do not make one.
 */
const INPUTS = `select md5(concat_ws('|',
    (select string_agg(concat_ws(' ', dataset, symbol, state, row_count, horizon,
        case when symbol = '' then (covered + tstzmultirange(tstzrange(upper(covered), null)))::text end), ',' order by dataset, symbol)
      from sync_cursors where account_id = :account),
    (select string_agg(concat_ws(' ', coin, free, locked), ',' order by coin) from asset_balances where account_id = :account),
    (select string_agg(concat_ws(' ', asset, wallet_balance, updated_at), ',' order by asset) from futures_assets where account_id = :account),
    (select concat_ws(' ', count(*), count(*) filter (where final), sum(status)) from deposits where account_id = :account),
    (select concat_ws(' ', count(*), count(*) filter (where final), sum(status), sum(transaction_fee)) from withdrawals where account_id = :account)
  )) as inputs`;

export async function readInputs(em: EntityManager, accountId: string): Promise<string> {
  const [row] = await em.execute<{ inputs: string }[]>(...namedSql(INPUTS, { account: accountId }));
  return row!.inputs;
}

/** Causes that pass by themselves: whoever reads the account next looks again. */
const PASSING = ['moving', 'late-fills'];

/** Whether the stored reconciliation is out of date: there is none, something it was made of has changed, or a cause of it has passed. */
export async function isOutOfDate(em: EntityManager, accountId: string): Promise<boolean> {
  const [state] = await em.execute<{ inputs: string | null; methodology_version: number; passing: boolean }[]>(
    ...namedSql(
      `select inputs, methodology_version, exists (
         select 1 from reconciliations r cross join jsonb_array_elements(r.reasons) as reason
         where r.account_id = s.account_id and reason ->> 'code' = any(:passing::text[])
       ) as passing
       from reconciliation_states s where account_id = :account`,
      { account: accountId, passing: `{${PASSING.join(',')}}` },
    ),
  );
  if (!state || state.passing || state.methodology_version !== METHODOLOGY_VERSION) return true;
  return state.inputs !== (await readInputs(em, accountId));
}
