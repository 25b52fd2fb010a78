import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { scaled, times } from '../../platform/domain/scaled.js';
import { AssetPricingService, StoredCloses, type AssetPrices } from '../../trading/market/index.js';
import { isStablecoin } from '../../trading/portfolio/index.js';
import type { Venue } from '../../trading/venues/index.js';
import type { StoredFill } from './share-fills.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const floor = (at: Date, step: number) => at.getTime() - (at.getTime() % step);
export const isDollar = (coin: string): boolean => coin === 'USD' || isStablecoin(coin);

/** Values the fees of trades whose quote is a dollar coin. */
@Injectable()
export class FillFeesService {
  /**
   * Returns the fee of each trade in dollars as an integer of 10^-18; null: the price of the coin that it was paid in is not stored. Counts
   * the exchange's close at the start of the trade's hour, or of its UTC day where the hour has none.
   */
  async value(em: EntityManager, fills: ReadonlyMap<string, StoredFill>): Promise<Map<string, bigint | null>> {
    const prices = await this.prices(em, [...fills.values()]);
    return new Map(
      [...fills].map(([id, fill]) => {
        const { feeAsset, at, account, base } = fill;
        const fee = scaled(fill.fee);
        if (fee === 0n || feeAsset === '' || isDollar(feeAsset)) return [id, fee];
        if (feeAsset === base) return [id, times(fee, scaled(fill.price))];
        const known = prices.get(account.venue)?.get(feeAsset);
        const price = known?.get(floor(at, HOUR_MS)) ?? known?.get(floor(at, DAY_MS));
        return [id, price === undefined ? null : times(fee, scaled(price))];
      }),
    );
  }

  private async prices(em: EntityManager, fills: readonly StoredFill[]): Promise<Map<Venue, AssetPrices>> {
    const found = new Map<Venue, AssetPrices>();
    for (const venue of new Set(fills.map(({ account }) => account.venue))) {
      const wanted = new Map<string, Set<number>>();
      for (const { account, feeAsset, at } of fills) {
        if (account.venue !== venue || feeAsset === '' || isDollar(feeAsset)) continue;
        const instants = wanted.get(feeAsset) ?? new Set<number>();
        wanted.set(feeAsset, instants.add(floor(at, HOUR_MS)).add(floor(at, DAY_MS)));
      }
      if (wanted.size === 0) continue;
      const reading = { em, venue, signal: new AbortController().signal, incompleteFrom: null, down: false };
      found.set(venue, await new AssetPricingService(new StoredCloses()).load(reading, wanted));
    }
    return found;
  }
}
