import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../e2e/support/tidemark.js';
import { aSignal } from '../integration/signals/a-signal.js';
import { createRoleDatabase, once, type RoleDatabase } from '../support/app-role.js';
import { ask, Fleet, reached, type FleetProcess, type SignedInOver } from './fleet.js';

const DEMO_KEYS = {
  tradeClub: { apiKey: 'sbx_small_read-only_1', secretKey: 'sbs_small_read-only_1' },
  hedgeFund: { apiKey: 'sbx_quiet_read-only_1', secretKey: 'sbs_quiet_read-only_1' },
};

/** The built product as it is shipped: `migrate` as the owner, API and worker as a role that only works with rows. */
describe('a product whose API and worker do not own the tables', () => {
  let database: RoleDatabase;
  let fleet: Fleet;
  let api: FleetProcess;
  let admin: SignedInOver;
  let member: SignedInOver;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-role-'));

  beforeAll(async () => {
    database = await createRoleDatabase();
    fleet = await Fleet.start(
      { DATABASE_URL: database.appUrl, SMTP_URL: '', DEV_SMTP_PORT: String(await freePort()) },
      { database: { url: database.ownerUrl, drop: database.drop } },
    );
    await fleet.migrate({ DATABASE_OWNER_URL: database.ownerUrl, SEED_DEMO: 'true', DEMO_EXCHANGE_KEYS: JSON.stringify(DEMO_KEYS) });
    api = await fleet.api();
    await fleet.worker();
    admin = await fleet.admin(api);
    member = await fleet.member(api);
  }, 600_000);
  afterAll(async () => {
    await fleet.close();
    rmSync(folder, { recursive: true });
  }, 120_000);

  const made = (what: string, sql: string) =>
    reached(what, async () => Object.values((await fleet.rows<Record<string, number>>(sql))[0]!)[0]! > 0);

  it('serves, and does its jobs', async () => {
    expect(
      await fleet.rows(`select rolsuper, rolcreatedb, rolcreaterole, rolcanlogin from pg_roles where rolname = '${database.role}'`),
    ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolcanlogin: true }]);
    expect((await ask(api, 'POST', '/createsignal', { token: admin.token, body: aSignal() })).status).toBe(201);
    expect((await ask(api, 'GET', '/me/payment', { token: member.token })).status).toBe(200);
    expect((await ask(api, 'GET', '/admin/operations/system', { token: admin.token })).status).toBe(200);
    expect((await ask(api, 'GET', '/admin/operations/queues', { token: admin.token })).status).toBe(200);
    await made('a sealed audit event', 'select count(*)::int from audit_seals');
    await made('a signed head', 'select count(*)::int from log_heads');
    await made('a sync', `select count(*)::int from sync_runs where state = 'done'`);
    await reached(
      'that everything of the outbox has left',
      async () => (await fleet.rows('select 1 from outbox where sent_at is null limit 1')).length === 0,
    );
    expect(await fleet.rows('select kind from outbox where dead_at is not null or error is not null')).toEqual([]);
  }, 300_000);

  it.each([
    `delete from audit_events`,
    `update audit_events set action = 'nothing'`,
    `truncate audit_events`,
    `alter table audit_events disable trigger all`,
    `drop trigger audit_events_no_delete on audit_events`,
    `set session_replication_role = replica`,
    `delete from audit_seals`,
    `update audit_seals set hash = '\\x00'`,
    `delete from audit_anchors`,
    `delete from log_heads`,
    `update log_leaves set content = ''`,
    `update ledger_postings set amount = 1`,
    `delete from ledger_postings`,
    `update ledger_transactions set kind = 'payment'`,
    `delete from ledger_transactions`,
    `alter table ledger_postings disable trigger ledger_postings_balanced`,
    `drop table audit_seals`,
    `create table public.other (id int)`,
    `delete from mikro_orm_migrations`,
    `create or replace function public.audit_events_audit_events_no_delete_fn() returns trigger
      as $$ begin return null; end; $$ language plpgsql`,
    `alter role current_user superuser`,
    `create role other`,
    `create table bullmq.other (id int)`,
  ])('refuses its role: %s', async (statement) => {
    await expect(once(database.appUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('migrates again while API and worker run', async () => {
    await fleet.migrate({ DATABASE_OWNER_URL: database.ownerUrl });
    expect((await api.health())?.status).toBe(200);
  }, 120_000);

  it('backs up and restores as the owner, and the role may sign in to what was restored', async () => {
    const to = join(folder, 'backup');
    const other = await createRoleDatabase();
    try {
      const backup = await fleet.commandWith({ DATABASE_OWNER_URL: database.ownerUrl }, 'backup', '--to', to);
      expect(backup).toMatchObject({ code: 0 });
      const dataDir = mkdtempSync(join(folder, 'data-'));
      cpSync(join(fleet.dataDir, 'log-key.pem'), join(dataDir, 'log-key.pem'));
      const restore = await fleet.commandWith(
        { DATABASE_URL: other.appUrl, DATABASE_OWNER_URL: other.ownerUrl, DATA_DIR: dataDir },
        'restore',
        '--from',
        to,
      );
      expect(restore).toMatchObject({ code: 0 });
      expect(await once(other.appUrl, `select 1 as one from users where email = '${member.email}'`)).toEqual([{ one: 1 }]);
      await expect(once(other.appUrl, 'delete from audit_events')).rejects.toThrow('permission denied');
    } finally {
      await other.drop();
    }
  }, 180_000);
});
