import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { Query } from '../../platform/persistence/page.query.js';
import { scaled } from '../../platform/domain/scaled.js';
import { CREDITED_DEPOSITS, RETURNED_WITHDRAWALS, type Venue } from '../venues/index.js';
import { kindOfIncome, marginOf } from '../portfolio/index.js';
import type { PositionSide, TaxRow } from './engine/index.js';

/** Rows of one source and one time, with their order within that time. */
export interface OrderedRow {
  row: TaxRow;
  /** Venue ids rise, but not as text: shorter first, then as text. */
  order: string;
}

export interface TaxAccount {
  id: string;
  venue: Venue;
}

/** Range in which the journal of the futures wallet is complete, in milliseconds; outside of it the fills count. */
export interface JournalSpan {
  from: number;
  until: number;
}

/** A page of a source, ordered by time, read after the key of the last one. */
export interface SourcePage {
  rows: OrderedRow[];
  /** Null: the source ends here. */
  next: unknown[] | null;
}

export interface SourceScope {
  em: EntityManager;
  account: TaxAccount;
  journal: JournalSpan;
  /** Exclusive. */
  until: Date;
  limit: number;
  isHedged: boolean;
}

export type Source = (scope: SourceScope, after: unknown[] | null) => Promise<SourcePage>;

type Key = readonly [time: string, ...rest: string[]];

/** Returns a column without the alias of its table. */
const nameOf = (column: string) => column.slice(column.indexOf('.') + 1);

/** Returns a time in milliseconds since 1970; `time` itself is the key of the page, to the microsecond. */
const at = ([time]: Key) => sql<string>`round(extract(epoch from ${sql.ref(time)}) * 1000)::bigint::text`.as('at');

/**
 * Reads a page of the account's rows before `until`, in the order of `key`: columns that identify a row, the first one its time. `query`
 * selects them.
 */
async function readPage<Row extends object>(
  { account, until, limit }: SourceScope,
  key: Key,
  after: unknown[] | null,
  query: Query<Row>,
  rowsOf: (row: Row) => OrderedRow[],
): Promise<SourcePage> {
  const columns = key.map((column) => sql.ref(column));
  const table = key[0].slice(0, key[0].indexOf('.'));
  const found = await columns
    .reduce((sorted, column) => sorted.orderBy(column), query)
    .where(sql.ref(`${table}.account_id`), '=', account.id)
    .where(columns[0]!, '<', until.toISOString())
    .$if(after !== null, (next) => next.where(sql<boolean>`(${sql.join(columns)}) > (${sql.join(after ?? [])})`))
    .limit(limit)
    .execute();
  const last = found.at(-1);
  const next = found.length < limit || !last ? null : key.map((column) => last[nameOf(column) as keyof Row]);
  return { rows: found.flatMap(rowsOf), next };
}

const orderOf = (id: string) => `${String(id.length).padStart(3, '0')}${id}`;
const ordered = (id: string, row: TaxRow): OrderedRow => ({ row, order: orderOf(id) });

const fillKey: Key = ['t.time', 't.trade_id', 't.symbol', 't.buyer'];

const spotTrades: Source = (scope, after) =>
  readPage(
    scope,
    fillKey,
    after,
    db(scope.em)
      .selectFrom('spot_trades as t')
      .innerJoin('venue_pairs as p', (join) => join.on('p.venue', '=', scope.account.venue).onRef('p.symbol', '=', 't.symbol'))
      .select(['t.time', 't.trade_id', 't.symbol', 't.buyer', 't.qty', 't.quote_qty', 't.fee', 't.fee_asset', 'p.base', 'p.quote'])
      .select(at(fillKey)),
    (row) => [
      ordered(row.trade_id, {
        kind: 'trade',
        time: Number(row.at),
        id: `${row.symbol}/${row.trade_id}`,
        base: row.base,
        quote: row.quote,
        buyer: row.buyer,
        qty: scaled(row.qty),
        quoteQty: scaled(row.quote_qty),
        fee: scaled(row.fee),
        feeAsset: row.fee_asset,
      }),
    ],
  );

/** Reads fills where the journal does not reach. */
const futuresTrades: Source = (scope, after) => {
  const { em, account, journal } = scope;
  const outside = db(em)
    .selectFrom('futures_trades as t')
    .select(['t.time', 't.trade_id', 't.symbol', 't.buyer', 't.position_side', 't.realized_pnl', 't.fee', 't.fee_asset', at(fillKey)])
    .$if(journal.until > journal.from, (query) =>
      query.where((eb) =>
        eb.or([
          ...(Number.isFinite(journal.from) ? [eb('t.time', '<', new Date(journal.from).toISOString())] : []),
          eb('t.time', '>', new Date(journal.until).toISOString()),
        ]),
      ),
    );
  return readPage(scope, fillKey, after, outside, (row) => {
    const margin = marginOf(account.venue, row.symbol);
    const base = {
      kind: 'futures' as const,
      time: Number(row.at),
      id: `${row.symbol}/${row.trade_id}`,
      contract: row.symbol,
      side: row.position_side as PositionSide,
    };
    return [
      { ...base, entry: 'realised' as const, asset: margin ?? row.fee_asset, amount: scaled(row.realized_pnl) },
      { ...base, entry: 'fee' as const, asset: row.fee_asset || (margin ?? ''), amount: -scaled(row.fee) },
    ]
      .filter(({ amount, asset }) => amount !== 0n && asset !== '')
      .map((entry) => ordered(row.trade_id, entry));
  });
};

