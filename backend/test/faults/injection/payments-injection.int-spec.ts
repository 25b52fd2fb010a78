import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const SEED = 7;
/** Of a run that takes a minute and a half on two cores of its own: met by a failure alone. */
const DEADLINE_MS = 15 * 60_000;

interface Report {
  operations: Record<string, { acked: number; open: number }>;
  faults: Record<string, number>;
  lost: number;
  doubled: number;
  booked: number;
  reversed: number;
  reorganised: number;
  paid: number;
  stories: Record<string, number>;
  broken: string | null;
  invariants: { id: string; problem: string | null }[];
}

/** Stays after a red run: the history is what explains it. */
const out = fromRoot('coverage/nemesis-payments');
let said = '';
let report: Report;

beforeAll(async () => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const script = fromRoot('backend/test/faults/injection/payments/run.mjs');
  const child = spawn(process.execPath, [script, '--short', '--seed', String(SEED), '--out', out], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`the run ended with ${code}:\n${said.slice(-6_000)}`);
  report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
}, DEADLINE_MS);

afterAll(() => {
  if ((report as Report | undefined)?.broken === null) rmSync(out, { recursive: true, force: true });
});

it('loses no payment on chain and books none twice, whatever breaks', () => {
  expect(report).toMatchObject({ lost: 0, doubled: 0, broken: null });
  expect(report.invariants.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(report.invariants.map(({ id }) => id)).toEqual(['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8']);
});

it('paid in every way, lost blocks with booked payments in them, and knows what became of all of it', () => {
  for (const op of ['sign-up', 'proof', 'quote', 'pay', 'approve', 'void'])
    expect([op, report.operations[op]?.acked]).toEqual([op, expect.any(Number)]);
  for (const [op, { open }] of Object.entries(report.operations)) expect([op, open]).toEqual([op, 0]);
  expect(Object.keys(report.stories)).toHaveLength(11);
  expect(Object.keys(report.faults)).toHaveLength(8);
  // Each of the two kinds waits for a booking, and for its reversal.
  expect(report.reorganised).toBe(2);
  expect(report.reversed).toBeGreaterThanOrEqual(2);
  expect(report.booked).toBeGreaterThan(10);
  expect(report.paid).toBeGreaterThan(5);
});
