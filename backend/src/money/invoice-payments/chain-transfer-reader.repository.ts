import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely';
import { db, type Database } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { memberMatches } from '../../club/users/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import type { Chain, RejectReason, TransferKey, TransferState } from '../chain/index.js';
import type { Attention, Resolution } from './invoice-payments.types.js';

/** A payment on chain as admins see it. */
export interface ListedTransfer extends TransferKey {
  address: string;
  units: bigint;
  state: TransferState;
  rejected: RejectReason | null;
  confirmations: number;
  blockTime: Date | null;
  firstSeenAt: Date;
  attention: Attention | null;
  attentionAt: Date | null;
  resolution: { outcome: Resolution; at: Date; by: string | null; note: string | null } | null;
  /** Null: it matches no invoice. `total` is scaled by 10^18. */
  invoice: { id: string; number: string; total: bigint; userId: string; fullName: string } | null;
}

export const transferSorts = ['seenAt', 'attentionAt'] as const;
export type TransferSort = (typeof transferSorts)[number];

export interface TransferFilter {
  state?: TransferState;
  /** `needed`: whatever the reason. */
  attention?: Attention | 'needed';
  chain?: Chain;
  /** A part of the transaction id, of the address or of the invoice's number, or the member. */
  q?: string;
}

/** The invoice that a transfer was counted for. */
export type CountedTransfer = Pick<ListedTransfer, 'chain' | 'txid' | 'index'> & { invoice: { id: string; number: string } };

/** Query aliases of this repository: transfer, invoice, member. */
type Joined = Database & { c: Database['chain_transfers']; i: Database['invoices']; u: Database['users'] };
type Condition = ExpressionBuilder<Joined, 'c' | 'i' | 'u'>;

/** Addresses of one member on one chain that a transaction is compared with. */
const MAX_ADDRESSES = 5;
const MAX_COUNTED = 100;

/** Reads payments on chain for the console. */
@Injectable()
export class ChainTransferReaderRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<TransferSort, TransferFilter>): Promise<PageOf<ListedTransfer>> {
    const rows = this.rows()
      .where((eb) => matches(eb, filter))
      .$call(orderByColumns([...sortColumns[sort], column.ref('c.chain'), column.ref('c.txid'), column.ref('c.position')], order));
    const matching = this.matching().where((eb) => matches(eb, filter));
    const found = await readPage(db(this.em), rows, matching, page);
    return { rows: found.rows.map(toListed), total: found.total };
  }

  async findOne({ chain, txid, index }: TransferKey): Promise<ListedTransfer | null> {
    const row = await this.rows()
      .where('c.chain', '=', chain)
      .where('c.txid', '=', txid)
      .where('c.position', '=', index)
      .executeTakeFirst();
    return row ? toListed(row) : null;
  }

  /** Transfers of a transaction that belong to invoices, on either chain. */
  async findCounted(txid: string): Promise<CountedTransfer[]> {
    const rows = await db(this.em)
      .selectFrom('chain_transfers as c')
      .innerJoin('invoices as i', 'i.id', 'c.invoice_id')
      .select(['c.chain', 'c.txid', 'c.position', 'i.id', 'i.number'])
      .where('c.txid', '=', txid)
      .where('c.state', 'in', ['seen', 'confirming', 'final'])
      .limit(MAX_COUNTED)
      .execute();
    return rows.map(({ chain, txid: of, position, id, number }) => ({
      chain,
      txid: of,
      index: position,
      invoice: { id, number: number! },
    }));
  }

  /** Addresses that belong to invoices of one member alone, newest first, 5 at most. */
  async findAddressesOf(chain: Chain, userId: string): Promise<string[]> {
    const rows = await db(this.em)
      .selectFrom('receiving_addresses as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select('a.address')
      .where('a.chain', '=', chain)
      .where('i.user_id', '=', userId)
      .orderBy('a.created_at', 'desc')
      .limit(MAX_ADDRESSES)
      .execute();
    return rows.map(({ address }) => address);
  }

  private matching() {
    return db(this.em)
      .selectFrom('chain_transfers as c')
      .leftJoin('invoices as i', 'i.id', 'c.invoice_id')
      .leftJoin('users as u', 'u.id', 'i.user_id');
  }

  private rows() {
    return this.matching()
      .leftJoin('users as r', 'r.id', 'c.resolved_by')
      .select(['c.chain', 'c.txid', 'c.position', 'c.address', 'c.units', 'c.state', 'c.rejected', 'c.confirmations', 'c.block_time'])
      .select(['c.first_seen_at', 'c.attention', 'c.attention_at', 'c.invoice_id', 'i.number', 'i.total', 'i.user_id'])
      .select(['c.resolution', 'c.resolved_at', 'c.resolution_note'])
      .select([optionalFullNameOf('u').as('full_name'), optionalFullNameOf('r').as('resolver')]);
  }
}

type TransferRow = Awaited<ReturnType<ReturnType<ChainTransferReaderRepository['rows']>['executeTakeFirstOrThrow']>>;

function toListed(row: TransferRow): ListedTransfer {
  const { invoice_id: id, number, total, user_id: userId } = row;
  return {
    chain: row.chain,
    txid: row.txid,
    index: row.position,
    address: row.address,
    units: BigInt(row.units),
    state: row.state,
    rejected: row.rejected,
    confirmations: row.confirmations,
    blockTime: dateOrNull(row.block_time),
    firstSeenAt: new Date(row.first_seen_at),
    attention: row.attention,
    attentionAt: dateOrNull(row.attention_at),
    resolution:
      row.resolution === null || row.resolved_at === null
        ? null
        : { outcome: row.resolution, at: new Date(row.resolved_at), by: row.resolver, note: row.resolution_note },
    invoice:
      id === null || number === null || total === null || userId === null || row.full_name === null
        ? null
        : { id, number, total: scaled(total), userId, fullName: row.full_name },
  };
}

function matches(eb: Condition, { state, attention, chain, q }: TransferFilter) {
  return eb.and([
    ...(state ? [eb('c.state', '=', state)] : []),
    ...(chain ? [eb('c.chain', '=', chain)] : []),
    ...(attention === 'needed' ? [eb('c.attention', 'is not', null)] : []),
    ...(attention && attention !== 'needed' ? [eb('c.attention', '=', attention)] : []),
    ...(q ? [eb.or([...textColumns.map((name) => eb(sql.ref(name), 'ilike', containing(q))), memberMatches(q)])] : []),
  ]);
}

const textColumns = ['c.txid', 'c.address', 'i.number'] as const;
const column = expressionBuilder<Joined, 'c'>();

/** The only expressions that reach `order by`. Each has an index; `attentionAt` sorts those without one last. */
const sortColumns: Record<TransferSort, readonly SortColumn[]> = {
  seenAt: [column.ref('c.first_seen_at')],
  attentionAt: [{ nullable: column.ref('c.attention_at') }],
};
