import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { hasOpenErasure } from '../../open-erasure.query.js';

export interface SeenSignal {
  signalId: string;
  userId: string;
  fullName: string;
  asset: string;
  tradeType: string;
  publishedAt: Date;
  seenAt: Date;
}

export const receiptSorts = ['seenAt'] as const;
export type ReceiptSort = (typeof receiptSorts)[number];

export interface ReceiptFilter {
  userId?: string;
  signalId?: string;
}

/** Every statement about the table `signal_receipts`: which member was shown which signal, and when first. */
@Injectable()
export class SignalReceiptRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ order, filter, ...page }: ListQuery<ReceiptSort, ReceiptFilter>): Promise<PageOf<SeenSignal>> {
    const matching = this.matching(filter);
    const columns = ['r.seen_at', 'r.signal_id', 'r.user_id'].map((column) => sql.ref(column));
    const { rows, total } = await readPage(
      db(this.em),
      matching
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .innerJoin('signals as s', 's.id', 'r.signal_id')
        .select(['r.signal_id as signalId', 'r.user_id as userId', fullNameOf('u').as('fullName'), 's.asset', 's.trade_type as tradeType'])
        .select(['s.published_at', 'r.seen_at'])
        .$call(orderByColumns(columns, order)),
      matching,
      page,
    );
    return {
      rows: rows.map(({ published_at, seen_at, ...seen }) => ({
        ...seen,
        publishedAt: new Date(published_at),
        seenAt: new Date(seen_at),
      })),
      total,
    };
  }

  /**
   * Records signals as seen, with one statement that writes nothing if the member has seen them all. Members whose erasure is requested are
   * skipped.
   */
  async insertSeen(userId: string, signalIds: readonly string[]): Promise<void> {
    await db(this.em)
      .insertInto('signal_receipts')
      .columns(['user_id', 'signal_id'])
      .expression((insert) =>
        insert
          .selectFrom(sql<{ id: string }>`unnest(${signalIds}::uuid[])`.as<'s'>(sql`s(id)`))
          .select([sql<string>`${userId}::uuid`.as('user_id'), 's.id'])
          .where((eb) => {
            const seen = eb
              .selectFrom('signal_receipts as r')
              .select(sql`1`.as('one'))
              .where('r.user_id', '=', userId)
              .whereRef('r.signal_id', '=', 's.id');
            return eb.and([eb.not(eb.exists(seen)), eb.not(hasOpenErasure(sql`${userId}::uuid`))]);
          })
          // One lock order for concurrent requests of a member, so that they cannot deadlock.
          .orderBy('s.id'),
      )
      .onConflict((on) => on.doNothing())
      .execute();
  }

  private matching({ userId, signalId }: ReceiptFilter) {
    return db(this.em)
      .selectFrom('signal_receipts as r')
      .$if(userId !== undefined, (query) => query.where('r.user_id', '=', userId!))
      .$if(signalId !== undefined, (query) => query.where('r.signal_id', '=', signalId!));
  }
}
