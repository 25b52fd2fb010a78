import { Injectable, Logger } from '@nestjs/common';
import { Decimal, InvalidInput } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import {
  ExchangeError,
  MarketDataGateway,
  SymbolGone,
  type LeverageBracket,
  type MarketData,
  type Quote,
  type Venue,
} from '../venues/index.js';
import type { MarketReference, SignalMarket } from './market-reference.types.js';
import type { Side, SignalTerms } from './signal.input.js';

/** Maximum wait, because an admin waits for the response. */
const MAX_WAIT_MS = 10_000;

/** Requests prices and leverage brackets from the venue when a signal is published, or closed by hand. */
@Injectable()
export class MarketReferenceService {
  private readonly log = new Logger('Signals');

  constructor(
    private readonly gateway: MarketDataGateway,
    private readonly config: AppConfig,
  ) {}

  marketOf({ leverageFactor }: Pick<SignalTerms, 'leverageFactor'>): SignalMarket {
    return { venue: this.config.exchange.venues[0]!, market: leverageFactor > 1 ? 'futures' : 'spot' };
  }

  /**
   * Throws InvalidInput if the venue has no such market, the entry is further from the price than `SIGNAL_ENTRY_BAND_PERCENT` allows, or
   * the price is already beyond the stop.
   */
  async of(terms: Pick<SignalTerms, 'base' | 'quote' | 'side' | 'leverageFactor' | 'entryPrice' | 'stopLoss'>): Promise<MarketReference> {
    const market = this.marketOf(terms);
    const band = this.config.signalEntryBandPercent;
    if (band === 0) return { ...market, price: null, bracket: null };
    const orNull = <T>(asked: Promise<T>, lack: string) =>
      asked.catch((error: unknown) => {
        if (error instanceof SymbolGone)
          throw InvalidInput.field(
            'asset',
            `${market.venue} has no ${market.market === 'spot' ? 'spot market' : 'perpetual contract'} of ${terms.base}/${terms.quote}`,
            'signal.no-market',
          );
        if (!isOutOfReach(error)) throw error;
        this.log.warn({ err: error, venue: market.venue, market: market.market, symbol: `${terms.base}/${terms.quote}` }, lack);
        return null;
      });
    const [quote, bracket] = await Promise.all([
      orNull(this.quote(market, terms), 'a signal is published without what the market offered'),
      market.market === 'spot'
        ? null
        : orNull(this.smallestBracket(market, terms), 'the leverage of a signal is measured by an assumed bracket'),
    ]);
    if (quote === null) return { ...market, price: null, bracket };
    const price = offered(quote, terms.side, 'in');
    const distance = new Decimal(terms.entryPrice).minus(price).abs().dividedBy(price).times(100);
    if (distance.greaterThan(band))
      throw InvalidInput.field(
        'entryPrice',
        `The entry price is ${distance.toFixed(1)} % away from the market, which is at ${price}: ${band} % at most is taken`,
        'signal.far-from-market',
      );
    // The position would be stopped out at once.
    if (new Decimal(price).comparedTo(terms.stopLoss) !== (terms.side === 'long' ? 1 : -1))
      throw InvalidInput.field('stopLoss', `The market is at ${price}, beyond the stop already`, 'signal.stopped-before');
    return { ...market, price, bracket };
  }

  /** Rejects with an ExchangeError, or with a TimeoutError. */
  async quote({ venue, market }: SignalMarket, { base, quote }: Pick<SignalTerms, 'base' | 'quote'>): Promise<Quote> {
    const data = this.dataOf(venue);
    return data.quote(market, data.symbolOf(market, base, quote));
  }

  /** Returns null if the venue requires a key for its brackets and none is configured. */
  private async smallestBracket(
    { venue, market }: SignalMarket,
    { base, quote }: Pick<SignalTerms, 'base' | 'quote'>,
  ): Promise<LeverageBracket | null> {
    const data = this.dataOf(venue);
    return (await data.brackets(data.symbolOf(market, base, quote)))?.[0] ?? null;
  }

  private dataOf(venue: Venue): MarketData {
    return this.gateway.market(venue, { lane: 'urgent', maxWaitMs: MAX_WAIT_MS, signal: AbortSignal.timeout(MAX_WAIT_MS) });
  }
}

export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ExchangeError || (error instanceof Error && error.name === 'TimeoutError');

/** Returns the price at which a position can be entered or left at once: the other side of the book. */
export function offered({ bid, ask }: Quote, side: Side, way: 'in' | 'out'): string {
  return (side === 'long') === (way === 'in') ? ask : bid;
}
