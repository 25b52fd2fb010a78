import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from './support/eventually.js';
import { Launch, nothingLeft } from './support/launcher.js';
import { killHard } from './support/processes.js';
import { freePort } from './support/tidemark.js';

const SLOW_MS = 300_000;

/** `npm run cli --` beside the product of a data folder, and without it. */
describe('the command line', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
  let launch: Launch | undefined;
  afterAll(async () => {
    await launch?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, SLOW_MS);

  /** Without demo signals: the head that a worker signs over them is an event of its own, whenever it comes. */
  const started = async (port: number) =>
    new Launch({ env: { PORT: String(port), DEV_SMTP_PORT: String(await freePort()), DATA_DIR: dataDir, SEED_DEMO: 'false' } });
  const command = (...args: string[]) =>
    new Launch({ command: [process.execPath, 'scripts/cli.mjs', ...args], env: { DATA_DIR: dataDir } });
  const verify = async () => {
    const run = command('audit:verify', '--json');
    expect({ code: await run.ended(), errors: run.errors }).toEqual({ code: 0, errors: [] });
    return JSON.parse(run.stdout) as { sealed: string; head: string; waiting: number; firstBreak: null };
  };

  /** A command that has brought the database up: one that was over before it was seen is followed by another. */
  const midway = async (): Promise<Launch> => {
    const run = command('audit:verify');
    let isOver = false;
    void run.ended().then(() => (isOver = true));
    await eventually(() => expect(isOver || run.tree().length > 1).toBe(true), SLOW_MS);
    return isOver ? midway() : run;
  };

  it(
    'makes no database where there is none',
    async () => {
      const run = command('audit:verify');
      expect(await run.ended()).toBe(1);
      expect(run.errors).toEqual([expect.stringMatching(/^audit:verify: DATA_DIR: there is no database in .* yet; npm start makes one$/)]);
    },
    SLOW_MS,
  );

  it(
    'uses the database of the product that runs, and leaves it running',
    async () => {
      const port = await freePort();
      launch = await started(port);
      await launch.ready();
      await eventually(
        async () => expect(await verify()).toMatchObject({ sealed: expect.stringMatching(/^[1-9]/), waiting: 0, firstBreak: null }),
        SLOW_MS,
      );
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    },
    SLOW_MS,
  );

  it(
    'brings the database up where the product does not run, and takes it down again',
    async () => {
      const { head } = await verify();
      await launch!.stop();
      const before = command('--help').tree();
      expect(await verify()).toMatchObject({ head, firstBreak: null });
      await nothingLeft(before, dataDir);
    },
    SLOW_MS,
  );

  it(
    'leaves nothing behind when it is killed, and the product starts again',
    async () => {
      const run = await midway();
      const all = run.tree();
      killHard(run.pid);
      await nothingLeft(all, dataDir);
      launch = await started(await freePort());
      await launch.ready();
      await verify();
    },
    SLOW_MS,
  );
});
