import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { Conditions, orderBy, readList } from '../common/persistence/list-reader.js';
import { fullName } from '../users/index.js';
import {
  deliveryStatuses,
  type Audience,
  type BroadcastKind,
  type BroadcastState,
  type DeliveryCounts,
  type DeliveryStatus,
} from './broadcast-terms.js';

export interface BroadcastRecord {
  id: string;
  subject: string;
  message: string;
  audience: Audience;
  /** The one recipient of the audience `user`. */
  audienceUserId: string | null;
  kind: BroadcastKind;
  state: BroadcastState;
  counts: DeliveryCounts;
  createdBy: string | null;
  /** Whoever wrote it; null: their account is gone. */
  author: string | null;
  createdAt: Date;
  startsAt: Date;
  finishedAt: Date | null;
  /** What the mail server said, while it is out of reach. */
  problem: string | null;
}

export interface BroadcastRecipient {
  /** Of the delivery. */
  id: string;
  userId: string;
  fullName: string;
  status: DeliveryStatus;
  attempts: number;
  sentAt: Date | null;
  lastAnswer: string | null;
}

export const broadcastSorts = ['createdAt', 'state'] as const;
export type BroadcastSort = (typeof broadcastSorts)[number];

export interface BroadcastFilter {
  id?: string[];
  q?: string;
  state?: BroadcastState;
}

export const recipientSorts = ['position', 'status'] as const;
export type RecipientSort = (typeof recipientSorts)[number];

export interface RecipientFilter {
  status?: DeliveryStatus;
}

/** The only texts that reach `order by`. */
const sortColumns: Record<BroadcastSort, string[]> = { createdAt: ['b.created_at'], state: ['b.state', 'b.starts_at'] };
const recipientColumns: Record<RecipientSort, string[]> = { position: [], status: ['d.status'] };

const columns =
  'b.id, b.subject, b.message, b.audience, b.audience_user_id, b.kind, b.state, b.created_by, b.created_at, b.starts_at, b.finished_at, b.problem, b.final_counts, a.surname, a.other_name';

interface BroadcastRow {
  id: string;
  subject: string;
  message: string;
  audience: Audience;
  audience_user_id: string | null;
  kind: BroadcastKind;
  state: BroadcastState;
  created_by: string | null;
  created_at: string;
  starts_at: string;
  finished_at: string | null;
  problem: string | null;
  final_counts: Partial<DeliveryCounts> | null;
  surname: string | null;
  other_name: string | null;
}

interface RecipientRow {
  id: string;
  user_id: string;
  surname: string;
  other_name: string;
  status: DeliveryStatus;
  attempts: number;
  sent_at: string | null;
  last_answer: string | null;
}

/** Broadcasts as admins see them. Every count is a sum over the ledger; of a broadcast that is done, as it was when it ended. */
@Injectable()
export class BroadcastReader {
  constructor(private readonly em: EntityManager) {}

  async list({
    sort,
    order,
    offset,
    limit,
    filter: { id, q, state },
  }: ListQuery<BroadcastSort, BroadcastFilter>): Promise<PageOf<BroadcastRecord>> {
    const where = new Conditions().ids('b.id', id).given('b.state = ?', state).contains(['b.subject', 'b.message'], q);
    const { rows, total } = await readList<BroadcastRow>(this.em, {
      select: columns,
      from: 'broadcasts b left join users a on a.id = b.created_by',
      countFrom: 'broadcasts b',
      where,
      orderBy: orderBy(sortColumns[sort], order, 'b.id'),
      offset,
      limit,
    });
    const counts = await this.countsOf(rows.filter((row) => row.final_counts === null).map((row) => row.id));
    return { rows: rows.map((row) => recordOf(row, row.final_counts ?? counts.get(row.id))), total };
  }

  /** Throws NotFound. */
  async one(id: string): Promise<BroadcastRecord> {
    const { rows } = await this.list({ sort: 'createdAt', order: 'DESC', offset: 0, limit: 1, filter: { id: [id] } });
    const [record] = rows;
    if (!record) throw new NotFound('broadcast');
    return record;
  }

  /** The ledger of a broadcast, in the order in which mails leave. Throws NotFound. */
  async recipients(
    id: string,
    { sort, order, offset, limit, filter: { status } }: ListQuery<RecipientSort, RecipientFilter>,
  ): Promise<PageOf<BroadcastRecipient>> {
    const known = await this.em.execute<unknown[]>('select 1 from broadcasts where id = ?', [id]);
    if (known.length === 0) throw new NotFound('broadcast');
    const page: Page = { offset, limit };
    const { rows, total } = await readList<RecipientRow>(this.em, {
      select: 'd.id, d.user_id, u.surname, u.other_name, d.status, d.attempts, d.sent_at, d.last_answer',
      from: 'broadcast_deliveries d join users u on u.id = d.user_id',
      countFrom: 'broadcast_deliveries d',
      where: new Conditions().add('d.broadcast_id = ?', id).given('d.status = ?', status),
      orderBy: orderBy(recipientColumns[sort], order, 'd.position'),
      ...page,
    });
    return { rows: rows.map(recipientOf), total };
  }

  private async countsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Partial<DeliveryCounts>>> {
    const counts = new Map<string, Partial<DeliveryCounts>>();
    if (ids.length === 0) return counts;
    const rows = await this.em.execute<{ broadcast_id: string; status: DeliveryStatus; n: string }[]>(
      'select broadcast_id, status, count(*)::text as n from broadcast_deliveries where broadcast_id = any(?::uuid[]) group by broadcast_id, status',
      [`{${ids.join(',')}}`],
    );
    for (const { broadcast_id: id, status, n } of rows) counts.set(id, { ...counts.get(id), [status]: Number(n) });
    return counts;
  }
}

function nobody(): DeliveryCounts {
  return Object.fromEntries(deliveryStatuses.map((status) => [status, 0])) as DeliveryCounts;
}

function recordOf(row: BroadcastRow, counts: Partial<DeliveryCounts> = {}): BroadcastRecord {
  return {
    id: row.id,
    subject: row.subject,
    message: row.message,
    audience: row.audience,
    audienceUserId: row.audience_user_id,
    kind: row.kind,
    state: row.state,
    counts: { ...nobody(), ...counts },
    createdBy: row.created_by,
    author: row.surname === null || row.other_name === null ? null : fullName({ surname: row.surname, otherName: row.other_name }),
    createdAt: new Date(row.created_at),
    startsAt: new Date(row.starts_at),
    finishedAt: dateOf(row.finished_at),
    problem: row.problem,
  };
}

function recipientOf(row: RecipientRow): BroadcastRecipient {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: fullName({ surname: row.surname, otherName: row.other_name }),
    status: row.status,
    attempts: row.attempts,
    sentAt: dateOf(row.sent_at),
    lastAnswer: row.last_answer,
  };
}

function dateOf(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}
