import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { db, type Database } from '../../../database.js';
import { optionalFullNameOf } from '../../../full-name.query.js';
import { memberMatches } from '../../../club/users/index.js';
import type { ListQuery, PageOf } from '../../../platform/http/index.js';
import { orderByColumns, readPage } from '../../../platform/persistence/page.query.js';
import { WAITING, type Channel, type DeliveryState, type Outcome } from '../channel.types.js';
import { memberOf, type ListedMember } from './address-list.repository.js';
import { AddressNames } from './address-name.service.js';
import { hasResult } from './delivery-result.query.js';
import { notSentReason, resultOf, type Decision, type DeliveryResult, type NotSentReason } from './delivery-result.rules.js';

/** Tries that are shown of one delivery, the newest. */
const MAX_ATTEMPTS = 20;

export interface ListedAttempt {
  at: Date;
  revision: number;
  outcome: Outcome | null;
  status: number | null;
  ms: number | null;
  /** Null: a member's server said it. */
  answer: string | null;
}

export interface ListedDelivery {
  id: string;
  /** Null: a notice about an account, a test, or a greeting. */
  signal: { id: string; symbol: string | null; side: string | null } | null;
  /** `signal.published`; null: its event is deleted. */
  kind: string | null;
  revision: number;
  channel: Channel;
  address: { id: string; name: string | null };
  member: ListedMember | null;
  result: DeliveryResult;
  reason: NotSentReason | null;
  /** When the next try is due; null: there is none. */
  nextTryAt: Date | null;
  decision: { decision: Decision; by: string | null; at: Date } | null;
  createdAt: Date;
  updatedAt: Date;
  attempts: ListedAttempt[];
}

export const deliverySorts = ['updatedAt'] as const;
export type DeliverySort = (typeof deliverySorts)[number];

export interface DeliveryFilter {
  id?: string[];
  signalId?: string;
  userId?: string;
  addressId?: string;
  channel?: Channel;
  result?: DeliveryResult;
  /** A part of the name or email of the member. */
  q?: string;
}

type Joined = Database & { d: Database['deliveries']; a: Database['channel_addresses']; u: Database['users'] };
const eb = expressionBuilder<Joined, 'd' | 'a' | 'u'>();

