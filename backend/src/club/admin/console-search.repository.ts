import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Expression, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { isUuid } from '../../platform/domain/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { signalPairMatches } from '../../trading/signals/index.js';
import { memberMatches } from '../users/index.js';
import { MAX_HITS, type SearchHit, type SearchKind } from './console-search.types.js';

/** Members whose records are looked through. A word that more members have finds records of some of them only. */
const MAX_MEMBERS = 200;

type Found = Omit<SearchHit, 'kind' | 'at'> & { at: string | null };

const hits = (kind: SearchKind, rows: readonly Found[]): SearchHit[] => rows.map((row) => ({ ...row, kind, at: dateOrNull(row.at) }));

/** One statement for each kind, served by the indexes of ids, of members, and of the trigrams of names and pairs. */
@Injectable()
export class ConsoleSearchRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns ids of users with every word of `q` in name, email or phone number; rejected ones too. */
  async findUserIds(q: string): Promise<string[]> {
    const rows = await db(this.em).selectFrom('users as u').select('u.id').where(memberMatches(q)).limit(MAX_MEMBERS).execute();
    return rows.map(({ id }) => id);
  }

  async findUsers(userIds: readonly string[]): Promise<SearchHit[]> {
    const rejected = sql<string>`case when u.rejected_at is null then u.status else 'rejected' end`;
    const rows = await db(this.em)
      .selectFrom('users as u')
      .select(['u.id', fullNameOf('u').as('title'), 'u.email as detail', rejected.as('status'), 'u.created_at as at'])
      .where(isOneOf('u.id', userIds))
      .orderBy('u.created_at', 'desc')
      .orderBy('u.id', 'desc')
      .limit(MAX_HITS)
      .execute();
    return hits('user', rows);
  }

  /** Finds cases of these members, and the one whose id `q` is. */
  async findReviews(kind: 'kyc' | 'payment', q: string, userIds: readonly string[]): Promise<SearchHit[]> {
    const table = { kyc: 'kyc_submissions', payment: 'payments' }[kind] as 'payments';
    const rows = await db(this.em)
      .selectFrom(`${table} as s`)
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id', fullNameOf('u').as('title'), sql<null>`null`.as('detail'), 's.status', 's.submitted_at as at'])
      .where((eb) => eb.or([isOneOf('s.user_id', userIds), ...(isUuid(q) ? [eb('s.id', '=', q)] : [])]))
      .orderBy('s.submitted_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MAX_HITS)
      .execute();
    return hits(kind, rows);
  }

  /** Finds invoices to these members, and those with one of the numbers. */
  async findInvoices(q: string, numbers: readonly string[], userIds: readonly string[]): Promise<SearchHit[]> {
    const rows = await db(this.em)
      .selectFrom('invoices as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .select(['i.id', fullNameOf('u').as('title'), 'i.number as detail', 'i.status', 'i.created_at as at'])
      .where((eb) =>
        eb.or([
          isOneOf('i.user_id', userIds),
          sql<SqlBool>`i.number = any(${numbers}::text[])`,
          ...(isUuid(q) ? [eb('i.id', '=', q)] : []),
        ]),
      )
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(MAX_HITS)
      .execute();
    return hits('invoice', rows);
  }

  /** Finds signals by a part of the pair, or the one whose id `q` is. */
  async findSignals(q: string): Promise<SearchHit[]> {
    const rows = await db(this.em)
      .selectFrom('signals')
      .select(['id', sql<string>`base || '/' || quote`.as('title'), 'side as detail', sql<null>`null`.as('status'), 'published_at as at'])
      .where((eb) => (isUuid(q) ? eb('id', '=', q) : signalPairMatches(q)))
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_HITS)
      .execute();
    return hits('signal', rows);
  }
}

const isOneOf = (column: string, ids: readonly string[]): Expression<SqlBool> => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
