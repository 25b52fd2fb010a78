import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway, type Market, type Venue } from '../../exchange/index.js';
import { CandleStore } from '../../market/index.js';
import { marketColumn, pairName, readSignals, symbolOf, venueColumn, type SignalPair } from './scored-signals.js';
import { saysTheSame } from './scoring.js';
import { ScoringWork } from './scoring-work.js';
import { isFinal } from './signal-score.entity.js';
import { SignalScores, type SignalScore } from './signal-scores.js';

/** Signals that are scored, and stored, at once. */
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
  /** Signals of which there was no score, and of those that have not ended, scores that say something else than what is stored. */
  fresh: number;
  changed: number;
  /** Final scores that would be another: they stand as they are. */
  differing: { id: string; pair: string; was: string; would: string }[];
  /** Signals of which no minute is stored, or the seconds of a minute that they need are not: the worker asks for them. */
  waiting: number;
}

interface PairRow {
  venue: Venue;
  market: Market;
  base: string;
  quote: string;
  from: number;
  to: number;
}

/** Scores every signal anew from the candles that are stored, and compares that with what stands. Nobody is asked. */
@Injectable()
export class Rescoring {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly candles: CandleStore,
    private readonly scores: SignalScores,
    private readonly work: ScoringWork,
  ) {}

  /** Pair by pair: one pair's candles are in memory at a time. */
  async run({ from = '1970-01-01', dry = false, progress = () => undefined }: RescoringOptions = {}): Promise<Rescored> {
    const em = this.orm.em.fork() as EntityManager;
    const done: Rescored = { signals: 0, fresh: 0, changed: 0, differing: [], waiting: 0 };
    const pairs = await em.execute<PairRow[]>(
      `select ${venueColumn} as venue, ${marketColumn} as market, s.base, s.quote, extract(epoch from min(s.published_at))::float8 as "from", extract(epoch from least(max(s.projected_closure_at), now()))::float8 as "to"
       from signals s where s.published_at >= ?::timestamptz group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      [`${from}T00:00:00Z`],
    );
    for (const [n, pair] of pairs.entries()) {
      const before = done.signals;
      await this.pair(em, pair, { from, dry }, done);
      progress(`${n + 1} of ${pairs.length}: ${pairName(pair)}, ${done.signals - before} signals`);
    }
    return done;
  }

  private async pair(em: EntityManager, pair: PairRow, { from, dry }: { from: string; dry: boolean }, done: Rescored): Promise<void> {
    const symbol = symbolOf(this.gateway, pair);
    const candles = await this.candles.load(em, symbol, pair.from, pair.to);
    for (let after = BEFORE_ALL; ;) {
      const signals = await readSignals(em, pair, { limit: BATCH, after, from: `${from}T00:00:00Z` });
      const last = signals.at(-1);
      if (!last) return;
      after = last.id;
      const ids = signals.map(({ id }) => id);
      const results = await this.work.scoreAll(em, symbol, signals, await this.work.amendments.of(em, ids), candles, null);
      const stored = await this.scores.of(ids, em);
      const news: SignalScore[] = [];
      for (const [n, { id }] of signals.entries()) compare(pair, stored.get(id), results[n]?.score, done, news);
      if (!dry) await this.work.writer.write(em, pair, news);
    }
  }
}

/** Puts what is to be stored into `news`. */
function compare(
  pair: SignalPair,
  before: SignalScore | undefined,
  now: SignalScore | undefined,
  done: Rescored,
  news: SignalScore[],
): void {
  done.signals++;
  // A score that no minute speaks for says nothing of one that is stored.
  if (!now?.scoredThrough) done.waiting++;
  else if (!before) {
    done.fresh++;
    news.push(now);
  } else if (isFinal(before.status)) {
    if (!saysTheSame(before, now))
      done.differing.push({ id: now.signalId, pair: pairName(pair), was: summary(before), would: summary(now) });
  } else if (before.scoredThrough === null || before.scoredThrough <= now.scoredThrough) {
    if (saysTheSame(before, now)) return;
    done.changed++;
    news.push(now);
  }
}

const summary = ({ status, rNet, candlesDigest: digest }: SignalScore): string =>
  [status, ...(rNet === null ? [] : [`${rNet} R`]), ...(digest === null ? [] : [`candles ${digest.slice(0, 16)}`])].join(', ');
