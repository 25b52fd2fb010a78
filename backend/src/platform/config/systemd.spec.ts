import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { variables } from './variables.schema.js';

const FOLDER = 'deploy/systemd';
const services = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));
const linesOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8').split('\n');
const valuesOf = (name: string, key: string) =>
  linesOf(name).flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));

describe('the units of deploy/systemd', () => {
  it('are one for each process, and a timer for the backup', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual([
      'tidemark-api.service',
      'tidemark-backup.service',
      'tidemark-backup.timer',
      'tidemark-migrate.service',
      'tidemark-worker.service',
    ]);
    expect(services.flatMap((name) => valuesOf(name, 'ExecStart'))).toEqual([
      '/usr/local/bin/tidemark api',
      '/usr/local/bin/tidemark backup-timer --once',
      '/usr/local/bin/tidemark migrate',
      '/usr/local/bin/tidemark worker',
    ]);
  });

  it.each(services)('%s has no rights beyond its own folder', (name) => {
    const expected = {
      User: 'tidemark',
      CapabilityBoundingSet: '',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      RestrictNamespaces: 'yes',
      UMask: '0077',
    };
    for (const [key, value] of Object.entries(expected)) expect([key, valuesOf(name, key)]).toEqual([key, [value]]);
    expect([valuesOf(name, 'MemoryMax').length, valuesOf(name, 'TasksMax').length]).toEqual([1, 1]);
  });

  it.each(services)('%s gets the secrets that it needs as credentials, and sets what there is', (name) => {
    const set = valuesOf(name, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => pair.split('=') as [string, string]);
    const unknown = set
      .map(([key]) => key)
      .filter((key) => !(key in variables) && !(key.replace(/_FILE$/, '') in variables) && !key.startsWith('BACKUP_'));
    expect(unknown).toEqual([]);
    const credentials = valuesOf(name, 'LoadCredential').map((line) => line.split(':')[0]);
    expect(set.flatMap(([, value]) => (value.startsWith('%d/') ? [value.slice(3)] : []))).toEqual(credentials);
    const owns = ['tidemark-backup.service', 'tidemark-migrate.service'].includes(name);
    expect(credentials.includes('database_url')).toBe(owns);
    expect(credentials.includes('admin_password')).toBe(name === 'tidemark-migrate.service');
  });
});
