import { bigPower, HI_PLACES, SAFE } from './amounts.js';
import type { Handle, PriceSource } from './portfolio.types.js';
import { USDT } from './ledger.js';
import { ONE, PLACES } from '../../../platform/domain/scaled.js';

const MINUTE = 60_000;
const UNIT = bigPower(PLACES - HI_PLACES);

/** Caches the last price of each coin, so that the price source is called once per coin and minute while time moves forward. */
export class Quotes {
  private readonly minutes: Float64Array;
  private readonly prices: (bigint | null)[];
  /** Result of the last lookup, in units of 10^-8; NaN: unknown, not exact or too large. */
  readonly units: Float64Array;

  constructor(
    private readonly source: PriceSource,
    private readonly assets: readonly string[],
  ) {
    this.minutes = new Float64Array(assets.length).fill(NaN);
    this.prices = assets.map(() => null);
    this.units = new Float64Array(assets.length).fill(NaN);
  }

  coin(asset: Handle, at: number): bigint | null {
    return asset === USDT ? ONE : this.source.coin(this.assets[asset]!, at);
  }

  contract(symbol: string, at: number): bigint | null {
    return this.source.contract(symbol, at);
  }

  near(asset: Handle, time: number): bigint | null {
    if (asset === USDT) return ONE;
    this.seek(asset, time);
    return this.prices[asset]!;
  }

  /** Updates `units` of an asset to this time. */
  seek(asset: Handle, time: number): void {
    const minute = Math.floor(time / MINUTE) * MINUTE;
    if (this.minutes[asset] === minute) return;
    this.minutes[asset] = minute;
    const price = this.source.near(this.assets[asset]!, minute);
    if (price === this.prices[asset]) return;
    this.prices[asset] = price;
    const units = price === null ? 0n : price / UNIT;
    this.units[asset] = price !== null && units * UNIT === price && units <= SAFE ? Number(units) : NaN;
  }
}
