import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './app.config.js';

const OWN = { PAY_BTC_ADDRESS: 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z', PAY_USDT_TRC20_ADDRESS: 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36' };

describe('scripts/make-secrets.mjs', () => {
  let home: string;
  const names = [
    'admin_password',
    'app_database_url',
    'database_password',
    'database_url',
    'encryption_keys',
    'log_signing_key',
    'redis_acl',
    'redis_url',
  ];
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
      // Redis reads its users as another user; there is no password in it.
      expect(statSync(join(home, name)).mode & 0o777).toBe(name === 'redis_acl' ? 0o444 : 0o400);
      expect(first.stdout).not.toContain(secret);
    }
    expect(make().stdout).toContain('encryption_keys: kept');
    expect(read()).toEqual(secrets);

    const files = Object.fromEntries(
      Object.entries({
        DATABASE_URL: 'app_database_url',
        DATABASE_OWNER_URL: 'database_url',
        REDIS_URL: 'redis_url',
        ENCRYPTION_KEYS: 'encryption_keys',
        LOG_SIGNING_KEY: 'log_signing_key',
        ADMIN_PASSWORD: 'admin_password',
      }).map(([name, file]) => [`${name}_FILE`, join(home, file)]),
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
    expect(config.databaseOwnerUrl).toBe(`postgres://tidemark:${secrets['database_password']}@postgres:5432/tidemark`);
    expect(config.databaseUrl).toMatch(/^postgres:\/\/tidemark_app:[\w-]{32}@postgres:5432\/tidemark$/);
    expect(config.databaseUrl).not.toContain(secrets['database_password']);
    const { password } = new URL(config.redisUrl!);
    expect(secrets['redis_acl']).toContain(createHash('sha256').update(password).digest('hex'));
    expect(secrets['redis_acl']).not.toContain(password);
    expect([config.keyring.current, config.adminPassword, config.adminMfa]).toEqual(['first', secrets['admin_password'], 'required']);
  });

  it('adds what a new version needs to what an earlier one made', () => {
    const before = read();
    for (const name of ['app_database_url', 'redis_acl', 'redis_url']) rmSync(join(home, name));
    expect(make().stdout).toContain('app_database_url: made');
    const after = read();
    expect(names.filter((name) => after[name] !== before[name]).toSorted()).toEqual(['app_database_url', 'redis_acl', 'redis_url']);
  });

  it('says what it wants', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/make-secrets.mjs'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'Say where: --to DIR\n']);
  });
});
