import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
/** Twenty faults, each kind of `telling` once. */
const [SEED, FAULTS] = [7, 20];
/** Of a run that takes three minutes on two cores of their own: met by a failure alone. */
const DEADLINE_MS = 20 * 60_000;

interface Report {
  operations: Record<string, { acked: number; open: number }>;
  faults: Record<string, number>;
  lost: number;
  doubled: number;
  broken: string | null;
  invariants: { id: string; problem: string | null }[];
}

/** Stays after a red run: the history is what explains it. */
const out = fromRoot('coverage/nemesis');
let said = '';
let report: Report;

beforeAll(async () => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const child = spawn(
    process.execPath,
    [fromRoot('backend/test/faults/injection/run.mjs'), '--short', '--seed', String(SEED), '--out', out],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`the run ended with ${code}:\n${said.slice(-6_000)}`);
  report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
}, DEADLINE_MS);

afterAll(() => {
  if ((report as Report | undefined)?.broken === null) rmSync(out, { recursive: true, force: true });
});

it('loses nothing and does nothing twice, whatever breaks', () => {
  expect(report).toMatchObject({ lost: 0, doubled: 0, broken: null });
  expect(report.invariants.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(report.invariants.length).toBeGreaterThan(12);
});

it('did what there is to break, and knows what became of all of it', () => {
  for (const op of ['sign-up', 'confirm', 'payment', 'kyc', 'decision', 'signal'])
    expect([op, report.operations[op]?.acked]).toEqual([op, expect.any(Number)]);
  for (const [op, { open }] of Object.entries(report.operations)) expect([op, open]).toEqual([op, 0]);
  expect(Object.values(report.faults).reduce((sum, count) => sum + count, 0)).toBe(FAULTS);
});
