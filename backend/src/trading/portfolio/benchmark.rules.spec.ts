import { describe, expect, it } from '@jest/globals';
import { benchmarkInstants, etherPair } from './benchmark.rules.js';

const at = (text: string) => Date.parse(`${text}Z`);

describe('the instants of a benchmark', () => {
  it('are the midnights since the first day, and the last full hour before the reading', () => {
    const found = benchmarkInstants('2026-10-31', at('2026-11-02T14:35:12.345'));
    expect(found).toEqual([at('2026-11-01T00:00'), at('2026-11-02T00:00'), at('2026-11-02T14:00')]);
  });

  it('are one hour on the first day', () => {
    expect(benchmarkInstants('2026-11-02', at('2026-11-02T00:10'))).toEqual([at('2026-11-02T00:00')]);
  });
});

it('names the pair as each venue does', () => {
  expect((['binance', 'bybit', 'okx'] as const).map(etherPair)).toEqual(['ETHUSDT', 'ETHUSDT', 'ETH-USDT']);
});
