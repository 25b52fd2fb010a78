import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Decimal } from '../../domain/index.js';
import { MarketDataGateway, SymbolGone } from '../../../trading/exchange/index.js';
import { CandleRefill, CandleStore, FundingRates, type MarketSymbol } from '../../../trading/market/index.js';
import {
  AmendmentsService,
  PairScorer,
  SignalReader,
  SignalScores,
  SignalsService,
  type SignalTerms,
} from '../../../trading/signals/index.js';
import { DemoClock } from './demo-clocks.js';
import { ideasUntil, type Idea } from './demo-ideas.js';
import { amendmentOf } from './demo-plans.js';
import { termsOf } from './demo-terms.js';
import { MarketViewReader } from './market-view.reader.js';

const MINUTE_MS = 60_000;
/** A signal is scored when the last minute before its closure has been told. */
const TOLD_MS = 3 * MINUTE_MS;

/** What the club is going to say, and the market on which it is scored. */
interface Scripted {
  idea: Idea;
  terms: SignalTerms;
  symbol: MarketSymbol;
}

interface Event {
  at: number;
  does: (tx: EntityManager) => Promise<void>;
}

/**
 * Plays the demo club's signals: each is published, amended and scored by the services that do it every day, with the clock at the instant
 * at which it happens. Prices come from the venue's own candles, and of these from what was before.
 */
@Injectable()
export class DemoSignalSeeder {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: DemoClock,
    private readonly views: MarketViewReader,
    private readonly gateway: MarketDataGateway,
    private readonly refill: CandleRefill,
    private readonly candles: CandleStore,
    private readonly funding: FundingRates,
    private readonly signals: SignalsService,
    private readonly amendments: AmendmentsService,
    private readonly scorer: PairScorer,
    private readonly scores: SignalScores,
    private readonly reader: SignalReader,
  ) {}

  /**
   * Publishes the history in an admin's name where there is no signal at all, and returns how many signals it has: all of them in one
   * transaction, so that a process that is killed leaves none, and the log's first head covers either all or nothing. Candles are asked for
   * before, and stay. Rejects with an ExchangeError.
   */
  async ensure(adminId: string, { now, count }: { now: Date; count: number }, signal: AbortSignal): Promise<number> {
    const em = this.em.fork();
    if ((await this.reader.count(em)) > 0) return 0;
    try {
      const script = await this.write(ideasUntil(now, count), now, signal);
      return await em.transactional(async (tx) => {
        await tx.execute('select pg_advisory_xact_lock(7489204)');
        if ((await this.reader.count(tx)) > 0) return 0;
        for (const { at, does } of this.events(script, adminId, now, signal)) {
          signal.throwIfAborted();
          this.clock.set(new Date(at));
          await does(tx);
        }
        return script.length;
      });
    } finally {
      this.clock.set(null);
    }
  }

  /** Turns ideas into signals, and fetches the minutes by which they are scored. What the venue does not trade is left out. */
  private async write(ideas: readonly Idea[], now: Date, signal: AbortSignal): Promise<Scripted[]> {
    const script: Scripted[] = [];
    for (const idea of ideas) {
      signal.throwIfAborted();
      const scripted = await this.scripted(idea, signal).catch((error: unknown) => {
        if (error instanceof SymbolGone) return null;
        throw error;
      });
      if (!scripted) continue;
      const { symbol, terms } = scripted;
      this.clock.set(new Date(Math.min(now.getTime(), terms.projectedClosureAt.getTime() + TOLD_MS)));
      await this.refill.refill(this.em.fork(), symbol, idea.at.getTime() / 1000, signal);
      script.push(scripted);
    }
    this.clock.set(now);
    for (const [contract, from] of earliestOfContracts(script)) {
      signal.throwIfAborted();
      await this.funding.refill(this.em.fork(), contract, from, signal);
    }
    return script;
  }

  private async scripted(idea: Idea, signal: AbortSignal): Promise<Scripted | null> {
    const symbolOf = (leverageFactor: number): MarketSymbol => {
      const market = this.signals.marketOf({ leverageFactor });
      const data = this.gateway.market(market.venue, { lane: 'backfill', maxWaitMs: 0 });
      return { ...market, symbol: data.symbolOf(market.market, idea.base, 'USDT') };
    };
    const view = await this.views.at(symbolOf(idea.leverage), idea.at, signal);
    if (!view) return null;
    const terms = termsOf(idea, view);
    return { idea, terms, symbol: symbolOf(terms.leverageFactor) };
  }

  /**
   * What happens, in order of time. A signal is scored when it has closed at the latest: minutes between two signals are asked for by
   * nobody.
   */
  private events(script: readonly Scripted[], adminId: string, now: Date, signal: AbortSignal): Event[] {
    const events = script.flatMap((scripted): Event[] => {
      const { idea, terms } = scripted;
      const pair = { ...this.signals.marketOf(terms), base: terms.base, quote: terms.quote };
      const score = async (tx: EntityManager) => void (await this.scorer.score(pair, signal, tx));
      let id = '';
      return [
        { at: idea.at.getTime(), does: async (tx) => void (id = await this.publish(tx, adminId, scripted)) },
        ...(idea.plan === 'none'
          ? []
          : [
              {
                at: idea.planAt.getTime(),
                does: async (tx: EntityManager) => {
                  await score(tx);
                  await this.amend(tx, adminId, id, scripted);
                },
              },
            ]),
        { at: terms.projectedClosureAt.getTime() + TOLD_MS, does: score },
        { at: now.getTime(), does: score },
      ];
    });
    return events.filter(({ at }) => at <= now.getTime()).toSorted((a, b) => a.at - b.at);
  }

  private async publish(tx: EntityManager, adminId: string, { terms }: Scripted): Promise<string> {
    const reference = { ...this.signals.marketOf(terms), price: terms.currentPrice, bracket: null };
    const { id } = await this.signals.publish(adminId, terms, reference, tx);
    return id;
  }

  /** Does what the idea planned, where the trade allows it now. */
  private async amend(tx: EntityManager, adminId: string, id: string, { idea, terms, symbol }: Scripted): Promise<void> {
    const score = (await this.scores.of([id], tx)).get(id);
    const price = await this.priceNow(tx, symbol);
    if (!score || price === null) return;
    const wish = amendmentOf(idea.plan, terms, score, price);
    if (wish) await this.amendments.amend(tx, adminId, id, wish, wish.kind === 'close_now' ? price.toFixed() : null);
  }

  /** What the pair last traded at, out of the minutes that are stored. */
  private async priceNow(tx: EntityManager, symbol: MarketSymbol): Promise<Decimal | null> {
    const until = Math.floor(this.clock.now().getTime() / MINUTE_MS) * 60;
    const { columns } = await this.candles.load(tx, symbol, until - 600, until);
    const close = columns.close[columns.size - 1];
    return close === undefined ? null : new Decimal(close);
  }
}

/** From which second on the funding of each contract counts. */
function earliestOfContracts(script: readonly Scripted[]): Map<MarketSymbol, number> {
  const earliest = new Map<string, [MarketSymbol, number]>();
  for (const { symbol, idea } of script) {
    if (symbol.market === 'futures' && !earliest.has(symbol.symbol)) earliest.set(symbol.symbol, [symbol, idea.at.getTime() / 1000]);
  }
  return new Map(earliest.values());
}
