import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserResourceWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedUser } from './people.js';

const CROWD = 12_000;
const BATCH = 1000;

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  // In batches, each of which fits the statement timeout on a busy machine.
  for (let to = BATCH; to <= CROWD; to += BATCH)
    await api.em().execute(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth,
       role, password_hash, referral_code, status, kyc_status, created_at)
     select gen_random_uuid(), substr(md5(n::text), 1, 9) || '@' || substr(md5((n * 7)::text), 1, 6) || '.example',
       initcap(translate(md5((n * 3)::text), '0123456789', 'ghijklmnop')),
       initcap(translate(md5((n * 5)::text), '0123456789', 'qrstuvwxyz')),
       '+44' || (7000000000 + n * 7919), 'United Kingdom', '1990-01-01', case when n % 3 = 0 then 'hedge fund' else 'trade club' end, 'x',
       substr(md5((n * 11)::text), 1, 12), 'active', case when n % 50 = 0 then 'pending' end, now() - n * interval '1 minute'
     from generate_series(${to - BATCH + 1}, ${to}) n`,
    );
  await api.em().execute('vacuum analyze users'); // as the server does by itself
});
afterAll(() => api.close());

const ask = (query: string) => call(api, 'GET', `/admin/users?${query}`, undefined, admin);
const search = async (q: string) => {
  const response = await ask(`filter=${encodeURIComponent(JSON.stringify({ q }))}`);
  return {
    status: response.statusCode,
    total: Number(response.headers['content-range']?.toString().split('/')[1]),
    ids: response.json<UserResourceWire[]>().map(({ id }) => id),
  };
};

/** The plans of the console's statements on users. */
const plans = (request: () => Promise<unknown>) => plansOf(api, /\bfrom "users" as "u"/, request);

describe('searching users', () => {
  it('finds by parts of name, email and phone number, in either case and any order, and by id', async () => {
    const user = await storedUser(api, {
      otherName: 'Jean-Luc',
      surname: "O'Malley",
      email: 'jl.omalley@harbour.example',
      phoneNumber: '+33612345678',
    });
    for (const q of [
      "o'malley",
      'MALLEY',
      'jean-luc',
      "o'malley jean",
      'jean o’'.replace('’', "'"),
      'harbour.example',
      'JL.OMALLEY@',
      '12345678',
      '+33612',
      'luc malley harb',
      user.id,
      user.id.toUpperCase(),
    ]) {
      expect([q, (await search(q)).ids]).toEqual([q, [user.id]]);
    }
    for (const q of ['o_malley', 'o%malley', 'malley\\', 'jeanluc', 'malley nobody']) expect([q, (await search(q)).ids]).toEqual([q, []]);
  });

  it('finds short words at the beginning of a name alone', async () => {
    const user = await storedUser(api, { otherName: 'Ix', surname: 'Yy' });
    expect((await search('ix yy')).ids).toEqual([user.id]);
    expect((await search('Y')).ids.length).toBeGreaterThan(0);
  });

  it('answers what is no name with nothing, and an empty search with everybody', async () => {
    for (const q of ['--', '%', '_', "'", '" ; --']) expect([q, (await search(q)).total]).toEqual([q, 0]);
    expect((await search('  ')).total).toBeGreaterThan(CROWD);
  });

  it('counts what it finds up to ten thousand, and says so beyond', async () => {
    const many = await ask(`filter=${encodeURIComponent('{"q":"example"}')}`);
    expect(many.headers['content-range']).toBe('users 0-24/10001');
    expect(many.headers['x-total-capped']).toBe('10000');
  });

  it('reads no more than the index names, also for what is found nowhere', async () => {
    for (const q of ['malley', 'zzzzzz', 'harbour.example', '+33612', 'ab cd', 'xq']) {
      for (const plan of await plans(() => search(q))) expect([q, plan]).toEqual([q, expect.not.stringContaining('Seq Scan')]);
    }
  });
});

describe('lists of many users', () => {
  it.each(['createdDate', 'surName', 'firstName', 'email', 'country', 'id'])(
    'give a page in the order of %s by an index, without sorting everybody',
    async (field) => {
      for (const order of ['ASC', 'DESC']) {
        const [plan] = await plans(() => ask(`sort=${encodeURIComponent(JSON.stringify([field, order]))}`));
        expect(plan).toContain('Index Scan');
        expect(plan).not.toMatch(/Sort|Seq Scan/);
      }
    },
  );

  it('count everybody, as the dashboard does', async () => {
    const response = await ask('');
    const { data } = (await call(api, 'GET', '/admindashboard', undefined, admin)).json<{ data: { allUser: number } }>();
    expect(data.allUser).toBeGreaterThan(CROWD);
    expect(response.headers['content-range']).toBe(`users 0-24/${data.allUser}`);
    const pending = await ask(`filter=${encodeURIComponent('{"kyc":"pending"}')}`);
    expect(pending.headers['content-range']).toBe(`users 0-24/${CROWD / 50}`);
    expect(pending.headers['x-total-capped']).toBeUndefined();
  });

  it('are bounded where nobody asked for a page', async () => {
    const response = await call(api, 'GET', '/getalluser', undefined, admin);
    expect(response.json<{ data: unknown[] }>().data).toHaveLength(1000);
    expect((await call(api, 'GET', '/getalluser?perPage=1001', undefined, admin)).statusCode).toBe(400);
  });
});
