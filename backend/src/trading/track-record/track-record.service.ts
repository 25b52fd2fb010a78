import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/domain/index.js';
import { METHODOLOGY } from '../signals/index.js';
import { ScoreRows, type SignalCounts } from './score-rows.js';
import { PART_SIZE } from './signal-cases.js';
import { trackRecord, type FinalScore, type TrackRecord } from './statistics.js';

/** As long as an answer may be old: signals end in minutes, and everybody may ask. */
const KEPT_MS = 30_000;

export interface ComputedRecord extends TrackRecord, SignalCounts {
  methodology: number;
  computedAt: Date;
  /** False: there are more scores than are computed with; the oldest are left out. */
  complete: boolean;
  /** Months (YYYY-MM) in which signals ended, the newest first, and in how many files their cases are. */
  downloads: { month: string; signals: number; parts: number }[];
}

/** The aggregates of everything that has ended, computed once for all who ask within half a minute. */
@Injectable()
export class TrackRecordService {
  #kept: { at: number; record: Promise<ComputedRecord> } | null = null;

  constructor(
    private readonly rows: ScoreRows,
    private readonly clock: Clock,
  ) {}

  record(): Promise<ComputedRecord> {
    const now = this.clock.now().getTime();
    if (this.#kept && now - this.#kept.at < KEPT_MS && now >= this.#kept.at) return this.#kept.record;
    const kept = { at: now, record: this.compute() };
    this.#kept = kept;
    // A failure is told to those who wait for it, and to nobody after them.
    kept.record.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.record;
  }

  private async compute(): Promise<ComputedRecord> {
    const { scores, complete } = await this.rows.final();
    return {
      ...trackRecord(scores),
      ...(await this.rows.counts()),
      methodology: METHODOLOGY,
      computedAt: this.clock.now(),
      complete,
      downloads: downloadsOf(scores),
    };
  }
}

function downloadsOf(scores: readonly FinalScore[]): ComputedRecord['downloads'] {
  const months = new Map<string, number>();
  for (const { endedAt } of scores) {
    const month = new Date(endedAt * 1000).toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return [...months]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, signals]) => ({ month, signals, parts: Math.ceil(signals / PART_SIZE) }));
}
