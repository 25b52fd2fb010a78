import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type QueryCreator } from 'kysely';
import { db, type Database } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import {
  isPending,
  joinedSubmissions,
  keyState,
  matches,
  type Joined,
  waitingSince,
  waitsForMember,
  type ReviewFilter,
} from './kyc-filter.query.js';
import type { ServiceBounds } from './kyc-service-level.rules.js';

/** Filters whose values are counted. */
export const countedFilters = ['userType', 'platform', 'country', 'keyState', 'age', 'reviewer', 'waitsFor'] as const;
export type CountedFilter = (typeof countedFilters)[number];
export type QueueFilter = Pick<ReviewFilter, CountedFilter | 'q'>;

export interface CountedValue {
  value: string;
  /** The reviewer's name. */
  label: string | null;
  count: number;
}

export interface QueueCounts {
  /** Those that match the whole filter. */
  total: number;
  values: Record<CountedFilter, CountedValue[]>;
}

const eb = expressionBuilder<Joined, 's' | 'u' | 'c'>();
const TOTAL = 'total';

/** Reads what reviewers share the queue out by. */
@Injectable()
export class KycQueueRepository {
  constructor(private readonly em: EntityManager) {}

  /**
   * Counts them by each value of each filter, in one statement. The counts of a filter respect all others but not its own value, so that
   * they tell what choosing another value would show.
   */
  async countWaiting(filter: QueueFilter, bounds: ServiceBounds): Promise<QueueCounts> {
    const rows = await db(this.em)
      .with(
        (cte) => cte('waiting').materialized(),
        () => waiting(this.em, filter, bounds),
      )
      .with('counted', (creator) => {
        const facets = countedFilters.map((name) => countBy(creator, name, filter));
        return facets.reduce((query, facet) => query.unionAll(facet), countAll(creator, filter));
      })
      .selectFrom('counted')
      .select(['facet', 'value', 'label', 'count'])
      .orderBy('count', 'desc')
      .orderBy('value')
      .execute();
    const values = (name: CountedFilter) =>
      rows.filter(({ facet }) => facet === name).map(({ value, label, count }) => ({ value, label, count: Number(count) }));
    return {
      total: Number(rows.find(({ facet }) => facet === TOTAL)?.count ?? 0),
      values: Object.fromEntries(countedFilters.map((name) => [name, values(name)])) as Record<CountedFilter, CountedValue[]>,
    };
  }

  /**
   * Returns which of these files the admin has opened: the audit log has a record of each view. `preloaded`: those count too that were
   * loaded ahead.
   */
  async findOpened(adminId: string, fileIds: readonly string[], preloaded: boolean): Promise<Set<string>> {
    const rows = await db(this.em)
      .selectFrom('audit_events')
      .select('target_id')
      .distinct()
      .where('target_type', '=', 'file')
      .where(sql<boolean>`target_id = any(${fileIds}::text[])`)
      .where('actor_id', '=', adminId)
      .where('action', '=', 'file.view')
      .$if(!preloaded, (query) => query.where(sql<boolean>`detail ->> 'preload' is null`))
      .execute();
    return new Set(rows.flatMap(({ target_id }) => target_id ?? []));
  }
}

type Waiting = Database & { waiting: Record<CountedFilter, string> & { reviewerName: string | null } };

const noName = sql<string | null>`null::text`;

/** Counts the waiting submissions by the values of one filter, where the others match. */
function countBy(creator: QueryCreator<Waiting>, name: CountedFilter, filter: QueueFilter) {
  return (
    creator
      .selectFrom('waiting')
      .select((on) => [
        sql.lit<string>(name).as('facet'),
        sql<string>`${sql.ref(name)}::text`.as('value'),
        (name === 'reviewer' ? sql<string | null>`max(${sql.ref('reviewerName')})` : noName).as('label'),
        on.fn.countAll<string>().as('count'),
      ])
      .where((on) => on.and(chosenBeside(name, filter).map((other) => on(other, '=', filter[other]!))))
      // What waits for its member has no age.
      .where(name, 'is not', null)
      .groupBy(name)
  );
}

function countAll(creator: QueryCreator<Waiting>, filter: QueueFilter) {
  return creator
    .selectFrom('waiting')
    .select((on) => [
      sql.lit<string>(TOTAL).as('facet'),
      sql<string>`''`.as('value'),
      noName.as('label'),
      on.fn.countAll<string>().as('count'),
    ])
    .where((on) => on.and(chosenBeside(null, filter).map((other) => on(other, '=', filter[other]!))));
}

/** The filters that are set, without this one. */
const chosenBeside = (name: CountedFilter | null, filter: QueueFilter) =>
  countedFilters.filter((other) => other !== name && filter[other] !== undefined);

/** The submissions that wait and match the search, with the values that are counted. */
function waiting(em: EntityManager, { q }: QueueFilter, { overdue, dueSoon }: ServiceBounds) {
  const isAsked = waitsForMember(eb);
  const age = eb
    .case()
    .when(isAsked)
    .then(sql<string>`null`)
    .when(waitingSince, '<=', overdue.toISOString())
    .then(sql<string>`'overdue'`)
    .when(waitingSince, '<=', dueSoon.toISOString())
    .then(sql<string>`'due-soon'`)
    .else(sql<string>`'in-time'`)
    .end();
  return joinedSubmissions(db(em))
    .leftJoin('users as r', 'r.id', 'c.admin_id')
    .select(
      eb
        .case()
        .when(isAsked)
        .then(sql<string>`'member'`)
        .else(sql<string>`'reviewer'`)
        .end()
        .as('waitsFor'),
    )
    .select(['s.user_type as userType', 's.platform', 'u.country', keyState.as('keyState'), age.as('age')])
    .select([sql<string>`coalesce(c.admin_id::text, 'none')`.as('reviewer'), optionalFullNameOf('r').as('reviewerName')])
    .where((on) => isPending(on))
    .where((on) => matches(on, q === undefined ? {} : { q }, { overdue, dueSoon }));
}
