import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { QUIET_HOURS, type DeliveryResult, type ResultCounts } from './broadcast.types.js';

export const recipientSorts = ['position', 'status'] as const;
export type RecipientSort = (typeof recipientSorts)[number];

/** Results that are no status: `unsubscribed` from the broadcast. */
export type ResultFilter = DeliveryResult | 'unsubscribed';
export interface RecipientFilter {
  status?: ResultFilter;
}

export type BroadcastRecipient = Awaited<ReturnType<BroadcastResultsRepository['findRecipients']>>['rows'][number];

type Joined = Database & { d: Database['broadcast_deliveries']; b: Database['broadcasts'] };
const column = expressionBuilder<Joined, 'd' | 'b'>();

/** Waits for a time of its recipient; nothing of a cancelled broadcast does. */
const isHeld = sql<boolean>`(d.status in ('queued', 'failed_retryable') and d.available_at > now() and b.state <> 'cancelled'
  and (d.status = 'queued' or d.last_answer = ${QUIET_HOURS}))`;
const result = sql<DeliveryResult>`case when ${isHeld} then 'held' else d.status end`;
const heldUntil = sql<string | null>`case when ${isHeld} then d.available_at end`;
const recipientColumns: Record<RecipientSort, readonly SortColumn[]> = { position: [], status: [column.ref('d.status')] };

/** What became of the emails of broadcasts. */
@Injectable()
export class BroadcastResultsRepository {
  constructor(private readonly em: EntityManager) {}

  /** Lists the deliveries of a broadcast in the order in which they are sent. Throws NotFound. */
  async findRecipients(id: string, { sort, order, filter, ...page }: ListQuery<RecipientSort, RecipientFilter>) {
    await this.requireBroadcast(id);
    const matching = this.deliveriesOf(id, filter);
    const listed = this.listed(id, filter).$call(orderByColumns([...recipientColumns[sort], column.ref('d.position')], order));
    const { rows, total } = await readPage(db(this.em), listed, matching, page);
    return { rows: rows.map(toRecipient), total } satisfies PageOf<unknown>;
  }

  /** Reads every delivery of a filter in batches, by position. Throws NotFound. */
  async *all(id: string, filter: RecipientFilter, batchSize: number): AsyncGenerator<BroadcastRecipient[]> {
    await this.requireBroadcast(id);
    for (let after = 0; ;) {
      const rows = await this.listed(id, filter).where('d.position', '>', after).orderBy('d.position').limit(batchSize).execute();
      if (rows.length > 0) yield rows.map(toRecipient);
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      after = last.position;
    }
  }

  /** Counts the deliveries of broadcasts by their result. */
  async count(ids: readonly string[]): Promise<ReadonlyMap<string, Partial<ResultCounts>>> {
    const counts = new Map<string, Partial<ResultCounts>>();
    if (ids.length === 0) return counts;
    const rows = await db(this.em)
      .selectFrom('broadcast_deliveries as d')
      .innerJoin('broadcasts as b', 'b.id', 'd.broadcast_id')
      .select(({ fn }) => ['d.broadcast_id', result.as('result'), fn.countAll<string>().as('n')])
      .where(sql<boolean>`d.broadcast_id = any(${ids}::uuid[])`)
      .groupBy(['d.broadcast_id', sql`2`])
      .execute();
    for (const { broadcast_id: id, result: name, n } of rows) counts.set(id, { ...counts.get(id), [name]: Number(n) });
    return counts;
  }

  /** Counts the recipients who turned news off by the link in a broadcast. */
  async countUnsubscribed(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await db(this.em)
      .selectFrom('broadcast_deliveries')
      .select(({ fn }) => ['broadcast_id', fn.countAll<string>().as('n')])
      .where(sql<boolean>`broadcast_id = any(${ids}::uuid[])`)
      .where('unsubscribed_at', 'is not', null)
      .groupBy('broadcast_id')
      .execute();
    return new Map(rows.map(({ broadcast_id: id, n }) => [id, Number(n)]));
  }

  private async requireBroadcast(id: string): Promise<void> {
    const known = await db(this.em)
      .selectFrom('broadcasts')
      .select(sql<number>`1`.as('one'))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!known) throw new NotFound('broadcast');
  }

  private deliveriesOf(id: string, filter: RecipientFilter) {
    return deliveriesOf(this.em, id, filter);
  }

  private listed(id: string, filter: RecipientFilter) {
    return listedOf(this.em, id, filter);
  }
}

function deliveriesOf(em: EntityManager, id: string, { status }: RecipientFilter) {
  return db(em)
    .selectFrom('broadcast_deliveries as d')
    .innerJoin('broadcasts as b', 'b.id', 'd.broadcast_id')
    .where('d.broadcast_id', '=', id)
    .$if(status === 'unsubscribed', (query) => query.where('d.unsubscribed_at', 'is not', null))
    .$if(status === 'held', (query) => query.where(isHeld))
    .$if(status !== undefined && status !== 'held' && status !== 'unsubscribed', (query) =>
      query.where('d.status', '=', status as Exclude<DeliveryResult, 'held'>).where(sql<boolean>`not ${isHeld}`),
    );
}

function listedOf(em: EntityManager, id: string, filter: RecipientFilter) {
  return deliveriesOf(em, id, filter)
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select([
      'd.id',
      'd.position',
      'd.user_id as userId',
      fullNameOf('u').as('fullName'),
      result.as('status'),
      heldUntil.as('heldUntil'),
      'd.attempts',
      'd.sent_at as sentAt',
      'd.unsubscribed_at as unsubscribedAt',
      'd.last_answer as lastAnswer',
    ]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listedOf>['execute']>>[number];

function toRecipient({ sentAt, heldUntil: held, unsubscribedAt, ...row }: ListedRow) {
  return { ...row, sentAt: dateOrNull(sentAt), heldUntil: dateOrNull(held), unsubscribedAt: dateOrNull(unsubscribedAt) };
}

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));
