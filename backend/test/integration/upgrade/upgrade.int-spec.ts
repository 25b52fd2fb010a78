import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { SpotTradeWire } from '../../../src/platform/wire/index.js';
import { ask, Fleet, reached, type FleetProcess, type SignedInOver } from '../../faults/fleet.js';
import { testConfig } from '../../support/test-config.js';
import { createBlankDatabase } from '../../support/test-database.js';
import { ScriptedSmtp } from '../mail/scripted-smtp.js';
import { ADMIN, EarlierData, GREAT_ID, LATE, MEMBER, PASSWORDS, PEOPLE, REJECTED } from './earlier-data.js';

const EARLIER = fileURLToPath(new URL('earlier-version.mjs', import.meta.url));

/** Bookkeeping of the migrations themselves. */
const notData = new Set(['mikro_orm_migrations', 'dev_mails']);

type Table = Map<string, string[]>;

/** Everything in the database as texts: the digits are what is compared, not how a client reads them. */
async function contents(
  client: pg.Client,
  { without = [], columnsOf }: { without?: readonly string[]; columnsOf?: Map<string, string[]> },
): Promise<{ columns: Map<string, string[]>; rows: Table }> {
  const { rows: found } = await client.query<{ t: string; c: string }>(
    `select table_name as t, column_name::text as c from information_schema.columns where table_schema = 'public' order by 1,
      ordinal_position`,
  );
  const columns = new Map<string, string[]>();
  for (const { t, c } of found) if (!notData.has(t) && !without.includes(`${t}.${c}`)) columns.set(t, [...(columns.get(t) ?? []), c]);
  const rows: Table = new Map();
  for (const [table, names] of columnsOf ?? columns) {
    const pairs = names.map((name) => `'${name}', ${name}::text`).join(', ');
    const { rows: values } = await client.query<{ row: string }>(
      `select jsonb_build_object(${pairs})::text as row from ${table} order by 1`,
    );
    rows.set(
      table,
      values.map(({ row }) => row),
    );
  }
  return { columns, rows };
}

function run(script: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((done, failed) =>
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error(`${script} ended with ${code}`)))),
  );
}

