import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Page, PageOf } from '../../platform/http/index.js';
import { Conditions, readList } from '../../platform/persistence/list.reader.js';
import {
  ENDED,
  METHODOLOGY,
  SignalAmendmentRepository,
  type PublishedAmendment,
  type Side,
  type StoredExit,
  type StoredStatus,
} from '../signals/index.js';

/** Index and hash of the signal's log leaf. */
export interface LogPlace {
  index: number;
  hash: Buffer;
}

/** The public view of a running signal. Contains neither its content nor its id, because members pay for it. */
export interface RunningSignal {
  ended: false;
  publishedAt: Date;
  log: LogPlace | null;
}

export interface EndedSignal extends Omit<RunningSignal, 'ended'> {
  ended: true;
  id: string;
  venue: string | null;
  market: string | null;
  symbol: string;
  side: Side;
  timeFrame: string;
  riskLevel: string;
  leverage: string;
  entry: string;
  stop: string;
  targets: [string, string, string];
  trail: string;
  message: string;
  closesAt: Date;
  amendments: PublishedAmendment[];
  outcome: PublicOutcome;
}

export interface PublicOutcome {
  status: StoredStatus;
  entryPrice: string | null;
  entryAt: Date | null;
  exits: StoredExit[];
  rGross: string | null;
  rNet: string | null;
  rFunding: string | null;
  rOptimistic: string | null;
  /** Ambiguous minutes, by opening time in seconds. */
  ambiguous: number[];
  endedAt: Date | null;
  gapMinutes: number;
  candlesDigest: string | null;
}

export type PublicSignal = RunningSignal | EndedSignal;

export const outcomes = ['running', 'won', 'lost', 'flat', 'missed', 'missed_ambiguous', 'expired_unfilled', 'unscored'] as const;
export interface PublicFilter {
  outcome?: (typeof outcomes)[number] | undefined;
  side?: Side | undefined;
  /** A part of the pair. */
  q?: string | undefined;
}

/** Necessary for a running signal, and quick to check. */
export const NOT_FINAL = `(c.status is null or c.status in ('pending', 'open', 'unscored'))`;

/** Every condition on a signal's content includes `o.ended`: a filter must not reveal anything of running signals. */
const conditionOf: Record<NonNullable<PublicFilter['outcome']>, string> = {
  // Signals with a final score are excluded first, without evaluating `o.ended` for each.
  running: `${NOT_FINAL} and not o.ended`,
  won: `o.ended and c.status = 'closed' and c.r_net > 0`,
  lost: `o.ended and c.status = 'closed' and c.r_net < 0`,
  flat: `o.ended and c.status = 'closed' and c.r_net = 0`,
  missed: `o.ended and c.status = 'missed'`,
  missed_ambiguous: `o.ended and c.status = 'missed_ambiguous'`,
  expired_unfilled: `o.ended and c.status = 'expired_unfilled'`,
  unscored: `o.ended and c.status = 'unscored'`,
};

interface Key {
  id: string;
  /** Publication with microseconds, as text. */
  at: string;
}

interface Row {
  id: string;
  ended: boolean;
  publishedAt: string;
  leafIndex: string | null;
  leafHash: Buffer | null;
  /** Null while it runs. */
  told: (Omit<EndedSignal, 'ended' | 'id' | 'publishedAt' | 'log' | 'closesAt' | 'amendments' | 'outcome'> & { closesAt: string }) | null;
  outcome: (Omit<PublicOutcome, 'entryAt' | 'endedAt'> & { entryAt: string | null; endedAt: string | null }) | null;
}

