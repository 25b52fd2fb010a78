import { Injectable } from '@nestjs/common';
import { Clock, KeptAnswer } from '../../platform/domain/index.js';
import { METHODOLOGY } from '../signals/index.js';
import { TrackRecordRepository, type SignalCounts } from './track-record.repository.js';
import { PART_SIZE } from './signal-cases.service.js';
import { trackRecord, type FinalScore, type TrackRecord } from './statistics.js';

/** Lifetime of a cached record: signals end on full minutes, and the route is public. */
const CACHE_MS = 30_000;

export interface ComputedRecord extends TrackRecord, SignalCounts {
  methodology: number;
  computedAt: Date;
  /** False: the oldest scores are left out, because there are more than MAX_SCORES. */
  complete: boolean;
  /** Months (YYYY-MM) in which signals ended, newest first, with the number of files of their cases. */
  downloads: { month: string; signals: number; parts: number }[];
}

/** Computes the aggregates of all final scores, cached for half a minute and shared by concurrent requests. */
@Injectable()
export class TrackRecordService {
  private readonly kept: KeptAnswer<ComputedRecord>;

  constructor(
    private readonly repository: TrackRecordRepository,
    private readonly clock: Clock,
  ) {
    this.kept = new KeptAnswer(clock, CACHE_MS, () => this.compute());
  }

  record(): Promise<ComputedRecord> {
    return this.kept.get();
  }

  private async compute(): Promise<ComputedRecord> {
    const { scores, complete } = await this.repository.findFinalScores();
    return {
      ...trackRecord(scores),
      ...(await this.repository.countSignals()),
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
