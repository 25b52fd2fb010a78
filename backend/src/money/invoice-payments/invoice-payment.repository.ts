import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder } from 'kysely';
import { db, type Database } from '../../database.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import type { Chain, Quote, SecondOpinion, Transfer, TransferKey } from '../chain/index.js';
import type { Attention, RateSource, Resolution } from './invoice-payments.types.js';

export interface StoredQuote extends Quote {
  id: string;
  invoiceId: string;
  address: string;
  tag: number | null;
  sources: RateSource[];
}

/** `invoiceId` null: it matches no invoice. */
export type StoredTransfer = Transfer & { invoiceId: string | null; attention: Attention | null; isResolved: boolean };

type Resolved = { resolution: Resolution; invoiceId: string | null; by: string; at: Date; note: string | null };

const MAX_QUOTES = 500;
const MAX_TRANSFERS = 500;

/** Every statement about the tables `payment_quotes` and `chain_transfers`. */
@Injectable()
export class InvoicePaymentRepository {
  /** The invoice's quotes, oldest first. */
  async findQuotes(em: EntityManager, invoiceId: string): Promise<StoredQuote[]> {
    const rows = await quotes(em).where('invoice_id', '=', invoiceId).orderBy('opened_at').orderBy('id').limit(MAX_QUOTES).execute();
    return rows.map(toQuote);
  }

  /** Quotes of an address that ended after `since`, or end later. */
  async findQuotesOf(em: EntityManager, chain: Chain, address: string, since: Date): Promise<StoredQuote[]> {
    const rows = await quotes(em)
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('ends_at', '>', since.toISOString())
      .orderBy('ends_at')
      .limit(MAX_QUOTES)
      .execute();
    return rows.map(toQuote);
  }

  async insertQuote(tx: EntityManager, quote: StoredQuote): Promise<void> {
    await db(tx)
      .insertInto('payment_quotes')
      .values({
        id: quote.id,
        invoice_id: quote.invoiceId,
        chain: quote.chain,
        address: quote.address,
        usd: toDecimal(quote.usd),
        rate: toDecimal(quote.rate),
        units: quote.units.toString(),
        tag: quote.tag,
        sources: jsonb(quote.sources),
        opened_at: quote.openedAt,
        ends_at: quote.endsAt,
      })
      .execute();
  }

  /** Marks quotes of an address that ended while the chain could not be read. */
  async markOutage(em: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await db(em).updateTable('payment_quotes').set({ outage_at_end: true }).where('id', 'in', ids).execute();
  }

  /** The invoice's transfers, oldest first. */
  async findTransfers(em: EntityManager, invoiceId: string): Promise<StoredTransfer[]> {
    const rows = await transfers(em)
      .where('invoice_id', '=', invoiceId)
      .orderBy('first_seen_at')
      .orderBy('txid')
      .orderBy('position')
      .limit(MAX_TRANSFERS)
      .execute();
    return rows.map(toTransfer);
  }

  /** Transfers to an address that were seen since then, are not final, or await a second source. */
  async findTransfersOf(em: EntityManager, chain: Chain, address: string, since: Date): Promise<StoredTransfer[]> {
    const rows = await transfers(em)
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where((eb) =>
        eb.or([
          eb('first_seen_at', '>=', since.toISOString()),
          eb('state', 'in', ['seen', 'confirming']),
          eb.and([eb('second_opinion', '=', 'awaited'), eb('resolution', 'is', null)]),
        ]),
      )
      .orderBy('first_seen_at', 'desc')
      .limit(MAX_TRANSFERS)
      .execute();
    return rows.map(toTransfer);
  }

  /** Stored transfers of these transactions, however old. */
  async findTransfersIn(em: EntityManager, chain: Chain, txids: readonly string[]): Promise<StoredTransfer[]> {
    if (txids.length === 0) return [];
    const rows = await transfers(em).where('chain', '=', chain).where('txid', 'in', txids).execute();
    return rows.map(toTransfer);
  }

