import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
// Loaded here, and not by the first test.
import './commands/club-share.command.js';
import './commands/fund-fees.command.js';
import { run } from './run.js';

interface GoldenCase {
  case: unknown;
  answer: Record<string, unknown>;
}

const folder = new URL('../../../test/cases/fund/', import.meta.url);
const golden = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as GoldenCase;
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const fundFiles = files.filter((name) => name.startsWith('fund-'));
const clubFiles = files.filter((name) => name.startsWith('c'));

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'fund-cases-'));
});
afterAll(() => rm(place, { recursive: true }));

async function answerOf(command: string, content: unknown, ...options: string[]) {
  const file = join(place, 'case.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  let [out, err] = ['', ''];
  const code = await run([command, '--file', file, ...options], {
    environment: () => Promise.reject(new Error('an offline command needs no settings')),
    input: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, out, answer: out === '' ? null : (JSON.parse(out) as Record<string, unknown>) };
}

const client = {
  terms: { version: '1', managementRate: '0.025', performanceRate: '0.3' },
  mandate: { countersignedAt: '2026-01-01' },
  valuations: [
    { at: '2026-01-01', equity: '36500' },
    { at: '2026-01-02', equity: '36500' },
  ],
};

describe('fund:fees', () => {
  it.each(fundFiles)('answers as computed by hand: %s', async (name) => {
    const { code, err, answer } = await answerOf('fund:fees', golden(name).case);
    expect([code, err]).toEqual([0, '']);
    expect(answer).toMatchObject(golden(name).answer);
  });

  it('answers many cases at once, and a bad one with its error', async () => {
    const bad = {
      ...client,
      flows: [
        { at: '2026-01-01', amount: '1' },
        { at: '2026-01-01', amount: '0' },
      ],
    };
    const { code, err, answer } = await answerOf('fund:fees', { cases: [client, bad, 'nothing'] });
    expect([code, err]).toEqual([0, '']);
    expect(answer).toEqual({
      results: [
        (await answerOf('fund:fees', client)).answer,
        { error: 'flows[1].amount: Give an amount other than 0' },
        { error: expect.stringMatching(/^the file: /) },
      ],
    });
    expect((await answerOf('fund:fees', { cases: [] })).answer).toEqual({ results: [] });
  });

  it('is one line of JSON with --json, and known as fund fees, too', async () => {
    const { out, answer } = await answerOf('fund:fees', client, '--json');
    expect(out).toBe(`${JSON.stringify(answer)}\n`);
  });

  it.each([
    ['is no JSON', '{'],
    ['cases: Give a list of cases', { cases: {} }],
    ['more: There is no such field', { cases: [], more: 1 }],
    ['the file: ', [client]],
  ])('refuses a file: %s', async (message, content) => {
    const { code, out, err } = await answerOf('fund:fees', content);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });
});

describe('club:share', () => {
  it.each(clubFiles)('answers as computed by hand: %s', async (name) => {
    const { code, err, answer } = await answerOf('club:share', golden(name).case);
    expect([code, err]).toEqual([0, '']);
    expect(answer).toMatchObject(golden(name).answer);
  });

  it('answers many cases at once, and a bad one with its error', async () => {
    const content = golden(clubFiles[0]!).case as object;
    const { code, answer } = await answerOf('club:share', { cases: [{ ...content, members: [{ id: '' }] }, content] });
    expect(code).toBe(0);
    expect(answer).toEqual({
      results: [
        { error: expect.stringContaining('members[0].id: Give a text') },
        expect.objectContaining({ methodologyVersion: 'club-share-1' }),
      ],
    });
  });
});

it('has all golden cases', () => expect([fundFiles.length, clubFiles.length]).toEqual([17, 3]));
