import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LiveEvents } from '../../../../messaging/live/index.js';
import { SignalEventsService } from '../../delivery/signal-events.service.js';
import { pairName, type SignalPair } from './scored-signal.mapper.js';
import { isSameScore } from './stored-score.mapper.js';
import { isFinal } from './signal-score.entity.js';
import { SignalScoreRepository, type SignalScore } from './signal-score.repository.js';

export interface Written {
  /** When each score was written, by signal id, as PostgreSQL's text. */
  at: Map<string, string>;
  /** Signals whose stored score is final and differs from the new one; the stored score is kept. */
  differing: string[];
}

/** Stores scores that changed. Final scores are never replaced, nor newer ones by older. */
@Injectable()
export class ScoreWriter {
  constructor(
    private readonly scores: SignalScoreRepository,
    private readonly live: LiveEvents,
    private readonly events: SignalEventsService,
  ) {}

  /**
   * Writes in one transaction, one writer per pair at a time. `untouched`: signals to which nothing happened up to `through`. Publishes
   * each change of a status, and announces each end.
   */
  async write(
    em: EntityManager,
    pair: SignalPair,
    scores: readonly SignalScore[],
    untouched: { ids: readonly string[]; through: number } = { ids: [], through: 0 },
  ): Promise<Written> {
    return em.transactional(async (tx) => {
      await this.scores.lockPair(tx, pairName(pair));
      const stored = await this.scores.findBySignals(
        scores.map(({ signalId }) => signalId),
        tx,
      );
      const differing: string[] = [];
      const news = scores.filter((score) => {
        const before = stored.get(score.signalId);
        if (!before) return true;
        const same = isSameScore(before, score);
        if (isFinal(before.status) && !same) differing.push(score.signalId);
        return !isFinal(before.status) && !same && timeOf(before.scoredThrough) <= timeOf(score.scoredThrough);
      });
      const at = await this.scores.upsert(tx, news);
      for (const { signalId, status, closedAt } of news) {
        const before = stored.get(signalId)?.status;
        // The publication of a new signal was an event of its own.
        if (at.has(signalId) && before !== status && (before || status !== 'pending'))
          await this.live.publish(tx, { topic: 'signals', userId: null, data: { id: signalId, change: 'scored' } });
        // A final score is written once.
        if (at.has(signalId) && isFinal(status)) await this.events.ended(tx, signalId, closedAt);
      }
      await this.scores.markScoredThrough(tx, untouched.ids, untouched.through);
      return { at, differing };
    });
  }
}

const timeOf = (date: Date | null): number => date?.getTime() ?? 0;
