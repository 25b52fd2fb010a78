import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
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

/** Returns a time in milliseconds since 1970; `time` itself is the key of the page, to the microsecond. */
const at = (column: 'time' | 't.time' | 'i.time' | 'inserted_at' | 'd.inserted_at' | 'applied_at') =>
  sql<string>`round(extract(epoch from ${sql.ref(column)}) * 1000)::bigint::text`.as('at');

function pageOf<R>(found: readonly R[], limit: number, keyOf: (row: R) => unknown[], rowsOf: (row: R) => OrderedRow[]): SourcePage {
  const last = found.at(-1);
  return { rows: found.flatMap(rowsOf), next: found.length < limit || !last ? null : keyOf(last) };
}

const orderOf = (id: string) => `${String(id.length).padStart(3, '0')}${id}`;
const ordered = (id: string, row: TaxRow): OrderedRow => ({ row, order: orderOf(id) });
const keyAfter = (columns: string[], after: unknown[]) =>
  sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) > (${sql.join(after)})`;

const spotTrades: Source = async ({ em, account, until, limit }, after) => {
  const found = await db(em)
    .selectFrom('spot_trades as t')
    .innerJoin('venue_pairs as p', (join) => join.on('p.venue', '=', account.venue).onRef('p.symbol', '=', 't.symbol'))
    .select([
      't.time',
      't.trade_id',
      't.symbol',
      't.buyer',
      't.qty',
      't.quote_qty',
      't.fee',
      't.fee_asset',
      'p.base',
      'p.quote',
      at('t.time'),
    ])
    .where('t.account_id', '=', account.id)
    .where('t.time', '<', until.toISOString())
    .$if(after !== null, (query) => query.where(keyAfter(['t.time', 't.trade_id', 't.symbol', 't.buyer'], after ?? [])))
    .orderBy('t.time')
    .orderBy('t.trade_id')
    .orderBy('t.symbol')
    .orderBy('t.buyer')
    .limit(limit)
    .execute();
  return pageOf(
    found,
    limit,
    (row) => [row.time, row.trade_id, row.symbol, row.buyer],
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
};

/** Fills stand for the journal where it does not reach. */
const futuresTrades: Source = async ({ em, account, journal, until, limit }, after) => {
  const found = await db(em)
    .selectFrom('futures_trades as t')
    .select(['t.time', 't.trade_id', 't.symbol', 't.buyer', 't.position_side', 't.realized_pnl', 't.fee', 't.fee_asset', at('t.time')])
    .where('t.account_id', '=', account.id)
    .where('t.time', '<', until.toISOString())
    .$if(journal.until > journal.from, (query) =>
      query.where((eb) =>
        eb.or([
          ...(Number.isFinite(journal.from) ? [eb('t.time', '<', new Date(journal.from).toISOString())] : []),
          eb('t.time', '>', new Date(journal.until).toISOString()),
        ]),
      ),
    )
    .$if(after !== null, (query) => query.where(keyAfter(['t.time', 't.trade_id', 't.symbol', 't.buyer'], after ?? [])))
    .orderBy('t.time')
    .orderBy('t.trade_id')
    .orderBy('t.symbol')
    .orderBy('t.buyer')
    .limit(limit)
    .execute();
  return pageOf(
    found,
    limit,
    (row) => [row.time, row.trade_id, row.symbol, row.buyer],
    (row) => {
      const margin = marginOf(account.venue, row.symbol);
      const base = {
        kind: 'futures' as const,
        time: Number(row.at),
        id: `${row.symbol}/${row.trade_id}`,
        contract: row.symbol,
        side: row.position_side as PositionSide,
      };
      const [realised, fee] = [scaled(row.realized_pnl), scaled(row.fee)];
      return [
        { ...base, entry: 'realised' as const, asset: margin ?? row.fee_asset, amount: realised },
        { ...base, entry: 'fee' as const, asset: row.fee_asset || (margin ?? ''), amount: -fee },
      ]
        .filter(({ amount, asset }) => amount !== 0n && asset !== '')
        .map((entry) => ordered(row.trade_id, entry));
    },
  );
};

const futuresIncome: Source = async ({ em, account, journal, until, limit, isHedged }, after) => {
  const side = isHedged
    ? sql<string>`coalesce((select t.position_side from futures_trades t
        where t.account_id = i.account_id and t.symbol = i.symbol and t.trade_id = i.trade_id limit 1), 'BOTH')`
    : sql<string>`'BOTH'`;
  const found = await db(em)
    .selectFrom('futures_income as i')
    .select(['i.time', 'i.kind', 'i.tran_id', 'i.asset', 'i.symbol', 'i.amount', 'i.trade_id', at('i.time'), side.as('side')])
    .where('i.account_id', '=', account.id)
    .where('i.time', '<', until.toISOString())
    .$if(after !== null, (query) => query.where(keyAfter(['i.time', 'i.kind', 'i.tran_id', 'i.asset'], after ?? [])))
    .orderBy('i.time')
    .orderBy('i.kind')
    .orderBy('i.tran_id')
    .orderBy('i.asset')
    .limit(limit)
    .execute();
  return pageOf(
    found,
    limit,
    (row) => [row.time, row.kind, row.tran_id, row.asset],
    (row) => {
      const entry = kindOfIncome(row.kind);
      const amount = scaled(row.amount);
      const time = Number(row.at);
      if (entry === 'transfer' || amount === 0n || (row.trade_id !== null && time > journal.until)) return [];
      const id = `${row.kind}/${row.tran_id}`;
      const [contract, ofSide] = [row.symbol, row.side as PositionSide];
      return [ordered(row.tran_id, { kind: 'futures', time, id, entry, contract, side: ofSide, asset: row.asset, amount })];
    },
  );
};

const deposits: Source = async ({ em, account, until, limit }, after) => {
  const found = await db(em)
    .selectFrom('deposits as d')
    .leftJoin('tax_deposit_costs as c', (join) => join.onRef('c.account_id', '=', 'd.account_id').onRef('c.deposit_id', '=', 'd.id'))
    .select(['d.inserted_at', 'd.id', 'd.coin', 'd.amount', 'c.cost', 'c.acquired_on', at('d.inserted_at')])
    .where('d.account_id', '=', account.id)
    .where('d.inserted_at', '<', until.toISOString())
    .where('d.status', 'in', [...CREDITED_DEPOSITS])
    .$if(after !== null, (query) => query.where(keyAfter(['d.inserted_at', 'd.id'], after ?? [])))
    .orderBy('d.inserted_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
  return pageOf(
    found,
    limit,
    (row) => [row.inserted_at, row.id],
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
};

const withdrawals: Source = async ({ em, account, until, limit }, after) => {
  const found = await db(em)
    .selectFrom('withdrawals')
    .select(['applied_at', 'id', 'coin', 'amount', 'transaction_fee', at('applied_at')])
    .where('account_id', '=', account.id)
    .where('applied_at', '<', until.toISOString())
    .where('status', 'not in', [...RETURNED_WITHDRAWALS])
    .$if(after !== null, (query) => query.where(keyAfter(['applied_at', 'id'], after ?? [])))
    .orderBy('applied_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return pageOf(
    found,
    limit,
    (row) => [row.applied_at, row.id],
    (row) => {
      const qty = scaled(row.amount) + scaled(row.transaction_fee);
      return [ordered(row.id, { kind: 'withdrawal', time: Number(row.at), id: row.id, asset: row.coin, qty })];
    },
  );
};

const movements: Source = async ({ em, account, until, limit }, after) => {
  const found = await db(em)
    .selectFrom('wallet_movements')
    .select(['time', 'kind', 'id', 'from_asset', 'from_amount', 'to_asset', 'to_amount', at('time')])
    .where('account_id', '=', account.id)
    .where('time', '<', until.toISOString())
    .where('kind', '<>', 'transfer')
    .$if(after !== null, (query) => query.where(keyAfter(['time', 'kind', 'id'], after ?? [])))
    .orderBy('time')
    .orderBy('kind')
    .orderBy('id')
    .limit(limit)
    .execute();
  return pageOf(
    found,
    limit,
    (row) => [row.time, row.kind, row.id],
    (row) => {
      const [time, to, toQty] = [Number(row.at), row.to_asset ?? '', scaled(row.to_amount ?? '0')];
      if (row.kind === 'dividend') return [ordered(row.id, { kind: 'reward', time, id: row.id, asset: to, qty: toQty })];
      const [from, fromQty] = [row.from_asset ?? '', scaled(row.from_amount ?? '0')];
      const how = row.kind === 'dust' ? ('dust' as const) : ('convert' as const);
      return [ordered(row.id, { kind: 'conversion', time, id: row.id, how, from, fromQty, to, toQty })];
    },
  );
};

/** Sources in the order of their rows at one time: what came first, so that it can be sold at once. */
export const taxSources: readonly Source[] = [deposits, movements, futuresIncome, futuresTrades, spotTrades, withdrawals];