/** Lists deliveries with their tries for the console. */
@Injectable()
export class DeliveryListRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly names: AddressNames,
  ) {}

  async findPage({ order, filter, ...page }: Omit<ListQuery<DeliverySort, DeliveryFilter>, 'sort'>): Promise<PageOf<ListedDelivery>> {
    const matching = deliveriesOf(this.em).where(matches(filter));
    const listed = selected(matching).$call(orderByColumns([eb.ref('d.updated_at'), eb.ref('d.id')], order));
    const { rows, total } = await readPage(db(this.em), listed, matching, page);
    const attempts = await this.attemptsOf(rows.map(({ id }) => id));
    return { rows: rows.map((row) => this.toListed(row, attempts.get(row.id) ?? [])), total };
  }

  /** Counts the deliveries of a signal. `reason`: why they were not sent. */
  async count(signalId: string): Promise<{ channel: Channel; result: DeliveryResult; reason: NotSentReason | null; count: number }[]> {
    const rows = await db(this.em)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .select((of) => [
        'a.channel',
        'd.state',
        of.case().when('d.state', '=', 'suppressed').then(of.ref('d.last_answer')).else(null).end().as('answer'),
        of.fn.countAll<string>().as('n'),
      ])
      .where('d.thread_id', '=', signalId)
      .groupBy(['a.channel', 'd.state', sql`3`])
      .orderBy('a.channel')
      .execute();
    return rows.map(({ channel, state, answer, n }) => ({
      channel,
      result: resultOf(channel, state),
      reason: notSentReason(state, answer),
      count: Number(n),
    }));
  }

  private async attemptsOf(ids: readonly string[]): Promise<Map<string, AttemptRow[]>> {
    if (ids.length === 0) return new Map();
    const rows = await db(this.em)
      .selectFrom((of) =>
        of
          .selectFrom('delivery_attempts')
          .select(['delivery_id as deliveryId', 'at', 'revision', 'outcome', 'status', 'ms', 'answer'])
          .select(sql<number>`row_number() over (partition by delivery_id order by at desc, id)`.as('place'))
          .where(sql<SqlBool>`delivery_id = any(${ids}::uuid[])`)
          .as('t'),
      )
      .select(['t.deliveryId', 't.at', 't.revision', 't.outcome', 't.status', 't.ms', 't.answer'])
      .where('t.place', '<=', MAX_ATTEMPTS)
      .orderBy('t.at', 'desc')
      .execute();
    const found = new Map<string, AttemptRow[]>();
    for (const row of rows) found.set(row.deliveryId, [...(found.get(row.deliveryId) ?? []), row]);
    return found;
  }

  private toListed(row: DeliveryRow, attempts: readonly AttemptRow[]): ListedDelivery {
    const { channel, state, userId, addressId } = row;
    const isWaiting = resultOf(channel, state) === 'waiting' && (WAITING as readonly DeliveryState[]).includes(state);
    return {
      id: row.id,
      signal: row.isSignal === true ? { id: row.threadId, ...subjectOf(row.payload) } : null,
      kind: row.kind,
      revision: row.revision,
      channel,
      address: { id: addressId, name: this.names.of({ addressId, userId, channel, address: row.address, service: row.service }) },
      member: memberOf(userId, row.fullName),
      result: resultOf(channel, state),
      reason: notSentReason(state, row.lastAnswer),
      nextTryAt: isWaiting ? new Date(row.availableAt) : null,
      decision:
        row.decision === null || row.decidedAt === null ? null : { decision: row.decision, by: row.decider, at: new Date(row.decidedAt) },
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
      attempts: attempts.map(({ deliveryId: _deliveryId, at, answer, ...attempt }) => ({
        ...attempt,
        at: new Date(at),
        // What a member's server says may hold anything, its secrets included.
        answer: channel === 'webhook' && attempt.status !== null ? null : answer,
      })),
    };
  }
}

type AttemptRow = Omit<ListedAttempt, 'at' | 'answer'> & { deliveryId: string; at: string; answer: string };
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const deliveriesOf = (em: EntityManager) =>
  db(em)
    .selectFrom('deliveries as d')
    .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
    .leftJoin('users as u', 'u.id', 'a.user_id');

const selected = (query: ReturnType<typeof deliveriesOf>) =>
  query
    .leftJoin('users as r', 'r.id', 'd.decided_by')
    .leftJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
    .select(['d.id', 'd.thread_id as threadId', 'd.wanted_revision as revision', 'd.state', 'd.last_answer as lastAnswer'])
    .select(['d.available_at as availableAt', 'd.created_at as createdAt', 'd.updated_at as updatedAt'])
    .select(['d.decision', 'd.decided_at as decidedAt', 'a.id as addressId', 'a.channel', 'a.address', 'a.service', 'u.id as userId'])
    .select(['e.kind', 'e.payload', optionalFullNameOf('u').as('fullName'), optionalFullNameOf('r').as('decider')])
    .select((of) => of('e.audience', '=', 'signal-readers').$castTo<boolean | null>().as('isSignal'));

function matches({ id, signalId, userId, addressId, channel, result, q }: DeliveryFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`d.id = any(${id}::uuid[])`] : []),
    ...(signalId ? [eb('d.thread_id', '=', signalId)] : []),
    ...(userId ? [eb('a.user_id', '=', userId)] : []),
    ...(addressId ? [eb('d.address_id', '=', addressId)] : []),
    ...(channel ? [eb('a.channel', '=', channel)] : []),
    ...(result ? [hasResult(result)] : []),
    ...(q ? [memberMatches(q)] : []),
  ]);
}

const message = z.object({ data: z.object({ symbol: z.string(), side: z.string() }) });

/** What the message of an event is about. */
function subjectOf(payload: string | null): { symbol: string | null; side: string | null } {
  const { data } = message.safeParse(payload === null ? null : JSON.parse(payload));
  return data ? { symbol: data.data.symbol, side: data.data.side } : { symbol: null, side: null };
}
