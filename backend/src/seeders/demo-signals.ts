import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../common/domain/index.js';
import { AppConfig } from '../config/index.js';
import { SignalReader, SignalsService, type SignalTerms } from '../signals/index.js';

const DAY_MS = 24 * 3600 * 1000;

/** What a demo signal says; its dates follow the day it is published on. */
type Idea = Omit<SignalTerms, 'asset' | 'quote' | 'date' | 'time' | 'projectedDateOfClosure' | 'projectedClosureAt' | 'leverage'> & {
  days: number;
};

const ideas: readonly Idea[] = [
  {
    base: 'SOL',
    tradeType: 'Buy',
    side: 'long',
    timeFrame: '4 Hours',
    riskLevel: 'Medium',
    leverageFactor: 3,
    recommendedPositionSize: '2% of the account',
    duration: '2 to 4 days',
    currentPrice: '148.2',
    entryPrice: '146.5',
    stopLoss: '139.8',
    trailingStopLoss: 'breakeven',
    takeProfit1: '152',
    takeProfit2: '158.5',
    takeProfit3: '166',
    marketCondition: 'Higher lows since the start of the week',
    signalMessage: 'Demo signal. Wait for the retest of 146.5; move the stop to the entry after the first target.',
    days: 4,
  },
  {
    base: 'ETH',
    tradeType: 'Sell',
    side: 'short',
    timeFrame: '1 Hour',
    riskLevel: 'High',
    leverageFactor: 5,
    recommendedPositionSize: '1% of the account',
    duration: '12 to 36 hours',
    currentPrice: '3090',
    entryPrice: '3115',
    stopLoss: '3180',
    trailingStopLoss: '1.5%',
    takeProfit1: '3060',
    takeProfit2: '3005',
    takeProfit3: '2930',
    marketCondition: 'Below the daily average, rallies are sold',
    signalMessage: 'Demo signal. Against the weekly trend: keep the size small.',
    days: 2,
  },
  {
    base: 'BNB',
    tradeType: 'Long',
    side: 'long',
    timeFrame: '12 Hours',
    riskLevel: 'Low',
    leverageFactor: 1,
    recommendedPositionSize: '3% of the account',
    duration: 'about two weeks',
    currentPrice: '580',
    entryPrice: '574',
    stopLoss: '541.5',
    trailingStopLoss: 'none',
    takeProfit1: '602',
    takeProfit2: '635',
    takeProfit3: '670',
    marketCondition: 'Range with a rising floor',
    signalMessage: 'Demo signal. Spot only.',
    days: 14,
  },
  {
    base: 'BTC',
    tradeType: 'Buy',
    side: 'long',
    timeFrame: '1 Week',
    riskLevel: 'Medium',
    leverageFactor: 2,
    recommendedPositionSize: '4% of the account',
    duration: '3 to 6 weeks',
    currentPrice: '64250.5',
    entryPrice: '63800',
    stopLoss: '60900',
    trailingStopLoss: 'moving',
    takeProfit1: '67200',
    takeProfit2: '71500',
    takeProfit3: '78000',
    marketCondition: 'Bullish above the weekly open',
    signalMessage: 'Demo signal.\nThe stop follows one target behind.',
    days: 30,
  },
];

/** Signals to look at, where SEED_DEMO asks for demo data; never in production. */
@Injectable()
export class DemoSignals {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly signals: SignalsService,
    private readonly reader: SignalReader,
  ) {}

  /** Publishes them in the first admin's name where no signal exists. Returns how many. */
  async ensure(adminId: string): Promise<number> {
    if (!this.config.seedDemo || this.config.production) return 0;
    return this.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(7489204)'); // two starts at once publish them once
      if ((await this.reader.count(em)) > 0) return 0;
      for (const idea of ideas) {
        const terms = termsOf(idea, this.clock.now());
        await this.signals.publish(adminId, terms, { ...this.signals.marketOf(terms), price: null, bracket: null }, em);
      }
      return ideas.length;
    });
  }
}

function termsOf({ days, ...idea }: Idea, now: Date): SignalTerms {
  const day = (instant: Date) => instant.toISOString().slice(0, 10);
  const closing = new Date(now.getTime() + days * DAY_MS);
  return {
    ...idea,
    quote: 'USDT',
    asset: `${idea.base}USDT`,
    leverage: `${idea.leverageFactor}x`,
    date: day(now),
    time: now.toISOString().slice(11, 16),
    projectedDateOfClosure: day(closing),
    projectedClosureAt: new Date(Date.parse(`${day(closing)}T00:00:00Z`) + DAY_MS),
  };
}
