import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SubscriptionWire } from '../../../src/platform/wire/index.js';
import { signedInAdmin, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { get } from './paying.js';

const BTC = 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z';
const TRON = 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36';

let api: TestApi;
let member: SignedIn;
beforeAll(async () => {
  api = await createTestApi({ PAY_BTC_ADDRESS: BTC, PAY_USDT_TRC20_ADDRESS: TRON });
  member = await signedInMember(api);
});
afterAll(() => api.close());

const subscription = async (who = member) => (await get(api, '/me/subscription', who)).json<{ data: SubscriptionWire }>().data;
const expected = {
  membership: 'trade club',
  fee: '50',
  currency: 'USD',
  invoiceId: null,
  wallets: [
    { id: 'btc', address: BTC, checksum: { first: 'bc1qtg', last: 'aqpy3z' }, uri: `bitcoin:${BTC}` },
    { id: 'usdt-trc20', address: TRON, checksum: { first: 'TJBp83', last: 'A7ZM36' }, uri: null },
  ],
};

describe('GET /me/subscription', () => {
  it('shows the fee of the member’s membership and the addresses of the settings', async () => {
    const answer = await get(api, '/me/subscription', member);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({ message: 'Your subscription', data: expected });
    expect(await subscription(await signedInMember(api, 'hedge fund'))).toEqual({ ...expected, membership: 'hedge fund', fee: '20' });
  });
});

/** Every operation of the API, from its own description. */
async function operations(): Promise<{ method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'; path: string }[]> {
  const { paths } = (await api.app.inject({ method: 'GET', url: '/api/docs-json' })).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase() as 'POST', path })),
  );
}

const hostile = 'bc1ptg34pxllgwhd5f7jh7ngrjejt77s4rfdfmmc0r6u85qukkkk8gwqdjxg2x';
const change = {
  PAY_BTC_ADDRESS: hostile,
  PAY_USDT_TRC20_ADDRESS: hostile,
  FEE_TRADE_CLUB: 1,
  payAddresses: { btc: hostile, usdtTrc20: hostile },
  fees: { tradeClub: 1 },
  wallets: [{ id: 'btc', address: hostile }],
  address: hostile,
  fee: '1',
};

describe('nothing changes fees and addresses', () => {
  it('no route, whoever calls it, whatever it is sent', async () => {
    const admin = await signedInAdmin(api);
    const all = await operations();
    const changing = all.filter(({ method, path }) => method !== 'GET' && !path.includes('logout'));
    expect(changing.length).toBeGreaterThan(15);
    for (const who of [admin, member]) {
      for (const { method, path } of changing) {
        await api.app.inject({
          method,
          url: path.replaceAll(/\{\w+\}/g, randomUUID()),
          headers: { authorization: who.token },
          payload: change,
        });
      }
    }
    expect(await subscription(await signIn(api, member.email))).toEqual(expected);
    // None takes a value: the routes of pay addresses approve the settings (money/pay-addresses.int-spec.ts), those of fund fees are read.
    const known = [
      '/fund-fees',
      '/fund-fees/projection',
      '/public/pay-addresses',
      '/admin/pay-addresses',
      '/admin/pay-addresses/{id}/approve',
      '/admin/pay-addresses/{id}/withdraw',
    ];
    expect(
      all.filter(({ path }) => /wallet-address|pay-address|setting|fee(s|$)/i.test(path) && !known.includes(path.replace('/api/v1', ''))),
    ).toEqual([]);
  });

  it('no row: what the database holds of them is signed', async () => {
    const tables = await api
      .em()
      .execute<{ name: string }[]>(
        `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables.filter((table) => table.name !== 'pay_address_changes')) {
      const [row] = await api
        .em()
        .execute<{ n: number }[]>(`select count(*)::int as n from "${name}" t where to_jsonb(t)::text like any (array[?, ?])`, [
          `%${BTC}%`,
          `%${TRON}%`,
        ]);
      expect([name, row?.n]).toEqual([name, 0]);
    }
    await api.em().execute('update pay_address_changes set value = ?', [hostile]);
    expect(await subscription(await signIn(api, member.email))).toEqual(expected);
  });

  it('no code: the settings of payments are read by the services that show and quote them alone', () => {
    const sources = join(import.meta.dirname, '../../../src');
    const readers = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        !file.startsWith(join('platform', 'config')) &&
        /payAddresses|config\.fees|\bfees\b.*= this\.config/.test(readFileSync(join(sources, file), 'utf8')),
    );
    expect(readers).toEqual([
      join('club', 'payments', 'subscription.settings.ts'),
      join('money', 'invoice-payments', 'quotes.service.ts'),
      join('money', 'pay-addresses', 'pay-addresses.service.ts'),
    ]);
  });
});
