import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PasswordHasher } from '../../src/platform/crypto/index.js';
import { CoreModule } from '../../src/core.module.js';
import { DemoMembersService, FirstAdminService, UsersModule } from '../../src/club/users/index.js';
import { createTestDatabase } from '../support/test-database.js';
import { removeDataFolders, testConfig } from '../support/test-config.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const open: INestApplicationContext[] = [];
beforeAll(async () => (database = await createTestDatabase()));
afterAll(async () => {
  for (const app of open) await app.close();
  await database.drop();
  removeDataFolders();
});

/** A start of the seeding process with these settings. */
async function start(env: NodeJS.ProcessEnv = {}) {
  const config = testConfig(database.url, env);
  @Module({ imports: [CoreModule.forRoot(config, { http: false }), UsersModule] })
  class SeedTestModule {}
  const app = await NestFactory.createApplicationContext(SeedTestModule, { logger: false, abortOnError: false });
  open.push(app);
  return { app, config, admin: () => app.get(FirstAdminService).ensure(), members: () => app.get(DemoMembersService).ensure() };
}
const hashOf = async (app: INestApplicationContext, userId: string) =>
  (
    await app
      .get(MikroORM)
      .em.fork()
      .getConnection()
      .execute<{ password_hash: string }[]>('select password_hash from users where id = ?', [userId])
  )[0]?.password_hash ?? '';

describe('the first admin', () => {
  it('is made once in development, with a password that every start can print', async () => {
    const { app, config, admin } = await start();
    const first = await admin();
    expect(first).toMatchObject({
      email: 'admin@example.com',
      created: true,
      password: expect.stringMatching(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/),
    });
    expect(await app.get(PasswordHasher).verify(await hashOf(app, first?.userId ?? ''), first?.password ?? '')).toBe(true);
    expect(await admin()).toEqual({ ...first, created: false });
    const file = join(config.dataDir, 'demo-sign-ins.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ 'admin@example.com': first?.password });
  });

  it('is left alone when the settings name another one', async () => {
    const { admin } = await start({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'a long enough secret 9' });
    expect(await admin()).toMatchObject({ email: 'admin@example.com', created: false, password: null });
  });

  it('is made as the settings say, once, by several starts at one moment', async () => {
    const { app, admin } = await start({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'a long enough secret 9' });
    const sql = app.get(MikroORM).em.fork().getConnection();
    await sql.execute(`delete from users where role = 'admin'`);
    const all = await Promise.all([admin(), admin(), admin()]);
    expect(new Set(all.map((account) => account?.userId)).size).toBe(1);
    expect(all.filter((account) => account?.created)).toHaveLength(1);
    expect(all[0]).toMatchObject({ email: 'boss@example.com', password: null });
    expect(await app.get(PasswordHasher).verify(await hashOf(app, all[0]?.userId ?? ''), 'a long enough secret 9')).toBe(true);
  });

  it.each([
    [{ ADMIN_EMAIL: 'boss', ADMIN_PASSWORD: 'a long enough secret 9' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'fourteen chars' }, 'ADMIN_PASSWORD: Use a password of at least 15 characters'],
    [{ ADMIN_EMAIL: 'trade@example.com', ADMIN_PASSWORD: 'a long enough secret 9' }, 'already belongs to a member'],
  ])('is refused with settings that cannot be used, naming the variable', async (env, message) => {
    const { app, admin, members } = await start({ ...env, SEED_DEMO: 'true' });
    await members();
    await app.get(MikroORM).em.fork().getConnection().execute(`delete from users where role = 'admin'`);
    await expect(admin()).rejects.toThrow(message);
  });
});

describe('demo members', () => {
  it('are one a membership, confirmed, and keep their passwords over starts', async () => {
    const { app, config, members } = await start({ SEED_DEMO: 'true' });
    const sql = app.get(MikroORM).em.fork().getConnection();
    await sql.execute(`delete from users where role <> 'admin'`);
    const first = await members();
    expect(first).toMatchObject({
      'trade club': { email: 'trade@example.com', created: true },
      'hedge fund': { email: 'fund@example.com', created: true },
    });
    const again = await members();
    expect(again['trade club']).toEqual({ ...first['trade club'], created: false });
    expect(
      await sql.execute(`select role, email_confirmed_at is not null as confirmed from users where role <> 'admin' order by role`),
    ).toEqual([
      { role: 'hedge fund', confirmed: true },
      { role: 'trade club', confirmed: true },
    ]);
    expect(
      await app.get(PasswordHasher).verify(await hashOf(app, first['hedge fund']?.userId ?? ''), first['hedge fund']?.password ?? ''),
    ).toBe(true);
    rmSync(config.dataDir, { recursive: true });
    expect((await members())['trade club']).toMatchObject({ created: false, password: null });
  });

  it('stay away where SEED_DEMO is off', async () => {
    const { members } = await start({ SEED_DEMO: 'false' });
    expect(await members()).toEqual({});
  });
});
