import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Decimal } from '../../domain/index.js';
import { MarketDataGateway, SymbolGone } from '../../../trading/venues/index.js';
import { CandleRefillService, CandleStore, FundingRatesService, type MarketSymbol } from '../../../trading/market/index.js';
import {
  AmendmentsService,
  PairScorerService,
  SignalRepository,
  SignalScoreRepository,
  SignalsService,
  type AmendmentRequest,
  type SignalScore,
  type SignalTerms,
} from '../../../trading/signals/index.js';
import { DemoClock } from './demo-clocks.js';
import { DemoRepository } from './demo.repository.js';
import { ideasUntil, type Idea, type Plan } from './demo-ideas.js';
import { termsOf } from './demo-terms.js';
import { MarketViewReader } from './market-view.reader.js';

const MINUTE_MS = 60_000;
/** Time after its closure at which a signal is scored: the venue must have published the last candle. */
const CANDLE_DELAY_MS = 3 * MINUTE_MS;
/** Profit, in R, from which a trade's stop is moved to protect it. */
const PROTECTED_FROM = 0.4;

/** A signal to publish, and the market on which it is scored. */
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
 * Replays the demo club's signals: the product's services publish, amend and score them with the clock set to the time of each event.
 * Prices come from the venue's candles before that time.
 */
@Injectable()
export class DemoSignalSeeder {
  constructor(
    private readonly em: EntityManager,
    private readonly repository: DemoRepository,
    private readonly clock: DemoClock,
    private readonly views: MarketViewReader,
    private readonly gateway: MarketDataGateway,
    private readonly refill: CandleRefillService,
    private readonly candles: CandleStore,
    private readonly funding: FundingRatesService,
    private readonly signals: SignalsService,
    private readonly amendments: AmendmentsService,
    private readonly scorer: PairScorerService,
    private readonly scores: SignalScoreRepository,
    private readonly reader: SignalRepository,
  ) {}

  /**
   * Publishes the history in an admin's name if there is no signal, and returns the number of signals. One transaction contains them all,
   * so that a killed process leaves none and the log's first head covers all or nothing. Candles are requested before and kept. Rejects
   * with an ExchangeError.
   */
  async ensure(adminId: string, { now, count }: { now: Date; count: number }, signal: AbortSignal): Promise<number> {
    const em = this.em.fork();
    if ((await this.reader.count(em)) > 0) return 0;
    try {
      const script = await this.write(ideasUntil(now, count), now, signal);
      return await em.transactional(async (tx) => {
        await this.repository.lockLog(tx);
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

  /** Turns ideas into signals and fetches the candles that score them. Skips symbols that the venue does not trade. */
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
      this.clock.set(new Date(Math.min(now.getTime(), terms.projectedClosureAt.getTime() + CANDLE_DELAY_MS)));
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

  /** Returns the events in order of time. A signal is scored at its closure, so that no candles between two signals are needed. */
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
        { at: terms.projectedClosureAt.getTime() + CANDLE_DELAY_MS, does: score },
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

  /** Amends a signal as planned, if the plan applies to the trade's state. */
  private async amend(tx: EntityManager, adminId: string, id: string, { idea, terms, symbol }: Scripted): Promise<void> {
    const score = (await this.scores.findBySignals([id], tx)).get(id);
    const price = await this.priceNow(tx, symbol);
    if (!score || price === null) return;
    const amendment = amendmentOf(idea.plan, terms, score, price);
    if (amendment) await this.amendments.amend(tx, adminId, id, amendment, amendment.kind === 'close_now' ? price.toFixed() : null);
  }

  /** Returns the pair's last price from the stored candles. */
  private async priceNow(tx: EntityManager, symbol: MarketSymbol): Promise<Decimal | null> {
    const until = Math.floor(this.clock.now().getTime() / MINUTE_MS) * 60;
    const { columns } = await this.candles.load(tx, symbol, until - 600, until);
    const close = columns.close[columns.size - 1];
    return close === undefined ? null : new Decimal(close);
  }
}

/** Returns the second from which each contract needs funding rates. */
function earliestOfContracts(script: readonly Scripted[]): Map<MarketSymbol, number> {
  const earliest = new Map<string, [MarketSymbol, number]>();
  for (const { symbol, idea } of script) {
    if (symbol.market === 'futures' && !earliest.has(symbol.symbol)) earliest.set(symbol.symbol, [symbol, idea.at.getTime() / 1000]);
  }
  return new Map(earliest.values());
}

/** Returns the amendment that a plan leads to, or null if the plan does not apply to the trade's state. */
function amendmentOf(plan: Plan, terms: SignalTerms, { status, entryPrice }: SignalScore, price: Decimal): AmendmentRequest | null {
  const entry = new Decimal(entryPrice ?? terms.entryPrice);
  const risk = entry.minus(terms.stopLoss);
  const gained = price.minus(entry).dividedBy(risk);
  const level = (from: Decimal, risks: number) => from.plus(risk.times(risks)).toDecimalPlaces(placesOf(terms)).toFixed();
  if (status === 'pending') {
    if (plan === 'cancel') return { kind: 'cancel', stop: null };
    if (plan === 'tighten') return { kind: 'move_stop', stop: level(new Decimal(terms.stopLoss), 0.25) };
  }
  if (status === 'open') {
    if (plan === 'close') return { kind: 'close_now', stop: null };
    if (plan === 'protect' && gained.greaterThanOrEqualTo(PROTECTED_FROM)) return { kind: 'move_stop', stop: level(entry, 0.05) };
  }
  return null;
}

const placesOf = ({ entryPrice, stopLoss, takeProfit1 }: SignalTerms): number =>
  Math.max(...[entryPrice, stopLoss, takeProfit1].map((text) => new Decimal(text).decimalPlaces()));
