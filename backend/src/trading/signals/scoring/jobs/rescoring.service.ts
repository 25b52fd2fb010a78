import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway } from '../../../venues/index.js';
import { CandleStore, symbolOfPair } from '../../../market/index.js';
import { pairName, type SignalPair } from './scored-signal.mapper.js';
import { findPairsSince, findSignalsAfter } from './scored-signal.repository.js';
import { isSameScore } from './stored-score.mapper.js';
import { BatchScorerService } from './batch-scorer.service.js';
import { isFinal } from './signal-score.entity.js';
import { SignalScoreRepository, type SignalScore } from './signal-score.repository.js';

/** Signals that are scored and stored together. */
const BATCH = 1000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface RescoringOptions {
  /** Signals published before this day stay as they are. YYYY-MM-DD, UTC. */
  from?: string | undefined;
  /** Nothing is stored. */
  dry?: boolean;
  progress?: (line: string) => void;
}

export interface Rescored {
  signals: number;
  /** `fresh`: signals without a score before. `changed`: running signals whose score differs from the stored one. */
  fresh: number;
  changed: number;
  /** Final scores that would differ now. They are not changed. */
  differing: { id: string; pair: string; was: string; would: string }[];
  /** Signals whose candles are not stored yet; the worker requests them. */
  waiting: number;
}

/** Scores every signal again from stored candles and compares the result with its stored score. Requests nothing from venues. */
@Injectable()
export class RescoringService {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly candles: CandleStore,
    private readonly scores: SignalScoreRepository,
    private readonly work: BatchScorerService,
  ) {}

  /** Works pair by pair, so that one pair's candles are in memory at a time. */
  async run({ from = '1970-01-01', dry = false, progress = () => undefined }: RescoringOptions = {}): Promise<Rescored> {
    const em = this.orm.em.fork() as EntityManager;
    const done: Rescored = { signals: 0, fresh: 0, changed: 0, differing: [], waiting: 0 };
    const begin = `${from}T00:00:00Z`;
    const pairs = await findPairsSince(em, begin);
    for (const [n, pair] of pairs.entries()) {
      const before = done.signals;
      await this.pair(em, pair, { begin, dry }, done);
      progress(`${n + 1} of ${pairs.length}: ${pairName(pair)}, ${done.signals - before} signals`);
    }
    return done;
  }

  private async pair(
    em: EntityManager,
    pair: SignalPair & { from: number; to: number },
    { begin, dry }: { begin: string; dry: boolean },
    done: Rescored,
  ): Promise<void> {
    const symbol = symbolOfPair(this.gateway, pair);
    const candles = await this.candles.load(em, symbol, pair.from, pair.to);
    for (let after = BEFORE_ALL; ;) {
      const signals = await findSignalsAfter(em, pair, { limit: BATCH, after, from: begin });
      const last = signals.at(-1);
      if (!last) return;
      after = last.id;
      const ids = signals.map(({ id }) => id);
      const results = await this.work.scoreAll(em, symbol, signals, await this.work.amendments.findForScoring(ids, em), candles, null);
      const stored = await this.scores.findBySignals(ids, em);
      const news: SignalScore[] = [];
      for (const [n, { id }] of signals.entries()) compare(pair, stored.get(id), results[n]?.score, done, news);
      if (!dry) await this.work.writer.write(em, pair, news);
    }
  }
}

/** Compares a new score with the stored one, and adds it to `news` if it has to be stored. */
function compare(
  pair: SignalPair,
  before: SignalScore | undefined,
  now: SignalScore | undefined,
  done: Rescored,
  news: SignalScore[],
): void {
  done.signals++;
  // Without candles we cannot compare; skip.
  if (!now?.scoredThrough) done.waiting++;
  else if (!before) {
    done.fresh++;
    news.push(now);
  } else if (isFinal(before.status)) {
    if (!isSameScore(before, now))
      done.differing.push({ id: now.signalId, pair: pairName(pair), was: summary(before), would: summary(now) });
  } else if (before.scoredThrough === null || before.scoredThrough <= now.scoredThrough) {
    if (isSameScore(before, now)) return;
    done.changed++;
    news.push(now);
  }
}

const summary = ({ status, rNet, candlesDigest: digest }: SignalScore): string =>
  [status, ...(rNet === null ? [] : [`${rNet} R`]), ...(digest === null ? [] : [`candles ${digest.slice(0, 16)}`])].join(', ');
