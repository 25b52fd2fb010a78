import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { Chain } from '../chain/index.js';

export interface ReceivingAddress {
  chain: Chain;
  address: string;
  /** Null: shared. */
  invoiceId: string | null;
  /** On TRON: since when it is the invoice's. */
  createdAt: Date;
  readAt: Date | null;
  failingSince: Date | null;
}

/** Readings of other workers may take this long before an address is due again. */
const LEASE_MS = 120_000;

/** Every statement about the tables `receiving_addresses` and `address_counters`. */
@Injectable()
export class ReceivingAddressRepository {
  /** The invoice's own address on a chain; null: it has none. */
  async findOwn(tx: EntityManager, chain: Chain, invoiceId: string): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('receiving_addresses')
      .select('address')
      .where('chain', '=', chain)
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirst();
    return row?.address ?? null;
  }

  /** Takes the next position of an account. The row stays locked until the transaction ends. */
  async takePosition(tx: EntityManager, account: string): Promise<number> {
    const { next } = await db(tx)
      .insertInto('address_counters')
      .values({ account, next: 1 })
      .onConflict((conflict) => conflict.column('account').doUpdateSet({ next: sql<number>`address_counters.next + 1` }))
      .returning('next')
      .executeTakeFirstOrThrow();
    return next - 1;
  }

  async insertOwn(
    tx: EntityManager,
    own: { chain: Chain; address: string; invoiceId: string; account: string; position: number; at: Date },
  ): Promise<void> {
    const { chain, address, invoiceId, account, position, at } = own;
    await db(tx)
      .insertInto('receiving_addresses')
      .values({ chain, address, invoice_id: invoiceId, account, account_index: position, created_at: at, next_read_at: at })
      .execute();
  }

  /**
   * Finds an address of TRON's pool that no invoice needs, and keeps other transactions from looking until this one ends; null: none is
   * free. An address is needed while its invoice is open, while a quote of it ended after `since`, and while a transfer to it is not final.
   * New ones come first, then the one that was taken longest ago.
   */
  async lockFreeOfPool(tx: EntityManager, pool: readonly string[], since: Date): Promise<string | null> {
    await tx.execute(`select pg_advisory_xact_lock(hashtext('tron-pool'))`);
    const rows = await db(tx)
      .selectFrom('receiving_addresses as a')
      .leftJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select(['a.address', 'i.status'])
      .select((eb) =>
        eb
          .or([
            eb.exists(
              eb
                .selectFrom('payment_quotes as q')
                .select('q.id')
                .where('q.chain', '=', 'tron')
                .whereRef('q.address', '=', 'a.address')
                .where('q.ends_at', '>', since.toISOString()),
            ),
            eb.exists(
              eb
                .selectFrom('chain_transfers as c')
                .select('c.txid')
                .where('c.chain', '=', 'tron')
                .whereRef('c.address', '=', 'a.address')
                .where('c.state', 'in', ['seen', 'confirming']),
            ),
          ])
          .as('isReserved'),
      )
      .where('a.chain', '=', 'tron')
      .where('a.address', 'in', pool)
      .orderBy('a.created_at')
      .execute();
    const known = new Set(rows.map(({ address }) => address));
    // Without an invoice it was shared.
    const free = rows.find(({ status, isReserved }) => (status === 'paid' || status === 'void') && isReserved === false);
    return pool.find((address) => !known.has(address)) ?? free?.address ?? null;
  }

  /** Gives an address of TRON's pool to an invoice. Older transfers to it belong to others. */
  async takeOfPool(tx: EntityManager, { address, invoiceId, at }: { address: string; invoiceId: string; at: Date }): Promise<void> {
    await db(tx)
      .insertInto('receiving_addresses')
      .values({ chain: 'tron', address, invoice_id: invoiceId, created_at: at, next_read_at: at })
      .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet({ invoice_id: invoiceId, created_at: at }))
      .execute();
  }

  /** Adds a shared address where it is not known yet, and locks it: amounts are reserved one after another. */
  async lockShared(tx: EntityManager, chain: Chain, address: string, at: Date): Promise<void> {
    await db(tx)
      .insertInto('receiving_addresses')
      .values({ chain, address, created_at: at, next_read_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db(tx)
      .selectFrom('receiving_addresses')
      .select('address')
      .where('chain', '=', chain)
      .where('address', '=', address)
      .forUpdate()
      .execute();
  }

  /** Has an address read as soon as possible. */
  async readSoon(tx: EntityManager, chain: Chain, address: string, at: Date): Promise<void> {
    await db(tx)
      .updateTable('receiving_addresses')
      .set({ next_read_at: at })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .execute();
  }

  /** Leases up to `limit` addresses that are due to one worker, longest due first. */
  async lease(em: EntityManager, chain: Chain, now: Date, limit: number): Promise<ReceivingAddress[]> {
    const due = db(em)
      .selectFrom('receiving_addresses')
      .select('address')
      .where('chain', '=', chain)
      .where('next_read_at', '<=', now.toISOString())
      .orderBy('next_read_at')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    const rows = await db(em)
      .updateTable('receiving_addresses')
      .set({ next_read_at: new Date(now.getTime() + LEASE_MS) })
      .where('chain', '=', chain)
      .where('address', 'in', due)
      .returning(['chain', 'address', 'invoice_id as invoiceId', 'created_at', 'read_at', 'failing_since'])
      .execute();
    return rows.map(({ created_at, read_at, failing_since, ...row }) => ({
      ...row,
      createdAt: new Date(created_at),
      readAt: dateOrNull(read_at),
      failingSince: dateOrNull(failing_since),
    }));
  }

  async setRead(em: EntityManager, { chain, address }: ReceivingAddress, readAt: Date, nextReadAt: Date): Promise<void> {
    await db(em)
      .updateTable('receiving_addresses')
      .set({ read_at: readAt, failing_since: null, next_read_at: nextReadAt })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .execute();
  }

  async setFailed(em: EntityManager, { chain, address }: ReceivingAddress, since: Date, nextReadAt: Date): Promise<void> {
    await db(em)
      .updateTable('receiving_addresses')
      .set({ failing_since: since, next_read_at: nextReadAt })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .execute();
  }

  /** Since when one of these addresses cannot be read; null: all can. */
  async findFailing(em: EntityManager, addresses: readonly { chain: Chain; address: string }[]): Promise<Date | null> {
    if (addresses.length === 0) return null;
    const row = await db(em)
      .selectFrom('receiving_addresses')
      .select((eb) => eb.fn.min('failing_since').as('since'))
      .where((eb) => eb.or(addresses.map(({ chain, address }) => eb.and([eb('chain', '=', chain), eb('address', '=', address)]))))
      .executeTakeFirst();
    return dateOrNull(row?.since ?? null);
  }
}