const decimal = (column: string) => `trim_scale(${column})::text`;
/** The content of running signals is not selected. */
const columns = `signals.id, o.ended, signals.published_at as "publishedAt", l.index as "leafIndex", l.leaf_hash as "leafHash",
  case when o.ended then jsonb_build_object('venue', signals.venue, 'market', signals.market,
    'symbol', signals.base || '/' || signals.quote, 'side', signals.side, 'timeFrame', signals.time_frame, 'riskLevel', signals.risk_level,
    'leverage', signals.leverage, 'entry', ${decimal('signals.entry_price')}, 'stop', ${decimal('signals.stop_loss')},
    'targets', jsonb_build_array(${[1, 2, 3].map((n) => decimal(`signals.take_profit_${n}`)).join(', ')}),
    'trail', signals.trailing_stop_loss, 'message', signals.signal_message, 'closesAt', signals.projected_closure_at) end as told,
  case when o.ended then jsonb_build_object('status', c.status, 'entryPrice', ${decimal('c.entry_price')}, 'entryAt', c.entry_at,
    'exits', c.exits, 'rGross', ${decimal('c.r_gross')}, 'rNet', ${decimal('c.r_net')}, 'rFunding', ${decimal('c.r_funding')},
    'rOptimistic', ${decimal('c.r_optimistic')}, 'ambiguous', c.ambiguous, 'endedAt', c.closed_at, 'gapMinutes', c.gap_minutes,
    'candlesDigest', c.candles_digest) end as outcome`;

/** A signal has ended by its score of the current methodology only. */
const from = `signals left join signal_scores c on c.signal_id = signals.id and c.methodology = ${METHODOLOGY}
  cross join lateral (select c.signal_id is not null and ${ENDED} as ended) o`;
const newestFirst = 'signals.published_at desc, signals.id desc';
/** Columns of rows that are skipped on the way to a page. */
const keys = 'signals.id, signals.published_at::text as at';

/** Reads all signals for the public. */
@Injectable()
export class PublicSignalRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly amendments: SignalAmendmentRepository,
  ) {}

  /** Returns a page, newest first. */
  async findPage(page: Page, filter: PublicFilter): Promise<PageOf<PublicSignal>> {
    const { rows, total } = await readList<Key>(this.em, { select: keys, from, where: whereOf(filter), orderBy: newestFirst, ...page });
    return { rows: await this.signalsOf(rows), total };
  }

  /** Yields all matching signals in batches of `piece`, newest first. */
  async *all(filter: PublicFilter, piece: number): AsyncGenerator<PublicSignal[]> {
    let last: Key | undefined;
    do {
      const where = whereOf(filter);
      if (last) where.add('(signals.published_at, signals.id) < (?::timestamptz, ?::uuid)', last.at, last.id);
      const rows = await this.em.execute<Key[]>(`select ${keys} from ${from} where ${where.text} order by ${newestFirst} limit ?`, [
        ...where.values,
        piece,
      ]);
      if (rows.length > 0) yield await this.signalsOf(rows);
      last = rows.length === piece ? rows.at(-1) : undefined;
    } while (last);
  }

  private async signalsOf(found: readonly Key[]): Promise<PublicSignal[]> {
    if (found.length === 0) return [];
    const rows = await this.em.execute<Row[]>(
      `select ${columns} from ${from} left join log_leaves l on l.subject_id = signals.id
       where signals.id = any(?::uuid[]) order by ${newestFirst}`,
      [`{${found.map(({ id }) => id).join(',')}}`],
    );
    const amendments = await this.amendments.findBySignals(
      rows.flatMap(({ id, ended }) => (ended ? [id] : [])),
      this.em,
    );
    return rows.map(({ id, ended, publishedAt, leafIndex, leafHash, told, outcome }): PublicSignal => {
      const known = {
        publishedAt: new Date(publishedAt),
        log: leafIndex === null || !leafHash ? null : { index: Number(leafIndex), hash: leafHash },
      };
      if (!ended || !told || !outcome) return { ended: false, ...known };
      const moment = (text: string | null) => (text === null ? null : new Date(text));
      return {
        ended: true,
        id,
        ...known,
        ...told,
        closesAt: new Date(told.closesAt),
        amendments: amendments.get(id) ?? [],
        outcome: { ...outcome, entryAt: moment(outcome.entryAt), endedAt: moment(outcome.endedAt) },
      };
    });
  }
}

function whereOf({ outcome, side, q }: PublicFilter): Conditions {
  const where = new Conditions();
  if (outcome) where.add(conditionOf[outcome]);
  if (side || q) where.add('o.ended');
  return where
    .given('signals.side = ?', side)
    .contains([`(signals.base || '/' || signals.quote || ' ' || signals.base || signals.quote)`], q);
}
