import { describe, expect, it } from '@jest/globals';
import { isProblem, MAX_CANDLES, parseChart, secondsOf, timeframes } from './chart-block.rules.js';
import { chartsIn, markdownProblem } from './markdown-check.rules.js';

const HEAD = 'BTC/USDT 4h 2026-11-01 2026-11-20';
const problem = (source: string) => {
  const parsed = parseChart(source);
  return isProblem(parsed) ? [parsed.line, parsed.message] : null;
};

describe('the text of a chart', () => {
  it('names a pair, a timeframe, its days and levels', () => {
    const source = `\n ${HEAD}  futures\n\nlevel 68000 Range high\n  level 61500.50 القاع`;
    expect(parseChart(source)).toEqual({
      source,
      id: expect.stringMatching(/^[\da-f]{16}$/),
      base: 'BTC',
      quote: 'USDT',
      market: 'futures',
      timeframe: '4h',
      from: '2026-11-01',
      to: '2026-11-20',
      levels: [
        { price: '68000', label: 'Range high' },
        { price: '61500.50', label: 'القاع' },
      ],
    });
    expect(parseChart(HEAD)).toMatchObject({ market: 'spot', levels: [] });
    expect(secondsOf({ from: '2026-11-01', to: '2026-11-20' })).toEqual({ from: 1_793_491_200, to: 1_793_491_200 + 20 * 86_400 });
  });

  it('has the same candles as another one of the same market and days', () => {
    const idOf = (source: string) => (parseChart(source) as { id: string }).id;
    expect(idOf(`${HEAD}\nlevel 1 One`)).toBe(idOf(`${HEAD} spot`));
    const others = [`${HEAD} futures`, HEAD.replace('4h', '1h'), HEAD.replace('-20', '-19'), HEAD.replace('BTC', 'ETH')];
    expect(new Set([HEAD, ...others].map(idOf)).size).toBe(5);
  });

  it.each([
    ['', 1, 'begins like'],
    ['\n\nBTCUSDT 4h 2026-11-01 2026-11-20', 3, 'pair is written like'],
    ['btc/usdt 4h 2026-11-01 2026-11-20', 1, 'pair is written like'],
    ['BTC/USDT 2h 2026-11-01 2026-11-20', 1, 'one of 5m, 15m, 30m, 1h, 4h, 1d'],
    ['BTC/USDT toString 2026-11-01 2026-11-20', 1, 'timeframe must be'],
    ['BTC/USDT 4h 2026-11-31 2026-12-20', 1, 'first and the last day'],
    ['BTC/USDT 4h 2026-02-30 2026-03-20', 1, 'first and the last day'],
    ['BTC/USDT 4h 2026-11-01', 1, 'first and the last day'],
    ['BTC/USDT 4h 2026-11-01T00:00 2026-11-20', 1, 'first and the last day'],
    ['BTC/USDT 4h 2026-11-20 2026-11-01', 1, 'must not be after'],
    [`${HEAD} margin`, 1, 'the word futures'],
    [`${HEAD} spot please`, 1, 'the word futures'],
    ['BTC/USDT 1d 2025-01-01 2026-02-05', 1, 'up to 400 days'],
    ['BTC/USDT 5m 2026-11-01 2026-11-06', 1, 'up to 1,500 candles'],
    [`${HEAD}\n68000 Range high`, 2, 'level 68000 Range high'],
    [`${HEAD}\nlevel 68000`, 2, 'level 68000 Range high'],
    [`${HEAD}\n\nlevel 1 One\nlevel 68,000 Two`, 4, 'is not a price'],
    [`${HEAD}\nlevel 1e5 One`, 2, 'is not a price'],
    [`${HEAD}\nlevel -1 One`, 2, 'is not a price'],
    [`${HEAD}\nlevel 0.000 One`, 2, 'is not a price'],
    [`${HEAD}\nlevel 1 ${'x'.repeat(41)}`, 2, 'up to 40 characters'],
    [`${HEAD}${'\nlevel 1 One'.repeat(11)}`, 12, 'up to 10 levels'],
  ])('is refused with the line: %j', (source, line, message) => {
    expect(problem(source)).toEqual([line, expect.stringContaining(message)]);
  });

  it('takes as many candles as a chart can have, in whole days', () => {
    for (const [name, seconds] of Object.entries(timeframes)) {
      const days = Math.min(400, Math.floor((MAX_CANDLES * seconds) / 86_400));
      const last = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10);
      const over = new Date(Date.UTC(2025, 0, days + 1)).toISOString().slice(0, 10);
      expect([name, problem(`A1/B2 ${name} 2025-01-01 ${last}`), problem(`A1/B2 ${name} 2025-01-01 ${over}`)?.[0]]).toEqual([
        name,
        null,
        1,
      ]);
    }
  });
});

describe('charts in a text', () => {
  const block = (source: string, fence = '```') => `${fence}chart\n${source}\n${fence}`;

  it('are fenced blocks with the word chart, also within a list', () => {
    const text = `${block(HEAD)}\n\n- ${block(HEAD, '~~~').replaceAll('\n', '\n  ')}\n\n\`\`\`\n${HEAD}\n\`\`\`\n\n    chart`;
    expect(markdownProblem(text)).toBeNull();
    expect(chartsIn(text).map(({ source }) => source)).toEqual([HEAD, HEAD]);
  });

  it('are refused with their number and line, and are at most six', () => {
    expect(markdownProblem(`${block(HEAD)}\n\n${block(`${HEAD}\nlevel x One`)}`)).toBe(
      'Chart 2, line 2: “x” is not a price. Write it like 68000 or 0.0215',
    );
    expect(markdownProblem(Array.from({ length: 7 }, () => block(HEAD)).join('\n\n'))).toMatch(/up to 6 charts/);
  });
});
