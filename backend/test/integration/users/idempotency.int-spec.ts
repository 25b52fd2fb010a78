import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Idempotency, IdempotencyKeyRepository, IdempotencyKeyReused } from '../../../src/platform/idempotency/index.js';
import { IdempotencySweep } from '../../../src/platform/idempotency/idempotency-sweep.job.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { actsOn, anotherAdmin, lettersTo, somebodyWaits, standingOf, storedUser } from './people.js';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => api.em().execute('delete from idempotency_keys'));

const toggle = (userId: string, key: string | undefined, as: SignedIn = admin, query = '') =>
  call(api, 'GET', `/userstatus/${userId}${query}`, undefined, {
    token: as.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const keys = () => api.em().execute<{ key: string; body: string }[]>('select "key", body from idempotency_keys order by created_at');

function signal(): [Promise<void>, () => void] {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return [fired, () => fire()];
}

describe('a status switched with an Idempotency-Key', () => {
  it('switches once however often it is sent, and answers the same', async () => {
    const user = await storedUser(api);
    const first = await toggle(user.id, 'k-1');
    await storedUser(api); // the list has grown meanwhile: the answer is the first one's all the same
    const second = await toggle(user.id, 'k-1');
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.body).toBe(first.body);
    expect(second.headers['x-total-count']).toBe(first.headers['x-total-count']);
    expect(second.headers['cache-control']).toBe('no-store');
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'deactivated' });
    expect(await actsOn(api, user.id)).toHaveLength(1);
    expect(await lettersTo(api, user.id)).toEqual(['account-deactivated']);
  });

  it('switches once when all copies come together', async () => {
    const user = await storedUser(api);
    const answers = await Promise.all(Array.from({ length: 8 }, () => toggle(user.id, 'k-2')));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'deactivated' });
    expect(await actsOn(api, user.id)).toHaveLength(1);
  });

  it('switches each time without a key, and with another one', async () => {
    const user = await storedUser(api);
    await toggle(user.id, undefined);
    await toggle(user.id, undefined);
    expect(await keys()).toEqual([]);
    await toggle(user.id, 'k-3');
    await toggle(user.id, 'k-4');
    await toggle(user.id, 'k-5');
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'deactivated' });
  });

  it('is a 422 for a key that another request used, and changes nothing', async () => {
    const [one, two] = [await storedUser(api), await storedUser(api)];
    await toggle(one.id, 'k-6');
    for (const response of [await toggle(two.id, 'k-6'), await toggle(one.id, 'k-6', admin, '?page=2')]) {
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ statusCode: 422, message: 'This Idempotency-Key was used for another request' });
    }
    expect(await standingOf(api, two.id)).toMatchObject({ status: 'active' });
  });

  it('does not mistake the key of one admin for that of another', async () => {
    const user = await storedUser(api);
    const other = await anotherAdmin(api);
    await toggle(user.id, 'k-7');
    expect((await toggle(user.id, 'k-7', other)).statusCode).toBe(200);
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'active' });
  });

  it('stores nothing of a failure, which may be tried again', async () => {
    const gone = await storedUser(api, { rejectedAt: new Date() });
    expect((await toggle(gone.id, 'k-8')).statusCode).toBe(409);
    expect((await toggle('nonsense', 'k-8')).statusCode).toBe(404);
    expect((await toggle(gone.id, 'k-8', admin, '?page=0')).statusCode).toBe(400);
    expect(await keys()).toEqual([]);
    await api.em().execute('update users set rejected_at = null where id = ?', [gone.id]);
    expect((await toggle(gone.id, 'k-8')).statusCode).toBe(200);
    expect(await standingOf(api, gone.id)).toMatchObject({ status: 'deactivated' });
  });

  it.each(['two words', 'a'.repeat(256), ''])('is a 400 for the key %p', async (key) => {
    const user = await storedUser(api);
    const response = await toggle(user.id, key);
    expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ field: 'Idempotency-Key' }] }]);
    expect(await standingOf(api, user.id)).toMatchObject({ status: 'active' });
  });
});

describe('an act that may come twice', () => {
  const once = <T extends object>(work: (em: EntityManager) => Promise<T>, request: unknown = { amount: '50' }, key = 'act') =>
    api.app.get(Idempotency).once({ userId: admin.userId, route: 'test.act', key, request }, work);
  const rename = async (em: EntityManager, userId: string) => {
    await em.execute(`update users set surname = surname || 'x' where id = ?`, [userId]);
    return { done: userId };
  };
  const surnameOf = async (userId: string) =>
    (await api.em().execute<{ surname: string }[]>('select surname from users where id = ?', [userId]))[0]!.surname;

  it('leaves neither its writes nor its key where it breaks off', async () => {
    const user = await storedUser(api);
    const broken = once(async (em) => {
      await rename(em, user.id);
      throw new Error('the process dies here');
    });
    await expect(broken).rejects.toThrow('dies');
    expect([await surnameOf(user.id), await keys()]).toEqual(['Marlow', []]);
    await once((em) => rename(em, user.id));
    expect(await surnameOf(user.id)).toBe('Marlowx');
  });

  it('makes a twin wait until it has ended, and gives it the answer', async () => {
    const user = await storedUser(api);
    const [held, release] = signal();
    const [inside, entered] = signal();
    const first = once(async (em) => {
      entered();
      await held;
      return rename(em, user.id);
    });
    await inside;
    let answered = false;
    const twin = once(() => Promise.reject(new Error('the twin must not act'))).then((answer) => {
      answered = true;
      return answer;
    });
    await somebodyWaits(api, 'idempotency_keys');
    expect(answered).toBe(false);
    release();
    expect(await Promise.all([first, twin])).toEqual([{ done: user.id }, { done: user.id }]);
    expect(await surnameOf(user.id)).toBe('Marlowx');
  });

  it('lets the twin act where the first fails', async () => {
    const user = await storedUser(api);
    const [held, release] = signal();
    const [inside, entered] = signal();
    const first = once(async () => {
      entered();
      await held;
      throw new Error('refused');
    });
    await inside;
    const twin = once((em) => rename(em, user.id));
    await somebodyWaits(api, 'idempotency_keys');
    release();
    await expect(first).rejects.toThrow('refused');
    expect(await twin).toEqual({ done: user.id });
  });

  it('refuses the key for other bytes, and for other words', async () => {
    const user = await storedUser(api);
    await once((em) => rename(em, user.id), { file: Buffer.from('one') });
    await expect(once((em) => rename(em, user.id), { file: Buffer.from('two') })).rejects.toBeInstanceOf(IdempotencyKeyReused);
    expect(await once((em) => rename(em, user.id), { file: Buffer.from('one') })).toEqual({ done: user.id });
    expect(await surnameOf(user.id)).toBe('Marlowx');
  });

  it('is remembered for 24 hours and then forgotten', async () => {
    const user = await storedUser(api);
    const sweep = new IdempotencySweep(new IdempotencyKeyRepository(api.em()));
    await once((em) => rename(em, user.id), 'young', 'young');
    await once((em) => rename(em, user.id), 'old', 'old');
    await api.em().execute(`update idempotency_keys set created_at = now() - interval '23 hours' where "key" = 'young'`);
    await api.em().execute(`update idempotency_keys set created_at = now() - interval '24 hours 1 minute' where "key" = 'old'`);
    await sweep.handle();
    await sweep.handle();
    expect((await keys()).map(({ key }) => key)).toEqual(['young']);
  });
});
