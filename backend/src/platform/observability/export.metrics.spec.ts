import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { ExportMetrics } from './export.metrics.js';

describe('exports of traces', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('are counted one by one, and spoken of when the collector goes away and when it is back', async () => {
    const lines: string[] = [];
    for (const level of ['warn', 'log'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((...args: unknown[]) => void lines.push(`${level} ${String(args.at(-1))}`));
    const registry = new Registry();
    const tally = new ExportMetrics(registry);
    tally.sent(2);
    expect(lines).toEqual([]);
    for (let time = 0; time < 3; time++) tally.lost(5, new Error('away'));
    expect(lines).toEqual([expect.stringContaining('warn the collector of traces takes nothing')]);
    tally.sent(1);
    tally.sent(1);
    expect(lines.slice(1)).toEqual([expect.stringContaining('log the collector of traces takes spans again')]);
    tally.lost(1);
    expect(lines).toHaveLength(3);
    expect(await registry.getSingleMetricAsString('tidemark_trace_spans_total')).toContain('{outcome="lost"} 16');
  });
});
