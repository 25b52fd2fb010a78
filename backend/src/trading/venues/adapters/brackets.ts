import { Decimal } from '../../../platform/domain/index.js';
import { WireShape, type ClientOptions, type LeverageBracket } from '../port/index.js';
import type { TtlCache } from './ccxt/index.js';
import { sharedRequest } from './shared-request.client.js';

/** Venues announce changes of their brackets days before. */
const TTL_MS = 3_600_000;

/** Returns the brackets of one market, requested once an hour for all callers. */
export function keptBrackets(
  cache: TtlCache,
  symbol: string,
  options: ClientOptions,
  ask: (options: ClientOptions) => Promise<LeverageBracket[]>,
): Promise<LeverageBracket[]> {
  return sharedRequest(cache, `brackets ${symbol}`, TTL_MS, options, ask);
}

/** Brackets in the order of their sizes, or of the venue's numbers of them. Throws WireShape where one of them cannot be one. */
export function inOrder(path: string, told: readonly (LeverageBracket & { size: string })[]): LeverageBracket[] {
  if (told.length === 0) throw new WireShape(path, 'no bracket');
  return told
    .toSorted((a, b) => new Decimal(a.size).comparedTo(b.size))
    .map(({ maxLeverage, maintenanceRatio, maxNotional, maxQuantity, deduction }) => {
      if (!(Number(maxLeverage) >= 1)) throw new WireShape(path, 'a bracket that allows no leverage');
      if (!(Number(maintenanceRatio) > 0 && Number(maintenanceRatio) < 1))
        throw new WireShape(path, 'a maintenance margin that is no share of the position');
      const plain = (value: string | null) => (value === null ? null : new Decimal(value).toFixed());
      return {
        maxLeverage: new Decimal(maxLeverage).toFixed(),
        maintenanceRatio: new Decimal(maintenanceRatio).toFixed(),
        maxNotional: plain(maxNotional),
        maxQuantity: plain(maxQuantity),
        deduction: plain(deduction),
      };
    });
}
