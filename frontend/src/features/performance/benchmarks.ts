export const benchmarks = ['none', 'btc', 'eth', 'blend'] as const;
export type Benchmark = (typeof benchmarks)[number];

/** Digits that a drawing and its two shown decimals need, and far fewer than a float has. */
const PLACES = 8;

/** Weights of the blend, which is rebalanced every day. */
const BLEND = { btc: 0.6, eth: 0.4 } as const;

export interface BenchmarkPrices {
  /** USDT prices by day; null: unknown. */
  btc: readonly (string | null)[];
  eth: readonly (string | null)[];
}

/**
 * Returns what a benchmark has earned since the first day from `begins` on of which its prices are known, as fractions. A day without a
 * price is a gap; the day after it carries the return of both.
 */
export function benchmarkReturns({ btc, eth }: BenchmarkPrices, benchmark: Exclude<Benchmark, 'none'>, begins: number): (string | null)[] {
  const parts =
    benchmark === 'btc'
      ? [{ weight: 1, prices: btc }]
      : benchmark === 'eth'
        ? [{ weight: 1, prices: eth }]
        : [
            { weight: BLEND.btc, prices: btc },
            { weight: BLEND.eth, prices: eth },
          ];
  let growth = 1;
  let before: number[] | null = null;
  return btc.map((_, at) => {
    const now = parts.flatMap(({ prices }) => (prices[at] == null ? [] : [Number(prices[at])]));
    if (at < begins || now.length < parts.length) return null;
    const last = before;
    if (last) growth *= 1 + parts.reduce((sum, { weight }, n) => sum + weight * (now[n]! / last[n]! - 1), 0);
    before = now;
    return (growth - 1).toFixed(PLACES).replace(/^-(0\.0*)$/, '$1');
  });
}
