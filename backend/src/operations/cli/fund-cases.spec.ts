import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { answerOfCommand } from '../../../test/support/fund/case-command.js';
// Loaded here, and not by the first test.
import './commands/club-share.command.js';
import './commands/fund-fees.command.js';

interface GoldenCase {
  case: unknown;
  answer: Record<string, unknown>;
}

const folder = new URL('../../../test/cases/fund/', import.meta.url);
const golden = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as GoldenCase;
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const fundFiles = files.filter((name) => name.startsWith('fund-'));
const clubFiles = files.filter((name) => name.startsWith('c'));

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
    const { code, err, answer } = await answerOfCommand('fund:fees', golden(name).case);
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
    const { code, err, answer } = await answerOfCommand('fund:fees', { cases: [client, bad, 'nothing'] });
    expect([code, err]).toEqual([0, '']);
    expect(answer).toEqual({
      results: [
        (await answerOfCommand('fund:fees', client)).answer,
        { error: 'flows[1].amount: Give an amount other than 0' },
        { error: expect.stringMatching(/^the file: /) },
      ],
    });
    expect((await answerOfCommand('fund:fees', { cases: [] })).answer).toEqual({ results: [] });
  });

  it('is one line of JSON with --json, and known as fund fees, too', async () => {
    const { out, answer } = await answerOfCommand('fund fees', client, '--json');
    expect(out).toBe(`${JSON.stringify(answer)}\n`);
  });

  it.each([
    ['is no JSON', '{'],
    ['cases: Give a list of cases', { cases: {} }],
    ['more: There is no such field', { cases: [], more: 1 }],
    ['the file: ', [client]],
  ])('refuses a file: %s', async (message, content) => {
    const { code, out, err } = await answerOfCommand('fund:fees', content);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });
});

describe('club:share', () => {
  it.each(clubFiles)('answers as computed by hand: %s', async (name) => {
    const { code, err, answer } = await answerOfCommand('club:share', golden(name).case);
    expect([code, err]).toEqual([0, '']);
    expect(answer).toMatchObject(golden(name).answer);
  });

  it('answers many cases at once, and a bad one with its error', async () => {
    const content = golden(clubFiles[0]!).case as object;
    const { code, answer } = await answerOfCommand('club:share', { cases: [{ ...content, members: [{ id: '' }] }, content] });
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
