import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway, type Market, type Venue } from '../../exchange/index.js';
import { CandleStore } from '../../market/index.js';
import { marketColumn, pairName, readSignals, symbolOf, venueColumn, type SignalPair } from './scored-signals.js';
import { saysTheSame } from './scoring.js';
import { ScoringWork } from './scoring-work.js';
import { isFinal } from './signal-score.entity.js';
import { SignalScores, type SignalScore } from './signal-scores.js';

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

interface PairRow {
  venue: Venue;
  market: Market;
  base: string;
  quote: string;
  from: number;
  to: number;
}

/** Scores every signal again from stored candles and compares the result with its stored score. Requests nothing from venues. */
@Injectable()
export class Rescoring {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly candles: CandleStore,
    private readonly scores: SignalScores,
    private readonly work: ScoringWork,
  ) {}

  /** Works pair by pair, so that one pair's candles are in memory at a time. */
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