/** `changed`: columns that a later version keeps in another form, or asks the exchange for anew. */
describe.each([
  {
    version: 'the first',
    migration: 'Migration20261121000500_exchange',
    fill: (data: EarlierData) => data.first(),
    paid: false,
    changed: ['sync_cursors.covered_from', 'sync_cursors.covered_to', 'exchange_accounts.verified_at', 'users.color'],
  },
  {
    version: 'one half-way',
    migration: 'Migration20261122001700_portfolio',
    fill: (data: EarlierData) => data.middle(),
    paid: true,
    changed: [
      'reconciliation_states.other_movements',
      'users.color',
      ...['user_id', 'news', 'signals', 'updated_at'].map((column) => `mail_preferences.${column}`),
    ],
  },
])('a database that an earlier version left: $version', ({ migration, fill, paid, changed }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-upgrade-'));
  let smtp: ScriptedSmtp;
  let fleet: Fleet;
  let client: pg.Client;
  let data: EarlierData;
  let api: FleetProcess;
  let admin: SignedInOver;
  let before: Awaited<ReturnType<typeof contents>>;
  let black: number;

  beforeAll(async () => {
    smtp = new ScriptedSmtp();
    await smtp.start();
    const database = await createBlankDatabase();
    fleet = await Fleet.start({ DATA_DIR: dataDir, SMTP_URL: smtp.url, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORDS.admin }, { database });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`set timezone to 'UTC'`);
    await run(EARLIER, database.url, migration);
    data = new EarlierData(client, testConfig(database.url, { DATA_DIR: dataDir }));
    await fill(data);
    before = await contents(client, { without: changed });
    black = (await client.query(`select 1 from users where color = 'black'`)).rows.length;
    await fleet.migrate();
  }, 600_000);
  afterAll(async () => {
    await client?.end();
    await fleet?.close();
    await smtp?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 120_000);

  it('is brought forward with every row and every digit', async () => {
    const { rows } = await contents(client, { columnsOf: before.columns });
    expect(Object.fromEntries([...rows].map(([table, { length }]) => [table, length]))).toEqual(
      Object.fromEntries([...before.rows].map(([table, { length }]) => [table, length])),
    );
    for (const [table, then] of before.rows) expect({ table, rows: rows.get(table) }).toEqual({ table, rows: then });
    // White was the default, so only black proves a choice; the other accounts follow their device.
    expect(await fleet.rows(`select color, count(*)::int as people from users group by 1 order by 1`)).toEqual([
      { color: 'black', people: black },
      { color: null, people: PEOPLE - black },
    ]);
    const signals = ['signal-changed', 'signal-ended', 'signal-published'];
    expect(await fleet.rows('select kind, channel, value from notification_preferences order by kind')).toEqual(
      paid ? ['news', ...signals].map((kind) => ({ kind, channel: 'email', value: 'off' })) : [],
    );
    // What was told by email before is not unread.
    expect(
      await fleet.rows(
        `select u.id from users u where u.role <> 'admin' and not exists (select from notice_cursors c where c.user_id = u.id)`,
      ),
    ).toEqual([]);
    expect(await fleet.rows(`select id from broadcasts where (announced_at is null) = (state in ('sending', 'done'))`)).toEqual([]);
    if (paid) return;
    // The first version did not write down in spans what it had proven complete: each account is read whole once more, which doubles
    // nothing.
    expect((await client.query(`select distinct covered::text as covered from sync_cursors`)).rows).toEqual([{ covered: '{}' }]);
    expect((await client.query('select verified_at from exchange_accounts')).rows).toEqual([{ verified_at: null }]);
  });

  it('lets its people in, shows them what was theirs, and goes on with what was begun', async () => {
    api = await fleet.api();
    await fleet.worker();
    admin = await fleet.signIn(api, ADMIN, PASSWORDS.admin);
    const member = await fleet.signIn(api, MEMBER, PASSWORDS.member);
    const users = await ask(api, 'GET', '/admin/users?range=[0,9]', { token: admin.token });
    const rejected = await ask(api, 'GET', '/admin/rejected-users?range=[0,9]', { token: admin.token });
    expect([users, rejected].map(({ headers }) => Number(headers.get('content-range')?.split('/')[1]))).toEqual([
      PEOPLE - REJECTED,
      REJECTED,
    ]);
    const trades = await ask<{ data: SpotTradeWire[] }>(api, 'GET', `/spot_trade/${member.userId}`, { token: member.token });
    expect(trades.body.data).toHaveLength(500);
    expect(await fleet.rows(`select max(trade_id::numeric)::text as id from spot_trades`)).toEqual([{ id: GREAT_ID }]);
    const late = await ask(api, 'POST', '/signinuser', { body: { email: LATE, password: PASSWORDS.member } });
    expect([late.status, late.body.message]).toEqual([403, expect.stringContaining('confirm')]);
    const payment = await ask<{ data: { status: string } | null }>(api, 'GET', '/me/payment', { token: member.token });
    expect(payment.body.data?.status ?? null).toBe(paid ? 'approved' : null);
    if (paid) expect((await ask<{ data: unknown[] }>(api, 'GET', '/getsignal', { token: member.token })).body.data).toHaveLength(3);
    // The letter that waited, and the notice of a sign-in from another network than before.
    await reached('both letters', () => smtp.idsTo(MEMBER).length > 1);
    await reached('their end', async () => (await fleet.rows('select 1 from outbox where sent_at is null')).length === 0);
    expect(smtp.idsTo(MEMBER)).toHaveLength(2);
  }, 600_000);

  it('decides, seals and verifies: keys, files and the audit chain, old events first', async () => {
    const fund = await fleet.rows<{ id: string }>(`select id from users where email = 'fund@club.example'`);
    expect((await ask(api, 'GET', `/approvekyc/${fund[0]!.id}`, { token: admin.token })).status).toBe(200);
    await reached('the seals', async () => (await fleet.rows('select 1 from audit_unsealed')).length === 0);
    for (const command of ['keys:verify', 'audit:verify', 'log:verify']) {
      const { code, out } = await fleet.command(command);
      expect({ command, code, out }).toEqual({ command, code: 0, out });
    }
    const [first] = await fleet.rows<{ request_id: string | null; action: string }>(
      'select e.action, e.request_id from audit_seals s join audit_events e on e.id = s.event_id order by s.seq limit 1',
    );
    expect(first!.action).toBe(paid ? 'payment.approve' : 'auth.sign-in');
  }, 600_000);
});
