// Members who pay invoices on the chains of the sandbox while workers, database and chains are broken, and what must hold of the money
// afterwards (docs/operations.md, "Fault injection").   npm run nemesis:payments [-- --seed 7] [--faults 12 | --short] [--only 'kill
// workers'] [--out FOLDER] [--keep]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pause, stopwatch, until } from '../../../../../scripts/lib/clock.mjs';
import { onPinnedNode } from '../../../../../scripts/lib/node24.mjs';
import { root } from '../../../../../scripts/lib/root.mjs';
import { watchParent } from '../../../../../scripts/lib/parent-watch.mjs';

await onPinnedNode();
const { AdminSession } = await import('../admin-client.mjs');
const { FaultInjector } = await import('../fault-injector.mjs');
const { History } = await import('../history.mjs');
const { reportOf, textOf } = await import('../report.mjs');
const { World } = await import('../world.mjs');
const { PayerClient } = await import('./payer-client.mjs');
const { paymentInvariants } = await import('./payment-checks.mjs');
const { settlePayments } = await import('./payment-settle.mjs');
const { paymentStrikes, tellingPayments } = await import('./payment-strikes.mjs');

const CLIENTS = 3;
/** Bookings before the first fault, so that there is something to break. */
const WARM = 1;
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',') ?? (values.short ? tellingPayments : null);
const faults = Number(values.faults ?? (only ?? paymentStrikes).length);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
if (![seed, faults].every((number) => Number.isFinite(number) && number >= 0)) {
  process.stderr.write('--seed and --faults are numbers\n');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'tidemark-payments-'));
const out = resolve(values.out ?? join(root, '.data/nemesis', `payments-${seed}`));
mkdirSync(out, { recursive: true });
const elapsed = stopwatch();
const log = (text) => process.stdout.write(`${elapsed().padStart(9)}  ${text}\n`);

const world = new World(scratch, { readsChains: true });
const history = new History(join(out, 'history.jsonl'));
const run = {
  seed,
  again: 'npm run nemesis:payments --',
  world,
  history,
  log,
  begunAt: Date.now(),
  healedAt: Infinity,
  over: false,
  secrets: new Set(),
  surprises: [],
  people: [],
  /** What was sent on the chains: { chain, txid, address, invoiceId, matches }. */
  sent: [],
  /** Stories that came to their end. */
  told: [],
  /** Bitcoin finds no block. */
  blocksWait: false,
  restMs: 300,
  calmMs: 400,
  workBetween: 3,
  holdMs: null,
  measured: { lost: 0, doubled: 0, booked: 0, reversed: 0, reorganised: 0, paid: 0 },
  lastLines: [],
};

process.on('exit', () => {
  world.abandon();
  if (values.keep) process.stdout.write(`the data and the logs of the processes are in ${scratch}\n`);
  else rmSync(scratch, { recursive: true, force: true });
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(1));
watchParent(() => process.exit(1));

/** Blocks come on both chains, and every address is due at once: two workers meet at the same one, whoever holds its lease. */
async function beat() {
  for (let n = 0; !run.over; n++) {
    await world.exchangeControl('POST', 'chain/tron/mine', { blocks: 4 });
    // Twenty at once would look like a fault of the source.
    if (n % 4 === 0 && !run.blocksWait) await world.exchangeControl('POST', 'chain/bitcoin/mine', { blocks: 1 });
    await world.database.rows('update receiving_addresses set next_read_at = now() where next_read_at > now()').catch(() => undefined);
    await pause(1_000);
  }
}

/** Something that only a process that is well answers, for the person whom `session` is. */
const canaryOf = (session) => async (url) => {
  try {
    const answer = await fetch(`${url}/api/v1/admin/invoices`, {
      headers: { authorization: session.token },
      signal: AbortSignal.timeout(5_000),
    });
    return answer.ok;
  } catch {
    return false; // not yet
  }
};

const bookings = async () =>
  (await world.database.rows(`select count(*)::int as n from ledger_transactions where idempotency_key like 'chain-transfer:%'`))[0].n;

async function disturb() {
  if (!(await until(() => world.balancer.ready.length === world.apis.length, MINUTE_MS))) throw new Error('the product is not ready');
  const session = new AdminSession(run);
  await session.renew();
  const clients = Array.from({ length: CLIENTS }, (_, i) => new PayerClient(run, session, i + 1));
  log(`${clients.length} members at a time begin to pay`);
  const working = Promise.all([beat(), ...clients.map((client) => client.work())]);
  const failed = working.then(
    () => 'ended',
    (error) => error,
  );
  await Promise.race([until(async () => (await bookings()) >= WARM, 10 * MINUTE_MS), failed]);
  const injector = new FaultInjector(run, canaryOf(session), paymentStrikes);
  const struck = injector.work({ only, count: faults });
  const first = await Promise.race([struck, failed]);
  if (first instanceof Error) {
    await injector.takeBack();
    throw first;
  }
  await struck;
  run.over = true;
  await working;
  log(`the clients have ended: ${run.told.length} stories, ${run.sent.length} transactions`);
}

async function judge() {
  const verdicts = [];
  for (const { id, name, holds } of paymentInvariants) {
    let problem = null;
    try {
      await holds(run);
    } catch (error) {
      problem = error.message || String(error);
      if (run.lastLines.length === 0) run.lastLines = history.lastLines;
    }
    verdicts.push({ id, name, problem });
  }
  if (run.surprises.length > 0) verdicts.push({ id: 'S', name: 'nothing surprising happened', problem: run.surprises[0] });
  return verdicts;
}

let verdicts = [];
let failure = null;
try {
  log(`seed ${seed}`);
  await world.start({ queue: 'redis', log });
  await disturb();
  run.healedAt = Date.now();
  await settlePayments(run);
  verdicts = await judge();
  failure = verdicts.find(({ problem }) => problem !== null)?.problem ?? null;
} catch (error) {
  failure = error.message || String(error);
  run.lastLines = history.lastLines;
  if (process.env.VERBOSE) process.stderr.write(`${error.stack}\n`);
}
run.measured.stories = Object.fromEntries([...Map.groupBy(run.told, (story) => story)].map(([story, list]) => [story, list.length]));
const report = reportOf(run, verdicts, failure);
writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
writeFileSync(join(out, 'report.txt'), textOf(report));
process.stdout.write(`\n${textOf(report)}`);
log(`history.jsonl, report.txt and report.json are in ${out}`);
await world.stop().catch((error) => log(`the end was not clean: ${error.message}`));
history.close();
process.exit(failure === null ? 0 : 1);
