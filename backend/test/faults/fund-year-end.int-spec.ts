import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FundDryRunWire } from '../../src/platform/wire/index.js';
import { ask, Fleet, reached, type FleetProcess, type SignedInOver } from './fleet.js';
import { ScriptedSmtp } from '../integration/mail/scripted-smtp.js';
import { onEachStore, type Store } from './backends.js';

/** `FUND_CLIENTS=10000` is the size that the fund is built for. */
const CLIENTS = Number(process.env['FUND_CLIENTS'] ?? 60);
const WORKERS = 4;
const KILLS = 3;
/** Each: the management fee of two months, and the performance fee of those that gained. */
const LONG_MS = 3_600_000;

onEachStore('clients of the fund who leave on 31 December, with four workers', (startStore) => {
  let store: Store;
  let smtp: ScriptedSmtp;
  let fleet: Fleet;
  let api: FleetProcess;
  let workers: FleetProcess[];
  let admin: SignedInOver;
  beforeAll(async () => {
    [store, smtp] = [await startStore(), new ScriptedSmtp()];
    await smtp.start();
    fleet = await Fleet.start({ ...store.env, SMTP_URL: smtp.url });
    await fleet.migrate();
    api = await fleet.api();
    admin = await fleet.admin(api);
    await enrol(await fleet.member(api));
    workers = await Promise.all(Array.from({ length: WORKERS }, () => fleet.worker()));
  }, LONG_MS);
  afterAll(async () => {
    await fleet?.close();
    await Promise.allSettled([store?.stop(), smtp?.stop()]);
  }, 120_000);

  const count = async (sql: string) => (await fleet.rows<{ n: number }>(`select count(*)::int as n ${sql}`))[0]!.n;

  /**
   * Copies of one member, whose mandates began on 25 November with values that rise, fall or stay. Two of a hundred have a day in doubt.
   */
  async function enrol({ userId }: SignedInOver): Promise<void> {
    const [{ columns } = { columns: '' }] = await fleet.rows<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = 'users' and is_generated = 'NEVER'`,
    );
    await fleet.rows(
      `insert into users (${columns}) select ${columns} from (
         select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', 'client' || n || '@example.com',
           'referral_code', 'fund' || lpad(n::text, 8, '0'), 'role', 'hedge fund', 'membership', 'hedge fund'))).*
         from users u, generate_series(1, $2::int) n where u.id = $1) copies`,
      [userId, CLIENTS],
    );
    await fleet.rows(
      `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state, is_current)
       select gen_random_uuid(), id, 'binance', 'ey-1', decode(md5(id::text), 'hex'), 'valid', true from users where email like 'client%'`,
    );
    await fleet.rows(
      `insert into fund_mandates (id, user_id, account_id, state, terms_version, text_sha256, signed_name, signed_at, decided_at,
         starts_at)
       select gen_random_uuid(), user_id, id, 'starting', '2026-12', repeat('0', 64), 'A Client', '2025-11-24', '2025-11-24T10:00Z',
         '2025-11-25'
       from exchange_accounts`,
    );
    await fleet.rows(
      `insert into fund_redemptions (id, mandate_id, requested_at) select gen_random_uuid(), id, '2025-11-26' from fund_mandates`,
    );
    await fleet.rows(
      `insert into portfolio_days (account_id, day, equity, inflow, outflow, segment, flags)
       select a.id, d::date, 20000 + n * 7 + extract(day from d - timestamp '2025-11-24') * ((n % 5) - 2) * 31.17, 0, 0, 1,
         case when n % 50 = 0 and d = '2025-12-10' then '["unreconciled"]' else '[]' end::jsonb
       from (select id, row_number() over (order by id) as n from exchange_accounts) a,
         generate_series(timestamp '2025-11-24', timestamp '2025-12-31', interval '1 day') d`,
    );
    await fleet.rows(
      `insert into portfolio_states (account_id, computed_at, methodology_version) select id, now(), 2 from exchange_accounts`,
    );
  }

  it(
    'are computed, and each of their fees is invoiced once while workers are killed',
    async () => {
      const began = performance.now();
      await reached('every mandate has ended', async () => (await count(`from fund_mandates where state = 'ended'`)) === CLIENTS, LONG_MS);
      const computedAt = performance.now();
      const dryRun = async () =>
        (await ask<{ data: FundDryRunWire }>(api, 'GET', '/admin/fund-invoices', { token: admin.token })).body.data;
      const dry = await dryRun();
      expect(dry).toMatchObject({ clients: CLIENTS, lastOrder: null });
      const order = await ask(api, 'POST', '/admin/fund-invoices', { token: admin.token, body: { count: dry.count, total: dry.total } });
      expect(order.status).toBe(202);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const share = Math.floor((dry.count * kill) / (KILLS + 1));
        await reached('a part is issued', async () => (await count('from fund_invoices where invoice_id is not null')) >= share, LONG_MS);
        workers[kill]!.kill('SIGKILL');
        await workers[kill]!.ended;
        workers[kill] = await fleet.worker();
      }
      // Not by the dry run, which adds up all invoices: asking for it again and again would be most of the work.
      await reached('the order is finished', async () => (await count('from invoice_runs where finished_at is not null')) === 1, LONG_MS);
      const invoicedAt = performance.now();

      expect(await dryRun()).toMatchObject({ count: 0, total: '0.00', lastOrder: { finishedAt: expect.any(String) } });
      const [sums] = await fleet.rows<object>(
        `select count(*)::int as invoices, sum(i.total)::numeric(38, 2)::text as total, count(distinct i.number)::int as numbers,
           max(right(i.number, 6))::int as last, bool_and(i.total = f.amount) as same, count(distinct f.mandate_id)::int as clients
         from invoices i join fund_invoices f on f.invoice_id = i.id`,
      );
      expect(sums).toEqual({ invoices: dry.count, total: dry.total, numbers: dry.count, last: dry.count, same: true, clients: CLIENTS });
      expect(await count('from invoices')).toBe(dry.count);
      expect(await count(`from outbox where dedupe_key like '%fees-issued:%'`)).toBe(CLIENTS);
      const [owed] = await fleet.rows<{ owed: string }>(
        `select sum(amount)::numeric(38, 2)::text as owed from ledger_postings where account like 'receivable:%'`,
      );
      expect(owed!.owed).toBe(dry.total);
      const told = () => count(`from mail_deliveries where letter = 'fees-issued' and sent_at is not null`);
      await reached('every client has the email about their invoices', async () => (await told()) === CLIENTS, LONG_MS);
      for (const what of ['invoices', 'statements']) expect(await fleet.command(what, 'verify')).toMatchObject({ code: 0 });
      process.stdout.write(
        `${CLIENTS} clients: computed in ${seconds(computedAt - began)}, ${dry.count} invoices in ${seconds(invoicedAt - computedAt)}\n`,
      );
    },
    LONG_MS,
  );
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
