import { Decimal } from '../../../platform/domain/index.js';
import { WireShape, type ClientOptions, type LeverageBracket } from '../port/index.js';
import type { TtlCache } from './ccxt/index.js';

/** Venues announce changes of their brackets days before. */
const TTL_MS = 3_600_000;

/** The brackets of one market, asked for once an hour for everybody: whoever calls off stops waiting, and the question goes on. */
export function keptBrackets(
  cache: TtlCache,
  symbol: string,
  { lane, maxWaitMs, signal }: ClientOptions,
  ask: (options: ClientOptions) => Promise<LeverageBracket[]>,
): Promise<LeverageBracket[]> {
  const asked = cache.get(`brackets ${symbol}`, TTL_MS, () => ask({ lane, maxWaitMs }));
  if (!signal) return asked;
  const calledOff = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([asked, calledOff]);
}

/** Brackets in the order of their sizes, or of the venue's numbers of them. Throws WireShape where one of them cannot be one. */
export function inOrder(path: string, told: readonly (LeverageBracket & { size: string })[]): LeverageBracket[] {
  if (told.length === 0) throw new WireShape(path, 'no bracket');
  return told
    .toSorted((a, b) => new Decimal(a.size).comparedTo(b.size))
    .map(({ maxLeverage, maintenanceRatio }) => {
      if (!(Number(maxLeverage) >= 1)) throw new WireShape(path, 'a bracket that allows no leverage');
      if (!(Number(maintenanceRatio) > 0 && Number(maintenanceRatio) < 1))
        throw new WireShape(path, 'a maintenance margin that is no share of the position');
      return { maxLeverage: new Decimal(maxLeverage).toFixed(), maintenanceRatio: new Decimal(maintenanceRatio).toFixed() };
    });
}
