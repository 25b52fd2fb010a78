import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
// Loaded here, and not by the first test: they bring much of the product along.
import './commands/portfolio-pnl.command.js';
import './commands/portfolio-returns.command.js';
import { run } from './run.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-cases-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function given(command: string, content: unknown) {
  const file = join(folder, 'case.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  let [out, err] = ['', ''];
  const code = await run([command, '--file', file], {
    environment: () => Promise.reject(new Error('an offline command asked for settings')),
    input: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, answer: out === '' ? null : JSON.parse(out) };
}

const returns = {
  valuations: [
    { at: '2026-01-01', value: '10000' },
    { at: '2026-04-01T00:00:00Z', value: '12000' },
  ],
  flows: [
    { at: '2026-01-31', amount: '10000', valueBefore: '10500' },
    { at: '2026-03-02T02:00:00+02:00', amount: '-8450', valueBefore: '18450' },
  ],
};
const fill = { t: '2026-01-01', side: 'buy', base: 'BTC', quote: 'USDT', price: '100', qty: '1', fee: '0.1', feeAsset: 'USDT' };
const fills = [
  fill,
  { ...fill, t: '2026-01-02', price: '200', fee: '0.2' },
  { ...fill, t: '2026-01-03', side: 'sell', price: '250', fee: '0.25' },
];

describe('portfolio:returns', () => {
  it('answers with the figures of a file, without the product', async () => {
    const { code, err, answer } = await given('portfolio:returns', returns);
    expect([code, err]).toEqual([0, '']);
    expect(answer).toMatchObject({ twr: '0.134', maxDrawdown: '-0.1', sharpe: null, sortino: null, broken: [] });
    expect(answer.periods).toHaveLength(3);
    expect(answer.periods[1]).toEqual({
      from: '2026-01-31T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
      valueStart: '20500',
      valueEnd: '18450',
      flow: '-8450',
      method: 'exact',
      return: '-0.1',
      segment: 1,
    });
    expect(Number(answer.mwr)).toBeCloseTo((1 + Number(answer.mwrOfPeriod)) ** (365 / 90) - 1, 9);
  });

  it.each([
    [
      'last',
      {
        valuations: [
          { at: '2026-01-01T00:00:00.000Z', value: '100' },
          { at: '2026-01-11T00:00:00.000Z', value: '150' },
        ],
        flows: [{ at: '2026-01-11T00:00:00.000Z', amount: '40', valueBefore: '110' }],
      },
    ],
    [
      'first',
      {
        valuations: [
          { at: '2026-01-01T00:00:00.000Z', value: '100' },
          { at: '2026-01-11T00:00:00.000Z', value: '110' },
        ],
        flows: [{ at: '2026-01-01T00:00:00.000Z', amount: '100', valueBefore: '0' }],
      },
    ],
  ])('counts a flow once where the %s valuation is the value after it', async (_, content) => {
    const { code, answer } = await given('portfolio:returns', content);
    expect([code, answer.twr, answer.mwrOfPeriod, answer.broken]).toEqual([0, '0.1', '0.1', []]);
  });

  it('answers with the drawdown of the period index, flows within a day included', async () => {
    const { answer } = await given('portfolio:returns', {
      valuations: [
        { at: '2026-01-01', value: '100' },
        { at: '2026-01-02', value: '160' },
      ],
      flows: [{ at: '2026-01-01T12:00:00Z', amount: '50', valueBefore: '200' }],
    });
    expect([answer.twr, answer.maxDrawdown]).toEqual(['0.28', '-0.36']);
  });

  it('says null where nothing is defined, and names where a chain is broken', async () => {
    expect((await given('portfolio:returns', { valuations: [] })).answer).toEqual({
      twr: null,
      mwr: null,
      mwrOfPeriod: null,
      maxDrawdown: null,
      sharpe: null,
      sortino: null,
      periods: [],
      broken: [],
    });
    const broken = await given('portfolio:returns', {
      valuations: [
        { at: 0, value: '100' },
        { at: 86_400_000, value: '-1' },
      ],
      flows: [],
    });
    expect(broken).toMatchObject({
      code: 0,
      answer: { twr: null, broken: [{ at: '1970-01-02T00:00:00.000Z', reason: 'a negative value' }] },
    });
  });

  it.each([
    ['valuations[1].value', { ...returns, valuations: [returns.valuations[0], { at: '2026-01-02', value: 'lots' }] }],
    ['flows[0].amount', { ...returns, flows: [{ at: '2026-01-31' }] }],
    ['flows[1].at', { ...returns, flows: [returns.flows[0], { at: 'yesterday', amount: '1' }] }],
    [
      'valuations[1].at: the same instant as valuations[0]',
      {
        valuations: [
          { at: '2026-01-01', value: '1' },
          { at: '2026-01-01T00:00:00Z', value: '2' },
        ],
      },
    ],
    ['valuations', { flows: [] }],
    ['flows[0]', { ...returns, flows: [{ at: '2026-01-31', amount: '1', before: '2' }] }],
    ['is no JSON', '{'],
  ])('refuses a bad file and names %s', async (name, content) => {
    const { code, err, answer } = await given('portfolio:returns', content);
    expect([code, answer]).toEqual([1, null]);
    expect(err).toContain(name);
  });
});

describe('portfolio:pnl', () => {
  it('answers a base asset, by either method', async () => {
    expect(await given('portfolio:pnl', { method: 'average', fills })).toEqual({
      code: 0,
      err: '',
      answer: { BTC: { realised: '99.6', openQty: '1', openCost: '150.15' } },
    });
    expect((await given('portfolio:pnl', { method: 'fifo', fills })).answer).toEqual({
      BTC: { realised: '149.65', openQty: '1', openCost: '200.2' },
    });
  });

  it('tells what came at an unknown cost', async () => {
    expect((await given('portfolio:pnl', { method: 'fifo', fills: [{ ...fill, feeAsset: 'BNB' }] })).answer).toEqual({
      BTC: { realised: '0', openQty: '1', openCost: null, unknownQty: '1' },
    });
  });

  it.each([
    ['method', { method: 'lifo', fills }],
    ['fills[2].side', { method: 'fifo', fills: [fills[0], fills[1], { ...fill, side: 'hold' }] }],
    ['fills[0].qty', { method: 'fifo', fills: [{ ...fill, qty: '0' }] }],
    ['fills[0].price', { method: 'fifo', fills: [{ ...fill, price: 1.234567890123456 }] }],
    ['fills[0].feeAsset', { method: 'fifo', fills: [{ ...fill, feeAsset: undefined }] }],
    ['fills[1].quote', { method: 'fifo', fills: [fill, { ...fill, quote: 'EUR' }] }],
  ])('refuses a bad file and names %s', async (name, content) => {
    const { code, err } = await given('portfolio:pnl', content);
    expect(code).toBe(1);
    expect(err).toContain(name);
  });

  it('says that a file is not there', async () => {
    let err = '';
    const code = await run(['portfolio:pnl', '--file', join(folder, 'nowhere.json')], {
      environment: () => ({}),
      input: Readable.from([]),
      out: () => {},
      err: (text) => (err += text),
    });
    expect([code, err]).toEqual([1, expect.stringContaining('nowhere.json cannot be read')]);
  });
});
