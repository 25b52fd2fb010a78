import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
// Loaded here, and not by the first test.
import './commands/tax-report.command.js';
import { run } from './run.js';

interface GoldenCase {
  /** The computation by hand. */
  why: string;
  case: unknown;
  expected: Record<string, unknown>;
}

const folder = new URL('../../../test/cases/tax/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'tax-cases-'));
});
afterAll(() => rm(place, { recursive: true }));

async function report(content: unknown) {
  const file = join(place, 'case.json');
  await writeFile(file, JSON.stringify(content));
  let [out, err] = ['', ''];
  const code = await run(['tax', 'report', '--file', file], {
    environment: () => Promise.reject(new Error('an offline command needs no settings')),
    input: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, answer: out === '' ? null : JSON.parse(out) };
}

describe('tidemark tax report', () => {
  it('has a case for every rule', () => expect(files.length).toBeGreaterThanOrEqual(19));

  it.each(files)('gives what was computed by hand: %s', async (name) => {
    const golden = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as GoldenCase;
    const { code, err, answer } = await report(golden.case);
    expect([code, err]).toEqual([0, '']);
    expect(answer).toMatchObject(golden.expected);
  });

  it.each([
    [{ year: 2025, method: 'hifo', rows: [] }, 'method: Give "fifo", "lifo" or "average"'],
    [{ year: 1999, method: 'fifo', rows: [] }, 'year: Give 2009 or later'],
    [
      { year: 2025, method: 'fifo', rows: [{ kind: 'reward', time: '2025-01-01', asset: 'ETH', qty: '0' }] },
      'rows[0].qty: Give more than 0',
    ],
    [{ year: 2025, method: 'fifo', rows: [{ kind: 'deposit', time: 'soon', asset: 'ETH', qty: '1' }] }, 'rows[0].time: Give a time'],
  ])('names the field of bad input: %j', async (content, message) => {
    const { code, err } = await report(content);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});
