import { Inject, Injectable } from '@nestjs/common';
import { Decimal } from '../../platform/domain/index.js';
import { BRIDGES, type SpotPairs } from '../venues/index.js';
import type { Closes } from './market-close.repository.js';
import { MarketClosesService, type CloseReading, type CloseSource } from './market-closes.service.js';

const QUOTE = 'USDT';
/** Decimal places of a price computed from others. */
const PLACES = 18;

interface Leg {
  symbol: string;
  /** The pair is listed the other way round: divide by its price. */
  inverse: boolean;
}

/** USDT price of one unit, by asset and milliseconds since 1970. No entry: the venue has no price there, or it is not known yet. */
export type AssetPrices = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** USDT prices of assets at whole minutes, from their own pair or through a bridge coin. */
@Injectable()
export class AssetPricingService {
  constructor(@Inject(MarketClosesService) private readonly closes: CloseSource) {}

  /**
   * Returns the prices of each asset at its instants, without unknown ones. `reading.incompleteFrom` says whether those may become known.
   */
  async load(reading: CloseReading, instantsByAsset: ReadonlyMap<string, Iterable<number>>): Promise<AssetPrices> {
    const prices = new Map<string, Map<number, string>>();
    const pairs = await this.closes.spotPairs(reading);
    const bySymbol = new Map<string, Closes>();
    for (const [asset, instants] of instantsByAsset) {
      const known = new Map<number, string>();
      prices.set(asset, known);
      let open = [...new Set(instants)];
      if (asset === QUOTE) open.forEach((at) => known.set(at, '1'));
      else {
        for (const route of routesOf(asset, pairs)) {
          if (open.length === 0) break;
          const legs: [Leg, Closes][] = [];
          for (const leg of route) legs.push([leg, await this.#leg(reading, bySymbol, leg, open)]);
          open = open.filter((at) => {
            const price = priceBy(legs, at);
            if (price !== null) known.set(at, price);
            return price === null;
          });
        }
      }
    }
    return prices;
  }

  /** Returns a leg's closes; `bySymbol` caches them, because many assets share a bridge. */
  async #leg(reading: CloseReading, bySymbol: Map<string, Closes>, { symbol }: Leg, instants: readonly number[]): Promise<Closes> {
    const known = bySymbol.get(symbol) ?? new Map<number, string | null>();
    const missing = instants.filter((at) => !known.has(at));
    if (missing.length > 0) for (const [at, price] of await this.closes.closes(reading, 'spot', symbol, missing)) known.set(at, price);
    bySymbol.set(symbol, known);
    return known;
  }
}

/**
 * Returns the ways to price an asset, best first. A coin without a listed pair is priced by its own USDT pair, which may have been listed
 * then.
 */
function routesOf(asset: string, pairs: SpotPairs | null): Leg[][] {
  const join = (base: string, quote: string) => pairs?.join(base, quote) ?? base + quote;
  const rate = (from: string, to: string): Leg[] => {
    const [forwards, backwards] = [join(from, to), join(to, from)];
    if (pairs?.symbols.has(forwards)) return [{ symbol: forwards, inverse: false }];
    return pairs?.symbols.has(backwards) ? [{ symbol: backwards, inverse: true }] : [];
  };
  const direct = rate(asset, QUOTE);
  const routes: Leg[][] = direct.length > 0 ? [direct] : [];
  for (const bridge of BRIDGES) {
    if (bridge === asset) continue;
    const [first, second] = [rate(asset, bridge), rate(bridge, QUOTE)];
    if (first.length > 0 && second.length > 0) routes.push([...first, ...second]);
  }
  return routes.length > 0 ? routes : [[{ symbol: join(asset, QUOTE), inverse: false }]];
}

function priceBy(legs: readonly [Leg, Closes][], at: number): string | null {
  let price: Decimal | null = null;
  for (const [{ inverse }, closes] of legs) {
    const close = closes.get(at);
    if (close === null || close === undefined || Number(close) <= 0) return null;
    // A direct pair keeps the venue's digits.
    if (legs.length === 1 && !inverse) return close;
    const rate: Decimal = inverse ? new Decimal(1).div(close) : new Decimal(close);
    price = price === null ? rate : price.times(rate);
  }
  return price?.toDecimalPlaces(PLACES).toFixed() ?? null;
}
