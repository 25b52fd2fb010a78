import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/domain/index.js';
import { MarketDataGateway, venues, type Quote, type Venue } from '../../trading/venues/index.js';
import type { Chain } from '../chain/index.js';
import type { RateSource } from './invoice-payments.types.js';
import { inverse, medianBid, pegged, product } from './rates.rules.js';

/** Maximum wait for a venue: a member waits for the answer. The first call after a start also loads its client and reads its clock. */
const MAX_WAIT_MS = 10_000;
/** A rate of this age is used for another quote. */
const KEPT_MS = 10_000;

export interface PaymentRate {
  /** Dollars a coin, at most 8 decimal places. */
  rate: string;
  /** In dollars. */
  sources: RateSource[];
}

/** Rates that quotes lock: the median bid of the venues that signals are read from, and none where they do not agree. */
@Injectable()
export class PaymentRatesService {
  private readonly log = new Logger('PaymentRates');
  /** Venues and coins without a price, each logged once. */
  private readonly without = new Set<string>();
  private readonly kept = new Map<Chain, { at: number; rate: PaymentRate }>();

  constructor(
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
  ) {}

  /** Returns null where no rate is known: too few venues answer, or they do not agree. */
  async rateOf(chain: Chain): Promise<PaymentRate | null> {
    const now = this.clock.now();
    const kept = this.kept.get(chain);
    if (kept && now.getTime() - kept.at < KEPT_MS) return kept.rate;
    const rate = await this.read(chain);
    if (rate) this.kept.set(chain, { at: now.getTime(), rate });
    return rate;
  }

  private async read(chain: Chain): Promise<PaymentRate | null> {
    const [tether, bitcoin] = await Promise.all([
      this.bids('USDC', ({ ask }) => inverse(ask)),
      chain === 'bitcoin' ? this.bids('BTC', ({ bid }) => bid) : [],
    ]);
    const now = this.clock.now();
    const market = medianBid(tether, now);
    if (market === null) return null;
    const dollar = pegged(market);
    if (chain === 'tron') return { rate: dollar, sources: tether };
    const price = medianBid(bitcoin, now);
    if (price === null) return null;
    return { rate: product(price, dollar), sources: bitcoin.map((source) => ({ ...source, price: product(source.price, dollar) })) };
  }

  private async bids(base: string, priceOf: (quote: Quote) => string): Promise<RateSource[]> {
    const answers = await Promise.all(venues.map((venue) => this.bid(venue, base, priceOf)));
    return answers.filter((answer) => answer !== null);
  }

  private async bid(venue: Venue, base: string, priceOf: (quote: Quote) => string): Promise<RateSource | null> {
    const at = this.clock.now().toISOString();
    const which = `${venue} ${base}`;
    const market = this.gateway.market(venue, { lane: 'urgent', maxWaitMs: MAX_WAIT_MS, signal: AbortSignal.timeout(MAX_WAIT_MS) });
    try {
      const price = priceOf(await market.quote('spot', market.symbolOf('spot', base, 'USDT')));
      this.without.delete(which);
      return { venue, price, at };
    } catch (error) {
      if (!this.without.has(which)) this.log.warn({ err: error, venue, base }, 'a venue gives no price for payments');
      this.without.add(which);
      return null;
    }
  }
}
