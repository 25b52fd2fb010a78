import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedSignalWire, SignalDetailWire, SignalMarkWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from './a-signal.js';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

const publish = async (changes: Record<string, unknown> = {}) =>
  (await call(api, 'POST', '/createsignal', aSignal(changes), { token: admin.token })).json<{ data: { id: string } }>().data.id;
const paying = async (): Promise<SignedIn> => {
  const member = await signedInMember(api);
  await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
  return member;
};
const mark = (who: SignedIn, id: string, body: object) => call(api, 'PUT', `/me/signals/${id}/mark`, body, { token: who.token });
const marked = async (who: SignedIn, id: string, body: object) => (await mark(who, id, body)).json<{ data: SignalMarkWire }>().data;
const remove = (who: SignedIn, id: string) => call(api, 'DELETE', `/me/signals/${id}/mark`, undefined, { token: who.token });
const detail = async (who: SignedIn, id: string) =>
  (await call(api, 'GET', `/signals/${id}`, undefined, { token: who.token })).json<{ data: SignalDetailWire }>().data;
const listed = async (who: SignedIn, query = '') => {
  const response = await call(api, 'GET', `/getsignal?page=1&perPage=25${query}`, undefined, { token: who.token });
  const total = Number(response.headers['x-total-count']);
  return { total, rows: response.json<{ data: ListedSignalWire[] }>().data.map(({ id, mark: stance }) => [id, stance]) };
};

describe('the mark of a signal', () => {
  it('is stored with its time, replaced and removed', async () => {
    const [member, id] = [await paying(), await publish()];
    expect((await detail(member, id)).mark).toBeNull();

    const first = await marked(member, id, { stance: 'taken', entryPrice: '64010.50', quantity: '0.250' });
    expect(first).toEqual({ stance: 'taken', entryPrice: '64010.5', quantity: '0.25', markedAt: expect.any(String) });
    expect((await detail(member, id)).mark).toEqual(first);

    const second = await marked(member, id, { stance: 'passed' });
    expect(second).toMatchObject({ stance: 'passed', entryPrice: null, quantity: null });
    expect((await detail(member, id)).mark).toEqual(second);
    expect(await api.em().execute('select 1 from signal_marks where user_id = ?', [member.userId])).toHaveLength(1);

    for (const _ of ['removed', 'removed again']) expect((await remove(member, id)).statusCode).toBe(200);
    expect((await detail(member, id)).mark).toBeNull();
  });

  it('takes its figures with all digits that a price can have', async () => {
    const [member, id] = [await paying(), await publish()];
    const figures = { entryPrice: '12345678901234567890.123456789012345678', quantity: '0.000000000000000001' };
    expect(await marked(member, id, { stance: 'taken', ...figures })).toMatchObject(figures);
    expect((await detail(member, id)).mark).toMatchObject(figures);
  });

  it('is each member’s own', async () => {
    const [one, other, id] = [await paying(), await paying(), await publish()];
    await marked(one, id, { stance: 'taken', quantity: '1' });
    await marked(other, id, { stance: 'passed' });
    expect((await remove(other, id)).statusCode).toBe(200);
    expect([(await detail(one, id)).mark?.stance, (await detail(other, id)).mark]).toEqual(['taken', null]);
  });

  it('is set by whoever may read the signal', async () => {
    const id = await publish();
    const unpaid = await signedInMember(api);
    const fund = await signedInMember(api, 'hedge fund');
    await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [fund.userId]);
    for (const who of [unpaid, fund]) {
      expect((await mark(who, id, { stance: 'taken' })).statusCode).toBe(403);
      expect((await remove(who, id)).statusCode).toBe(403);
    }
    expect((await call(api, 'PUT', `/me/signals/${id}/mark`, { stance: 'taken' })).statusCode).toBe(401);

    const member = await paying();
    await marked(member, id, { stance: 'taken' });
    await api.em().execute(`update users set payment_status = 'rejected' where id = ?`, [member.userId]);
    expect((await mark(member, id, { stance: 'passed' })).statusCode).toBe(403);
    expect(await api.em().execute('select stance from signal_marks where user_id = ?', [member.userId])).toEqual([{ stance: 'taken' }]);
  });

  it('is one row, whatever comes at once', async () => {
    const [member, id] = [await paying(), await publish()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => mark(member, id, n % 2 === 0 ? { stance: 'taken', quantity: '2' } : { stance: 'passed' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const rows = await api.em().execute<{ stance: string }[]>('select stance from signal_marks where user_id = ?', [member.userId]);
    expect(rows).toEqual([{ stance: (await detail(member, id)).mark?.stance }]);
  });
});

describe('the list of signals', () => {
  it('has the reader’s marks, and is filtered by them', async () => {
    const member = await paying();
    const [taken, passed, other] = [await publish(), await publish({ asset: 'ETHUSDT' }), await publish()];
    await marked(member, taken, { stance: 'taken' });
    await marked(member, passed, { stance: 'passed' });
    await marked(admin, other, { stance: 'taken' });

    expect((await listed(member)).rows.slice(0, 3)).toEqual([
      [other, null],
      [passed, 'passed'],
      [taken, 'taken'],
    ]);
    expect(await listed(member, '&mark=taken')).toEqual({ total: 1, rows: [[taken, 'taken']] });
    expect(await listed(member, '&mark=passed')).toEqual({ total: 1, rows: [[passed, 'passed']] });
    expect(await listed(member, '&mark=passed&q=BTC')).toEqual({ total: 0, rows: [] });
    const none = await listed(member, '&mark=none');
    expect(none.total).toBe((await listed(member)).total - 2);
    expect(none.rows.map(([id]) => id)).not.toEqual(expect.arrayContaining([taken]));
    expect(none.rows[0]).toEqual([other, null]);
  });
});

describe('the details of a signal', () => {
  it('have risk and reward of each target, and when the signal closes', async () => {
    const [member, id] = [await paying(), await publish({ projectedDateOfClosure: '2099-12-31' })];
    expect(await detail(member, id)).toMatchObject({
      closesAt: '2100-01-01T00:00:00.000Z',
      odds: {
        side: 'long',
        risk: '2.34',
        marginRisk: '23.44',
        targets: [
          { reward: '2.34', ratio: '1.00' },
          { reward: '4.69', ratio: '2.00' },
          { reward: '7.81', ratio: '3.33' },
        ],
      },
    });
  });
});