  /** Inserts a transfer, or stores what has changed of it. The invoice of a known transfer stays. */
  async saveTransfer(tx: EntityManager, transfer: Transfer, invoiceId: string | null): Promise<void> {
    const changing = {
      state: transfer.state,
      confirmations: transfer.confirmations,
      block: transfer.block,
      block_time: transfer.blockTime,
      rejected: transfer.rejected,
      first_seen_at: transfer.firstSeenAt,
      read_at: transfer.readAt,
      missing_since: transfer.missingSince,
      second_opinion: transfer.secondOpinion,
    };
    const { chain, txid, index, address, units } = transfer;
    await db(tx)
      .insertInto('chain_transfers')
      .values({ chain, txid, position: index, address, units: units.toString(), invoice_id: invoiceId, ...changing })
      .onConflict((conflict) => conflict.columns(['chain', 'txid', 'position']).doUpdateSet(changing))
      .execute();
  }

  /** Counts the rejected transfers to an address that belong to no invoice and were first seen at `since` or later. */
  async countRejected(em: EntityManager, chain: Chain, address: string, since: Date): Promise<number> {
    const { n } = await db(em)
      .selectFrom('chain_transfers')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('first_seen_at', '>=', since.toISOString())
      .where('state', '=', 'rejected')
      .where('invoice_id', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  /** Assigns a rejected transfer that belongs to no invoice to the one whose payer entered its transaction id. */
  async assignRejected(tx: EntityManager, key: TransferKey, invoiceId: string): Promise<void> {
    await db(tx)
      .updateTable('chain_transfers')
      .set({ invoice_id: invoiceId })
      .where((eb) => isTransfer(eb, key))
      .where('state', '=', 'rejected')
      .where('invoice_id', 'is', null)
      .execute();
  }

  /** Locks and returns a transfer; null: it is unknown. */
  async lockTransfer(tx: EntityManager, key: TransferKey): Promise<StoredTransfer | null> {
    const row = await transfers(tx)
      .where((eb) => isTransfer(eb, key))
      .forUpdate()
      .executeTakeFirst();
    return row ? toTransfer(row) : null;
  }

  async findTransfer(em: EntityManager, key: TransferKey): Promise<StoredTransfer | null> {
    const row = await transfers(em)
      .where((eb) => isTransfer(eb, key))
      .executeTakeFirst();
    return row ? toTransfer(row) : null;
  }

  /** Stores what an admin did about a transfer, and which invoice it belongs to from now on. */
  async resolve(tx: EntityManager, key: TransferKey, { resolution, invoiceId, by, at, note }: Resolved): Promise<void> {
    await db(tx)
      .updateTable('chain_transfers')
      .set({ resolution, invoice_id: invoiceId, resolved_by: by, resolved_at: at, resolution_note: note })
      .set({ attention: null, attention_at: null })
      .where((eb) => isTransfer(eb, key))
      .execute();
  }

  /**
   * Puts a transfer before an admin. Returns false where it stands there already, and where an admin has resolved it: of those only the
   * loss in a reorganisation is new.
   */
  async setAttention(tx: EntityManager, key: TransferKey, attention: Attention, at: Date): Promise<boolean> {
    const changed = await db(tx)
      .updateTable('chain_transfers')
      .set({ attention, attention_at: at, resolution: null, resolved_at: null, resolved_by: null, resolution_note: null })
      .where((eb) => isTransfer(eb, key))
      .where('attention', 'is distinct from', attention)
      .$if(attention !== 'reorganised', (query) => query.where('resolution', 'is', null))
      .returning('txid')
      .executeTakeFirst();
    return changed !== undefined;
  }

  /** Stores what a second source says of a transfer, as long as the transfer is in that block and nothing else was said. */
  async setSecondOpinion(tx: EntityManager, key: TransferKey & { block: string | null }, opinion: SecondOpinion): Promise<boolean> {
    const changed = await db(tx)
      .updateTable('chain_transfers')
      .set({ second_opinion: opinion })
      .where((eb) => isTransfer(eb, key))
      .where('block', 'is not distinct from', key.block)
      .where('second_opinion', opinion === 'awaited' ? 'is' : '=', opinion === 'awaited' ? null : 'awaited')
      .returning('txid')
      .executeTakeFirst();
    return changed !== undefined;
  }

  /** Takes a transfer away from the admins: it was booked. */
  async clearAttention(tx: EntityManager, key: TransferKey): Promise<void> {
    await db(tx)
      .updateTable('chain_transfers')
      .set({ attention: null, attention_at: null })
      .where((eb) => isTransfer(eb, key))
      .execute();
  }

  /** Stops the clock of transfers that are missing from readings, while readings fail. */
  async clearMissing(em: EntityManager, chain: Chain, address: string): Promise<void> {
    await db(em)
      .updateTable('chain_transfers')
      .set({ missing_since: null })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('missing_since', 'is not', null)
      .execute();
  }
}

type OfTransfer = ExpressionBuilder<Database, 'chain_transfers'>;
const isTransfer = (eb: OfTransfer, { chain, txid, index }: TransferKey) =>
  eb.and([eb('chain', '=', chain), eb('txid', '=', txid), eb('position', '=', index)]);

const quotes = (em: EntityManager) =>
  db(em)
    .selectFrom('payment_quotes')
    .select(['id', 'invoice_id', 'chain', 'address', 'usd', 'rate', 'units', 'tag', 'opened_at', 'ends_at', 'outage_at_end'])
    .select(sql<RateSource[]>`sources`.as('sources'));

type QuoteRow = Awaited<ReturnType<ReturnType<typeof quotes>['executeTakeFirstOrThrow']>>;

const toQuote = (row: QuoteRow): StoredQuote => ({
  id: row.id,
  invoiceId: row.invoice_id,
  chain: row.chain,
  address: row.address,
  usd: scaled(row.usd),
  rate: scaled(row.rate),
  units: BigInt(row.units),
  tag: row.tag,
  sources: row.sources,
  openedAt: new Date(row.opened_at),
  endsAt: new Date(row.ends_at),
  outageAtEnd: row.outage_at_end,
});

const transfers = (em: EntityManager) =>
  db(em)
    .selectFrom('chain_transfers')
    .select(['chain', 'txid', 'position', 'address', 'invoice_id', 'units', 'state', 'confirmations', 'block', 'block_time'])
    .select(['rejected', 'first_seen_at', 'read_at', 'missing_since', 'second_opinion', 'attention', 'resolution']);

type TransferRow = Awaited<ReturnType<ReturnType<typeof transfers>['executeTakeFirstOrThrow']>>;

const toTransfer = (row: TransferRow): StoredTransfer => ({
  chain: row.chain,
  txid: row.txid,
  index: row.position,
  address: row.address,
  invoiceId: row.invoice_id,
  units: BigInt(row.units),
  state: row.state,
  confirmations: row.confirmations,
  block: row.block,
  blockTime: dateOrNull(row.block_time),
  rejected: row.rejected,
  firstSeenAt: new Date(row.first_seen_at),
  readAt: new Date(row.read_at),
  missingSince: dateOrNull(row.missing_since),
  secondOpinion: row.second_opinion,
  attention: row.attention,
  isResolved: row.resolution !== null,
});

/** Whether a second source is still to be asked; an admin's decision ends that. */
export const awaitsSecondSource = ({ secondOpinion, isResolved }: StoredTransfer): boolean => secondOpinion === 'awaited' && !isResolved;

/** A transfer without what is stored beside it. */
export const withoutInvoice = ({
  invoiceId: _invoiceId,
  attention: _attention,
  isResolved: _isResolved,
  ...transfer
}: StoredTransfer): Transfer => transfer;
