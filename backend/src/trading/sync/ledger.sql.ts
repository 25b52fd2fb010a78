import { type ColumnType, keyColumns, timeColumn, type Table } from '../history/index.js';
import type { CursorUpdate } from './cursor-update.js';

/** A statement whose `$1` is the account; `$2` and on are a table's columns as arrays, followed by the fields of a cursor update. */
export interface Statement {
  /** Prepared once per connection. */
  name: string;
  text: string;
}

export const lockAccount = 'select 1 from exchange_accounts where id = $1 for no key update';
export const setBalancesReadAt = 'update exchange_accounts set balances_read_at = $2 where id = $1';
export const emptying = ({ name }: Pick<Table<unknown>, 'name'>) => `delete from "${name}" where account_id = $1`;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const parameters = (types: readonly ColumnType[]) => types.map((type, i) => `$${i + 2}::${type}[]`).join(', ');

function insertRows<R>({ name, columns }: Table<R>): string {
  return `insert into "${name}" as t (account_id, ${quoted(columns.map((column) => column.name))})
    select $1::uuid, s.* from unnest(${parameters(columns.map(({ type }) => type))}) as s`;
}

/** Updates the cursor and adds the count in `added`. Null leaves a field unchanged (CursorUpdate). */
const updateCursor = (first: number) => {
  const [dataset, symbol, state, cursor, resumeId, from, to, horizon, passStartedAt, suspectUntil, askedAt] = Array.from(
    { length: 11 },
    (_, i) => `$${first + i}`,
  );
  return `insert into sync_cursors (account_id, dataset, symbol, state, cursor, resume_id, covered, horizon, pass_started_at,
    suspect_until, asked_at, row_count)
    select $1::uuid, ${dataset}::text, ${symbol}::text, ${state}::text, ${cursor}::text, ${resumeId}::text,
      case when ${from}::timestamptz < ${to}::timestamptz then tstzmultirange(tstzrange(${from}, ${to})) else '{}'::tstzmultirange end,
      ${horizon}::timestamptz, ${passStartedAt}::timestamptz, ${suspectUntil}::timestamptz, ${askedAt}::timestamptz, added.n
    from added
    on conflict (account_id, dataset, symbol) do update set
      state = excluded.state,
      cursor = coalesce(excluded.cursor, sync_cursors.cursor),
      resume_id = coalesce(excluded.resume_id, sync_cursors.resume_id),
      covered = sync_cursors.covered + excluded.covered,
      horizon = least(sync_cursors.horizon, excluded.horizon),
      pass_started_at = case when excluded.state = 'partial' and sync_cursors.state = 'partial'
        then least(excluded.pass_started_at, sync_cursors.pass_started_at) else excluded.pass_started_at end,
      suspect_until = greatest(sync_cursors.suspect_until, excluded.suspect_until),
      asked_at = greatest(sync_cursors.asked_at, excluded.asked_at),
      row_count = sync_cursors.row_count + excluded.row_count
    returning (select n from added) as added`;
};

const at = (date: Date | null | undefined) => date?.toISOString() ?? null;

/** Returns the fields of an update in the order of the statements' parameters. */
export function updateValues({
  dataset,
  symbol,
  state,
  cursor,
  resumeId,
  covered,
  horizon,
  passStartedAt,
  suspectUntil,
  askedAt,
}: CursorUpdate): (string | null)[] {
  return [
    dataset,
    symbol,
    state,
    cursor ?? null,
    resumeId ?? null,
    at(covered?.from),
    at(covered?.to),
    at(horizon),
    at(passStartedAt),
    at(suspectUntil),
    at(askedAt),
  ];
}

/**
 * Marks the portfolio as out of date from the earliest of `first` on, if there is one. In the statement that writes the rows, so that none
 * is missed.
 */
const markPortfolio = (
  first: string,
) => `insert into portfolio_states (account_id, dirty_from, marks) select $1::uuid, first, 1 from (${first}) as written(first)
    where first is not null
    on conflict (account_id) do update set dirty_from = least(portfolio_states.dirty_from, excluded.dirty_from),
      marks = portfolio_states.marks + 1`;

/** Adds missing rows and updates the cursor. Returns `added`. */
export function adding<R>(table: Table<R>): Statement {
  return {
    name: `ledger-add-${table.name}`,
    text: `with written as (${insertRows(table)} on conflict do nothing returning "${timeColumn(table).name}" as at),
      added as (select count(*)::int as n from written),
      marked as (${markPortfolio('select min(at) from written')})
      ${updateCursor(table.columns.length + 2)}`,
  };
}

/** Adds rows, updates those that differ, and updates the cursor. Returns `added`: the number of new rows. */
export function upserting<R>(table: Table<R>): Statement {
  const changing = table.columns.map(({ name }) => name).filter((name) => !table.key.includes(name));
  const of = (row: string) => changing.map((name) => `${row}."${name}"`).join(', ');
  return {
    name: `ledger-upsert-${table.name}`,
    // xmax is 0 for an inserted row only.
    text: `with written as (${insertRows(table)} on conflict (account_id, ${quoted(table.key)})
        do update set ${changing.map((name) => `"${name}" = excluded."${name}"`).join(', ')} 
        where (${of('t')}) is distinct from (${of('excluded')})
        returning (xmax = 0) as fresh, "${timeColumn(table).name}" as at),
      added as (select count(*) filter (where fresh)::int as n from written),
      marked as (${markPortfolio('select min(at) from written')})
      ${updateCursor(table.columns.length + 2)}`,
  };
}

/** Adds the rows of a snapshot. */
export function filling<R>(table: Table<R>): Statement {
  return { name: `ledger-fill-${table.name}`, text: insertRows(table) };
}

/** Updates the cursor by `$2` rows that were written in the same transaction, the earliest of them at `$3`. */
export const counting: Statement = {
  name: 'ledger-count',
  text: `with added as (select $2::int as n), marked as (${markPortfolio('select $3::timestamptz')}) ${updateCursor(4)}`,
};

/** Finds keys that are not stored: `$2` and on are the key's columns; returns `missing`, positions from 1 on joined by commas, or null. */
export function missing<R>(table: Table<R>): Statement {
  const key = keyColumns(table);
  const of = (row: string) => key.map(({ name }) => `${row}."${name}"`).join(', ');
  return {
    name: `ledger-missing-${table.name}`,
    // Takes the first row from the key on, in the key's order, instead of `key = ...`: only the primary key has that order. For an equality
    // the planner, without statistics of a new table, may choose an index that starts with the same columns and read a whole symbol for
    // each row. A scalar subquery instead of a join, because the plan of a join may read the whole table, or date from when it was empty.
    text: `select string_agg(n::text, ',') as missing
      from unnest(${parameters(key.map(({ type }) => type))}) with ordinality as s (${quoted(table.key)}, n)
      where (select (${of('t')}) = (${of('s')}) from "${table.name}" t
        where t.account_id = $1 and (${of('t')}) >= (${of('s')}) order by ${of('t')} limit 1) is not true`,
  };
}
