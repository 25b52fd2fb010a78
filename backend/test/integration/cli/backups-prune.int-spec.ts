import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expiry } from '../../../src/operations/backup/index.js';
import { readManifest, writeManifest } from '../../../src/operations/backup/manifest.store.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { removeDataFolders, testConfig } from '../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { once } from '../../support/app-role.js';
import { type, variablesOf } from './command-line.js';

const DAY_MS = 86_400_000;

let home: string;
let database: TestDatabase;
let variables: NodeJS.ProcessEnv;
const left = () => readdirSync(home).toSorted();
const prune = (...options: string[]) => type(['backups:prune', '--in', home, '--json', ...options], { environment: variables });

/** A copy of the backup `now`, as if it had been made so many days ago. */
async function older(name: string, days: number): Promise<void> {
  cpSync(join(home, 'now'), join(home, name), { recursive: true });
  const config = loadConfig(variables);
  const { format: _, ...manifest } = await readManifest(join(home, name), config);
  await writeManifest(join(home, name), { ...manifest, at: new Date(Date.now() - days * DAY_MS).toISOString() }, config);
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tidemark-backups-'));
  database = await createTestDatabase();
  variables = variablesOf(testConfig(database.url));
  const { code, err } = await type(['backup', '--to', join(home, 'now')], { environment: variables });
  if (code !== 0) throw new Error(err);
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
  removeDataFolders();
});

describe('backups', () => {
  it('are recorded where API and worker can see them', async () => {
    const { id, at } = await readManifest(join(home, 'now'), loadConfig(variables));
    expect(await once(database.url, 'select id, at from backup_runs')).toEqual([{ id, at: new Date(at) }]);
  });

  it('that are older than wanted are removed, and nothing else', async () => {
    await older('of-36-days', 36);
    await older('of-34-days', 34);
    await older('cut', 50);
    rmSync(join(home, 'cut', 'database', 'users.gz.sealed'));
    await older('unfinished', 60);
    rmSync(join(home, 'unfinished', 'manifest.json'));
    mkdirSync(join(home, 'photos'));
    writeFileSync(join(home, 'notes.txt'), 'not a backup');
    const all = left();
    const shown = await prune('--keep-days', '35', '--dry-run');
    expect(shown.json<Expiry>()).toMatchObject({
      removed: [{ folder: 'of-36-days' }],
      kept: [{ folder: 'now' }, { folder: 'of-34-days' }],
      unknown: [{ folder: 'cut' }, { folder: 'photos' }, { folder: 'unfinished' }],
    });
    expect(left()).toEqual(all);
    expect(await prune('--keep-days', '35')).toMatchObject({ code: 0 });
    expect(left()).toEqual(all.filter((name) => name !== 'of-36-days'));
    expect(await once(database.url, `select detail ->> 'keepDays' as days from audit_events where action = 'backup.expire'`)).toEqual([
      { days: '35' },
    ]);
  });

  it('keep the newest whole one, however old it is', async () => {
    rmSync(join(home, 'now'), { recursive: true });
    expect((await prune('--keep-days', '1')).json<Expiry>()).toMatchObject({ removed: [], kept: [{ folder: 'of-34-days' }] });
    expect(left()).toContain('of-34-days');
  });

  it.each([['0'], ['x'], ['3651'], ['1.5']])('are not removed after %s days', async (days) => {
    expect(await prune('--keep-days', days)).toMatchObject({ code: 2, err: expect.stringContaining('--keep-days') });
  });

  it('are not looked for in a folder that is not there', async () => {
    const answer = await type(['backups:prune', '--in', join(home, 'none'), '--keep-days', '3'], { environment: variables });
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') });
  });
});