const incomeKey: Key = ['i.time', 'i.kind', 'i.tran_id', 'i.asset'];

const futuresIncome: Source = (scope, after) => {
  const side = scope.isHedged
    ? sql<string>`coalesce((select t.position_side from futures_trades t
        where t.account_id = i.account_id and t.symbol = i.symbol and t.trade_id = i.trade_id limit 1), 'BOTH')`
    : sql<string>`'BOTH'`;
  const entries = db(scope.em)
    .selectFrom('futures_income as i')
    .select(['i.time', 'i.kind', 'i.tran_id', 'i.asset', 'i.symbol', 'i.amount', 'i.trade_id', at(incomeKey), side.as('side')]);
  return readPage(scope, incomeKey, after, entries, (row) => {
    const entry = kindOfIncome(row.kind);
    const amount = scaled(row.amount);
    const time = Number(row.at);
    if (entry === 'transfer' || amount === 0n || (row.trade_id !== null && time > scope.journal.until)) return [];
    const id = `${row.kind}/${row.tran_id}`;
    const side = row.side as PositionSide;
    return [ordered(row.tran_id, { kind: 'futures', time, id, entry, contract: row.symbol, side, asset: row.asset, amount })];
  });
};

const depositKey: Key = ['d.inserted_at', 'd.id'];

const deposits: Source = (scope, after) =>
  readPage(
    scope,
    depositKey,
    after,
    db(scope.em)
      .selectFrom('deposits as d')
      .leftJoin('tax_deposit_costs as c', (join) => join.onRef('c.account_id', '=', 'd.account_id').onRef('c.deposit_id', '=', 'd.id'))
      .select(['d.inserted_at', 'd.id', 'd.coin', 'd.amount', 'c.cost', 'c.acquired_on', at(depositKey)])
      .where('d.status', 'in', [...CREDITED_DEPOSITS]),
    (row) => [
      ordered(row.id, {
        kind: 'deposit',
        time: Number(row.at),
        id: row.id,
        asset: row.coin,
        qty: scaled(row.amount),
        cost: row.cost === null ? null : scaled(row.cost),
        acquiredAt: row.acquired_on === null ? null : Date.parse(`${row.acquired_on}T00:00:00Z`),
      }),
    ],
  );

const withdrawalKey: Key = ['w.applied_at', 'w.id'];

const withdrawals: Source = (scope, after) =>
  readPage(
    scope,
    withdrawalKey,
    after,
    db(scope.em)
      .selectFrom('withdrawals as w')
      .select(['w.applied_at', 'w.id', 'w.coin', 'w.amount', 'w.transaction_fee', at(withdrawalKey)])
      .where('w.status', 'not in', [...RETURNED_WITHDRAWALS]),
    (row) => {
      const qty = scaled(row.amount) + scaled(row.transaction_fee);
      return [ordered(row.id, { kind: 'withdrawal', time: Number(row.at), id: row.id, asset: row.coin, qty })];
    },
  );

const movementKey: Key = ['m.time', 'm.kind', 'm.id'];

const movements: Source = (scope, after) =>
  readPage(
    scope,
    movementKey,
    after,
    db(scope.em)
      .selectFrom('wallet_movements as m')
      .select(['m.time', 'm.kind', 'm.id', 'm.from_asset', 'm.from_amount', 'm.to_asset', 'm.to_amount', at(movementKey)])
      .where('m.kind', '<>', 'transfer'),
    (row) => {
      const [time, to, toQty] = [Number(row.at), row.to_asset ?? '', scaled(row.to_amount ?? '0')];
      if (row.kind === 'dividend') return [ordered(row.id, { kind: 'reward', time, id: row.id, asset: to, qty: toQty })];
      const [from, fromQty] = [row.from_asset ?? '', scaled(row.from_amount ?? '0')];
      const how = row.kind === 'dust' ? ('dust' as const) : ('convert' as const);
      return [ordered(row.id, { kind: 'conversion', time, id: row.id, how, from, fromQty, to, toQty })];
    },
  );

/** Sources in the order of their rows at one time: what came first, so that it can be sold at once. */
export const taxSources: readonly Source[] = [deposits, movements, futuresIncome, futuresTrades, spotTrades, withdrawals];
