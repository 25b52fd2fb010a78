import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { decimalText } from '../../../platform/persistence/column.query.js';
import { db } from '../../../database.js';
import { LogSubjects, RevealPolicy, type LogSubject } from '../../transparency/index.js';
import { hasEnded } from '../signal-phase.query.js';
import { selectSignals } from '../signal.repository.js';
import { amendmentContent, signalContent } from './signal-log.mapper.js';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Reads signals and amendments for the transparency log. */
@Injectable()
export class SignalLogRepository implements LogSubjects, RevealPolicy {
  async of(em: EntityManager, ids: readonly string[]): Promise<Map<string, LogSubject>> {
    if (ids.length === 0) return new Map();
    const isWanted = sql<SqlBool>`id = any(${ids}::uuid[])`;
    const signals = await selectSignals(em)
      .select(['venue', 'market', 'projected_closure_at as closesAt'])
      .select((eb) => decimalText(eb.ref('reference_price')).as('referencePrice'))
      .where(isWanted)
      .execute();
    const amendments = await db(em)
      .selectFrom('signal_amendments')
      .select(['id', 'signal_id as signalId', 'kind', 'at'])
      .select((eb) => [decimalText(eb.ref('stop')).as('stop'), decimalText(eb.ref('price')).as('price')])
      .where(isWanted)
      .execute();
    return new Map([
      ...signals.map(({ leverageFactor: _factor, ...row }): [string, LogSubject] => {
        const content = signalContent({ ...row, publishedAt: new Date(row.publishedAt), closesAt: new Date(row.closesAt) });
        return [row.id, { kind: 'signal', subjectId: row.id, signalId: row.id, content }];
      }),
      ...amendments.map((row): [string, LogSubject] => [
        row.id,
        { kind: 'amendment', subjectId: row.id, signalId: row.signalId, content: amendmentContent({ ...row, at: new Date(row.at) }) },
      ]),
    ]);
  }

  /** Includes signals that only the audit log still names, so that a removed row is found. */
  async known(em: EntityManager, after: string | null, limit: number): Promise<string[]> {
    const known = db(em)
      .selectFrom('signals')
      .select('id')
      .union(db(em).selectFrom('signal_amendments').select('id'))
      .union(
        db(em)
          .selectFrom('audit_events')
          .select(sql<string>`target_id::uuid`.as('id'))
          .where('action', '=', 'signal.create')
          .where('target_type', '=', 'signal'),
      );
    const rows = await db(em)
      .selectFrom(known.as('k'))
      .select('k.id')
      .where('k.id', '>', after ?? BEFORE_ALL)
      .orderBy('k.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async unlogged(em: EntityManager, limit: number): Promise<string[]> {
    const published = db(em)
      .selectFrom('signals')
      .select(['id', 'published_at as at'])
      .unionAll(db(em).selectFrom('signal_amendments').select(['id', 'at']));
    const rows = await db(em)
      .selectFrom(published.as('t'))
      .select('t.id')
      .where((eb) => {
        const leaf = eb
          .selectFrom('log_leaves as l')
          .select(sql`1`.as('one'))
          .whereRef('l.subject_id', '=', 't.id');
        return eb.not(eb.exists(leaf));
      })
      .orderBy('t.at')
      .orderBy('t.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async revealed(em: EntityManager, signalIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (signalIds.length === 0) return new Set();
    const rows = await db(em)
      .selectFrom('signals')
      .select('id')
      .where(sql<SqlBool>`id = any(${signalIds}::uuid[])`)
      .where(hasEnded)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }
}
