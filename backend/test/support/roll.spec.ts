import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

describe('deploy/roll.sh', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-roll-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs it with a `docker` that writes down what it is asked for, lists these containers, and fails at one step. */
  function roll(running: string[], failsAt = 'never') {
    const calls = join(folder, 'calls');
    writeFileSync(calls, '');
    const docker = join(folder, 'docker');
    writeFileSync(
      docker,
      `#!/bin/sh\necho "$@" >>'${calls}'\n[ "$2 $3" = 'ps --quiet' ] && printf '%s\\n' ${running.join(' ')}\ncase "$*" in ` +
        `*'${failsAt}'*) exit 1 ;; esac\nexit 0\n`,
    );
    chmodSync(docker, 0o755);
    const { status } = spawnSync('sh', ['deploy/roll.sh'], { env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` } });
    return { status, calls: readFileSync(calls, 'utf8').trim().split('\n') };
  }

  it('starts new processes beside the old ones before these end', () => {
    expect(roll(['one', 'two'])).toEqual({
      status: 0,
      calls: [
        'compose ps --quiet api',
        'compose build',
        'compose run --rm migrate',
        'compose up --detach --wait --no-deps --no-recreate --scale api=4 api',
        'stop one',
        'rm one',
        'stop two',
        'rm two',
        'compose up --detach --wait --no-deps --scale api=2 api worker backup web',
      ],
    });
  });

  it.each(['run --rm migrate', 'api=4'])('ends no old process where "%s" fails', (step) => {
    const { status, calls } = roll(['one', 'two'], step);
    expect(status).toBe(1);
    expect(calls.filter((call) => call.startsWith('stop'))).toEqual([]);
  });

  it('does nothing where no API runs', () => {
    expect(roll([])).toEqual({ status: 1, calls: ['compose ps --quiet api'] });
  });
});
