import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LogSubjects, RevealPolicy, type LogSubject } from '../../transparency/index.js';
import { ENDED } from '../signal-states.js';
import { amendmentContent, signalContent, type AmendmentLogRow, type SignalLogRow } from './log-content.js';

const plain = (column: string, name: string) => `trim_scale(${column})::text as "${name}"`;

/** The columns of a SignalLogRow. */
const signalColumns = [
  `id, published_at as "publishedAt", venue, market, asset, base, quote, trade_type as "tradeType", side, time_frame as "timeFrame", risk_level as "riskLevel", leverage, recommended_position_size as "recommendedPositionSize"`,
  `duration, trailing_stop_loss as "trailingStopLoss", market_condition as "marketCondition", signal_message as "signalMessage", to_char("date", 'YYYY-MM-DD') as date, "time", projected_date_of_closure as "projectedDateOfClosure"`,
  `projected_closure_at as "closesAt"`,
  plain('current_price', 'currentPrice'),
  plain('reference_price', 'referencePrice'),
  plain('entry_price', 'entryPrice'),
  plain('stop_loss', 'stopLoss'),
  plain('take_profit_1', 'takeProfit1'),
  plain('take_profit_2', 'takeProfit2'),
  plain('take_profit_3', 'takeProfit3'),
].join(', ');

const amendmentColumns = `id, signal_id as "signalId", kind, ${plain('stop', 'stop')}, ${plain('price', 'price')}, at`;

/** Everything that was told, and when. What the audit log says was published stays known where its row is gone. */
const TOLD = `select id, published_at as at from signals union all select id, at from signal_amendments`;
const KNOWN = `select id from signals union select id from signal_amendments union select target_id::uuid from audit_events where action = 'signal.create' and target_type = 'signal'`;

const list = (ids: readonly string[]) => [`{${ids.join(',')}}`];

/** Signals and what was told about them later, for the log. */
@Injectable()
export class SignalLogSubjects implements LogSubjects, RevealPolicy {
  async of(em: EntityManager, ids: readonly string[]): Promise<Map<string, LogSubject>> {
    if (ids.length === 0) return new Map();
    const signals = await em.execute<(SignalLogRow & { publishedAt: string; closesAt: string })[]>(
      `select ${signalColumns} from signals where id = any(?::uuid[])`,
      list(ids),
    );
    const amendments = await em.execute<(AmendmentLogRow & { at: string })[]>(
      `select ${amendmentColumns} from signal_amendments where id = any(?::uuid[])`,
      list(ids),
    );
    return new Map([
      ...signals.map((row): [string, LogSubject] => {
        const content = signalContent({ ...row, publishedAt: new Date(row.publishedAt), closesAt: new Date(row.closesAt) });
        return [row.id, { kind: 'signal', subjectId: row.id, signalId: row.id, content }];
      }),
      ...amendments.map((row): [string, LogSubject] => [
        row.id,
        { kind: 'amendment', subjectId: row.id, signalId: row.signalId, content: amendmentContent({ ...row, at: new Date(row.at) }) },
      ]),
    ]);
  }

  async known(em: EntityManager, after: string | null, limit: number): Promise<string[]> {
    const rows = await em.execute<{ id: string }[]>(`select id from (${KNOWN}) k where id > ?::uuid order by id limit ?`, [
      after ?? '00000000-0000-0000-0000-000000000000',
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  async unlogged(em: EntityManager, limit: number): Promise<string[]> {
    const rows = await em.execute<{ id: string }[]>(
      `select id from (${TOLD}) t where not exists (select 1 from log_leaves l where l.subject_id = t.id) order by at, id limit ?`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  async revealed(em: EntityManager, signalIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (signalIds.length === 0) return new Set();
    const rows = await em.execute<{ id: string }[]>(`select id from signals where id = any(?::uuid[]) and ${ENDED}`, list(signalIds));
    return new Set(rows.map(({ id }) => id));
  }
}
