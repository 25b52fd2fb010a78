import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Role } from '../../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../../platform/http/index.js';
import { Conditions, orderBy, readList, type SortColumn } from '../../../platform/persistence/list-reader.js';
import { fullName, searchFor } from '../../users/index.js';
import type { ErasureState } from '../privacy.entities.js';
import { openDecisions, type ErasureDecision } from './erasure-state.js';

/** A request as those who answer it see it. */
export interface ErasureReview {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  membership: Role;
  state: ErasureState;
  requestedAt: Date;
  answerDueAt: Date;
  endedAt: Date | null;
  decidedBy: string | null;
  /** The name of whoever decided. */
  decidedByName: string | null;
  reason: string | null;
  /** Decisions that are open. */
  may: ErasureDecision[];
  historyUntil: Date | null;
  historyErasedAt: Date | null;
  identityUntil: Date | null;
  identityErasedAt: Date | null;
}

export const erasureSorts = ['requestedAt', 'state'] as const;
export type ErasureSort = (typeof erasureSorts)[number];

export interface ErasureFilter {
  id?: string[];
  q?: string;
  state?: ErasureState;
  userId?: string;
}

/** The only texts that reach `order by`. What is due first was asked first: the answer is due a month after it. */
const sortColumns: Record<ErasureSort, SortColumn[]> = { requestedAt: ['e.requested_at'], state: ['e.state', 'e.requested_at'] };

interface Row {
  id: string;
  user_id: string;
  surname: string;
  other_name: string;
  email: string;
  role: Role;
  state: ErasureState;
  requested_at: string;
  answer_due_at: string;
  ended_at: string | null;
  decided_by: string | null;
  decider_surname: string | null;
  decider_other_name: string | null;
  reason: string | null;
  history_until: string | null;
  history_erased_at: string | null;
  identity_until: string | null;
  identity_erased_at: string | null;
}

const columns = `e.id, e.user_id, u.surname, u.other_name, u.email, u.role, e.state, e.requested_at, e.answer_due_at, e.ended_at, e.decided_by, d.surname as decider_surname, d.other_name as decider_other_name, e.reason, e.history_until, e.history_erased_at, e.identity_until, e.identity_erased_at`;

const source = 'erasure_requests e join users u on u.id = e.user_id left join users d on d.id = e.decided_by';

/** Reads of requests to be erased, for those who answer them. */
@Injectable()
export class ErasureReviews {
  constructor(private readonly em: EntityManager) {}

  list({
    sort,
    order,
    offset,
    limit,
    filter: { id, q, state, userId },
  }: ListQuery<ErasureSort, ErasureFilter>): Promise<PageOf<ErasureReview>> {
    const where = searchFor(new Conditions().ids('e.id', id).given('e.state = ?', state).given('e.user_id = ?', userId), q);
    return this.page(where, orderBy(sortColumns[sort], order, 'e.id'), { offset, limit });
  }

  /** Throws NotFound. */
  async one(id: string): Promise<ErasureReview> {
    const { rows } = await this.page(new Conditions().add('e.id = ?', id), 'e.id', { offset: 0, limit: 1 });
    const [review] = rows;
    if (!review) throw new NotFound('erasure request');
    return review;
  }

  private async page(where: Conditions, by: string, { offset, limit }: Page): Promise<PageOf<ErasureReview>> {
    const { rows, total } = await readList<Row>(this.em, {
      select: columns,
      from: source,
      countFrom: 'erasure_requests e join users u on u.id = e.user_id',
      where,
      orderBy: by,
      offset,
      limit,
    });
    return { rows: rows.map(reviewOf), total };
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function reviewOf(row: Row): ErasureReview {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: fullName({ surname: row.surname, otherName: row.other_name }),
    email: row.email,
    membership: row.role,
    state: row.state,
    requestedAt: new Date(row.requested_at),
    answerDueAt: new Date(row.answer_due_at),
    endedAt: dateOf(row.ended_at),
    decidedBy: row.decided_by,
    decidedByName:
      row.decider_surname === null || row.decider_other_name === null
        ? null
        : fullName({ surname: row.decider_surname, otherName: row.decider_other_name }),
    reason: row.reason,
    may: openDecisions(row.state),
    historyUntil: dateOf(row.history_until),
    historyErasedAt: dateOf(row.history_erased_at),
    identityUntil: dateOf(row.identity_until),
    identityErasedAt: dateOf(row.identity_erased_at),
  };
}
