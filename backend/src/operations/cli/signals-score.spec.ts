import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
// Loaded here, and not by the first test.
import './commands/signals-score.command.js';
import { run } from './run.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-scores-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function scored(content: unknown) {
  const file = join(folder, 'cases.json');
  writeFileSync(file, JSON.stringify(content));
  let [out, err] = ['', ''];
  const code = await run(['signals:score', '--file', file], {
    environment: () => Promise.reject(new Error('an offline command asked for settings')),
    input: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, answer: out === '' ? null : (JSON.parse(out) as unknown) };
}

const signal = {
  side: 'long',
  entry: '100',
  stop: '95',
  targets: ['105', '110', '120'],
  trail: 'none',
  publishedAt: 30,
  closesAt: 86_400,
  feeRate: '0.0005',
};
const candle = (t: number, o: string, h: string, l: string, c: string) => ({ t, o, h, l, c });
const filling = candle(60, '101', '101', '99', '100');
const candles = [filling, candle(120, '100', '106', '94', '100')];

describe('signals:score', () => {
  it('tells fills, R and what is doubtful as decimal strings', async () => {
    expect(await scored([{ id: 'D', signal, candles }])).toEqual({
      code: 0,
      err: '',
      answer: [
        {
          id: 'D',
          status: 'closed',
          fills: [{ reason: 'stop', price: '95', weight: '1', t: 120 }],
          rGross: '-1',
          rNet: '-1.0195',
          rOptimistic: '-0.353166666666666667',
          ambiguous: [120],
        },
      ],
    });
  });

  it('takes a stop that was moved within a minute for hit where the minute closes beyond it, with seconds or without', async () => {
    const moved = { ...signal, trail: 'breakeven', publishedAt: 0, closesAt: 600, feeRate: '0' };
    const minutes = [
      candle(0, '99', '101', '98', '101'),
      candle(60, '104', '106', '98', '98'),
      candle(120, '108', '111', '107', '110.5'),
      candle(180, '111', '121', '110', '120.5'),
    ];
    const detail = { 60: [candle(60, '104', '106', '104', '106'), candle(61, '106', '106', '98', '98')] };
    const { answer } = await scored([
      { id: 'minutes', signal: moved, candles: minutes },
      { id: 'seconds', signal: moved, candles: minutes, detail },
    ]);
    const same = {
      status: 'closed',
      fills: [
        { reason: 'tp1', price: '105', t: 60 },
        { reason: 'stop', price: '99', t: 60 },
      ],
      rGross: '0.5',
      rNet: '0.5',
      rOptimistic: '0.5',
      ambiguous: [],
    };
    expect(answer).toMatchObject([
      { id: 'minutes', ...same },
      { id: 'seconds', ...same },
    ]);
  });

  it('looks into a minute where finer candles are given', async () => {
    const detail = { 120: [candle(120, '100', '106', '100', '106'), candle(121, '106', '106', '94', '100')] };
    const { answer } = await scored({ cases: [{ id: 1, signal: { ...signal, weights: ['0.5', '0.3', '0.2'] }, candles, detail }] });
    expect(answer).toMatchObject([
      {
        id: 1,
        status: 'closed',
        fills: [
          { reason: 'tp1', price: '105', weight: '0.5', t: 120 },
          { reason: 'stop', price: '95', weight: '0.5', t: 120 },
        ],
        rGross: '0',
        ambiguous: [],
      },
    ]);
  });

  it('scores shorts, moving stops and stops in percent', async () => {
    const short = { ...signal, side: 'short', entry: '0.00000120', stop: '0.00000130', targets: ['0.0000011', '0.000001'] };
    const down = [
      candle(60, '0.00000119', '0.00000121', '0.00000119', '0.0000012'),
      candle(120, '0.0000012', '0.0000012', '0.00000109', '0.00000109'),
      candle(180, '0.00000109', '0.00000125', '0.00000109', '0.00000125'),
    ];
    expect((await scored([{ id: 'S', signal: { ...short, trail: 'breakeven' }, candles: down }])).answer).toMatchObject([
      {
        status: 'closed',
        fills: [
          { reason: 'tp1', price: '0.0000011', weight: '0.5' },
          { reason: 'stop', price: '0.0000012', weight: '0.5' },
        ],
      },
    ]);
    expect((await scored([{ id: 'P', signal: { ...short, trail: 'percent:10' }, candles: down }])).answer).toMatchObject([
      { fills: [{ reason: 'tp1' }, { reason: 'stop', price: '0.000001199' }] },
    ]);
  });

  it('counts what was said later from the next minute on', async () => {
    const flat = [filling, candle(120, '100', '103', '100', '103'), candle(180, '103', '103', '98', '99')];
    const told = async (amendments: object[]) => (await scored([{ id: 'A', signal: { ...signal, amendments }, candles: flat }])).answer;
    expect(await told([])).toMatchObject([{ status: 'open', fills: [] }]);
    expect(await told([{ kind: 'move_stop', at: 121, stop: '99.5' }])).toMatchObject([
      { status: 'closed', fills: [{ reason: 'stop', price: '99.5', t: 180 }] },
    ]);
    expect(await told([{ kind: 'close_now', at: 150, price: '102.9' }])).toMatchObject([
      { status: 'closed', fills: [{ reason: 'closed', price: '102.9', t: 180 }] },
    ]);
    expect(await told([{ kind: 'cancel', at: 31 }])).toMatchObject([{ status: 'expired_unfilled' }]);
  });

  it('closes a signal at its closure only where it is said that everything is known until then', async () => {
    const closing = { ...signal, closesAt: 600 };
    const told = async (through?: number) =>
      (await scored([{ id: 'E', signal: closing, candles: [filling], ...(through && { through }) }])).answer;
    expect(await told()).toMatchObject([{ status: 'open' }]);
    expect(await told(600)).toMatchObject([{ status: 'closed', fills: [{ reason: 'expiry', price: '100' }] }]);
  });

  it('takes the funding of a perpetual contract off, told or not at which price, and tells it beside the rest', async () => {
    const later = [filling, candle(120, '100', '106', '100', '106'), candle(180, '106', '106', '94', '94')];
    const told = async (funding?: object[]) =>
      (await scored([{ id: 'F', signal: { ...signal, feeRate: '0' }, candles: later, ...(funding && { funding }) }])).answer;
    const [without] = (await told()) as [object];
    expect(without).toEqual({
      id: 'F',
      status: 'closed',
      fills: expect.anything(),
      rGross: '-0.333333333333333333',
      rNet: '-0.333333333333333333',
      rOptimistic: '-0.333333333333333333',
      ambiguous: [],
    });
    // 100 x 0.001 for all of it, 106 x 0.003 for two thirds, over a risk of 5.
    const rates = [
      { t: 60, rate: '0.5', mark: '100' },
      { t: 120, rate: '0.001', mark: '100' },
      { t: 180, rate: '0.003', mark: null },
      { t: 240, rate: '0.5' },
    ];
    expect(await told(rates)).toEqual([
      { ...without, rNet: '-0.395733333333333333', funding: '0.0624', rOptimistic: '-0.395733333333333333' },
    ]);
    expect(await told([])).toEqual([{ ...without, funding: '0' }]);
  });

  it.each([
    ['of more than everything', [{ t: 60, rate: '1', mark: '1' }], '[0].funding[0].rate: Give a share of one'],
    ['at no price', [{ t: 60, rate: '0.1', mark: '0' }], '[0].funding[0].mark: Give a price above zero'],
    [
      'out of order',
      [
        { t: 60, rate: '0.1' },
        { t: 60, rate: '0.2' },
      ],
      '[0].funding[1].t: funding must be in order of time',
    ],
  ])('refuses funding %s', async (_, funding, sentence) => {
    expect(await scored([{ id: 'x', signal, candles, funding }])).toMatchObject({ err: expect.stringContaining(sentence), answer: null });
  });

  it.each([
    ['stop: above', { stop: '101' }, 'signal.entry: above stop'],
    ['targets', { targets: ['105', '104'] }, 'signal.targets[1]: above targets[0]'],
    ['weights', { weights: ['0.5', '0.5'] }, 'signal.weights: as many as there are targets'],
    ['weights', { weights: ['0.5', '0.2', '0.2'] }, 'signal.weights: together they must be 1'],
    ['trail', { trail: 'sometimes' }, '[0].signal.trail: Give none, breakeven, moving or percent:3'],
    ['amendments', { amendments: [{ kind: 'cancel', at: 31, stop: '1' }] }, '[0].signal.amendments[0]'],
    ['amendments', { amendments: [{ kind: 'edit', at: 31 }] }, '[0].signal.amendments[0]'],
    ['entry', { entry: '1e3' }, '[0].signal.entry: Give a decimal string'],
  ])('refuses %s that cannot be', async (_, changes, sentence) => {
    expect(await scored([{ id: 'x', signal: { ...signal, ...changes }, candles }])).toMatchObject({
      code: expect.not.stringMatching(/^0$/),
      err: expect.stringContaining(sentence),
      answer: null,
    });
  });

  it.each([
    ['out of order', [candles[1]!, filling], '[0].candles[1].t: candles must be in order of time'],
    ['without sense', [candle(60, '101', '100', '99', '100')], '[0].candles[0]: its high must be its highest'],
    [
      'of more digits than are sure',
      [candle(60, '100.12345678901234', '101', '99', '100')],
      '[0].candles[0].o: Give a price of at most 15 digits',
    ],
  ])('refuses candles %s', async (_, given, sentence) => {
    expect(await scored([{ id: 'x', signal, candles: given }])).toMatchObject({ err: expect.stringContaining(sentence), answer: null });
  });
});
