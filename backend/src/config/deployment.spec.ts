import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfig } from './app-config.js';
import { variables } from './variables.js';

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  ports?: string[];
  stop_grace_period?: string;
  deploy?: object;
}

const OWN = { PAY_BTC_ADDRESS: 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z', PAY_USDT_TRC20_ADDRESS: 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36' };

describe('docker-compose.yml', () => {
  const { services, networks } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean }>;
  };
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('tidemark:'));
  const settings = Object.entries(services['worker']!.environment!);

  it('sets variables that there are, and every one that production asks for', () => {
    const names = settings.map(([name]) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !(name in variables))).toEqual([]);
    const required = Object.entries(variables)
      .filter(([, rule]) => 'production' in rule)
      .map(([name]) => name);
    // The image says where its data is.
    expect(required.filter((name) => !names.includes(name))).toEqual(['DATA_DIR']);
    expect(readFileSync('Dockerfile', 'utf8')).toContain('DATA_DIR=/data');
  });

  it('keeps secrets in files', () => {
    for (const secret of ['DATABASE_URL', 'ENCRYPTION_KEYS', 'LOG_SIGNING_KEY', 'ADMIN_PASSWORD'])
      expect(settings.find(([name]) => name === `${secret}_FILE`)?.[1]).toBe(`/run/tidemark/${secret.toLowerCase()}`);
  });

  it('runs every process of ours from what is built, without rights, on a file system that is read only', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(['api', 'migrate', 'secrets', 'worker']);
    for (const [name, service] of ours)
      expect([name, service.read_only, service.cap_drop, service.ports]).toEqual([name, true, ['ALL'], undefined]);
    for (const name of ['api', 'worker'])
      expect([services[name]!.stop_grace_period, typeof services[name]!.deploy]).toEqual(['40s', 'object']);
    for (const { command } of Object.values(services))
      for (const word of command ?? []) if (word.startsWith('dist/')) statSync(word.replace(/^dist\/(.*)\.js$/, '$1.ts'));
  });

  it('opens nothing to the outside but the web', () => {
    expect(
      Object.entries(services)
        .filter(([, { ports }]) => ports?.some((port) => !port.startsWith('127.0.0.1:')))
        .map(([name]) => name),
    ).toEqual(['web']);
    expect(networks['inside']).toEqual({ internal: true });
  });
});

describe('scripts/make-secrets.mjs', () => {
  let home: string;
  const names = ['admin_password', 'database_password', 'database_url', 'encryption_keys', 'log_signing_key'];
  const make = () => spawnSync(process.execPath, ['scripts/make-secrets.mjs', '--to', home], { encoding: 'utf8' });
  const read = () => Object.fromEntries(names.map((name) => [name, readFileSync(join(home, name), 'utf8')]));
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'tidemark-secrets-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('makes what production starts with, once, for its owner alone', () => {
    const first = make();
    expect([first.status, first.stderr]).toEqual([0, '']);
    const secrets = read();
    for (const [name, secret] of Object.entries(secrets)) {
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o400);
      expect(first.stdout).not.toContain(secret);
    }
    expect(make().stdout).toContain('encryption_keys: kept');
    expect(read()).toEqual(secrets);

    const files = Object.fromEntries(
      ['DATABASE_URL', 'ENCRYPTION_KEYS', 'LOG_SIGNING_KEY', 'ADMIN_PASSWORD'].map((name) => [
        `${name}_FILE`,
        join(home, name.toLowerCase()),
      ]),
    );
    const config = loadConfig({
      NODE_ENV: 'production',
      DATA_DIR: home,
      PUBLIC_URL: 'https://club.example',
      SMTP_URL: 'smtps://a:b@mail.example',
      EXCHANGE_URL: 'live',
      ADMIN_EMAIL: 'head@club.example',
      ...files,
      ...OWN,
    });
    expect(config.databaseUrl).toBe(`postgres://tidemark:${secrets['database_password']}@postgres:5432/tidemark`);
    expect([config.keyring.current, config.adminPassword, config.adminMfa]).toEqual(['first', secrets['admin_password'], 'required']);
  });

  it('says what it wants', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/make-secrets.mjs'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'Say where: --to DIR\n']);
  });
});
