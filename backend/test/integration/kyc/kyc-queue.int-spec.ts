import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { KycQueueCountsWire, KycReviewWire } from '../../../src/platform/wire/index.js';
import { confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, get, kycWithKey, mustBe, post, send } from '../payments/paying.js';
import { fundForm } from './documents.js';

let api: TestApi;
let admin: SignedIn;
let ada: SignedIn;
/** Surnames by submission. */
const ids = new Map<string, string>();

/** Waits for so many hours; the exchange confirmed the key of a trade club member, and a client of the fund gave none. */
async function submits(surname: string, membership: 'trade club' | 'hedge fund', country: string, hours: number): Promise<void> {
  const member = await signedInMember(api, membership, { surname, country });
  await mustBe(201, send(api, 'createkyc', member.token, membership === 'trade club' ? (await kycWithKey()).parts : await fundForm()));
  const [row] = await api
    .em()
    .execute<{ id: string }[]>(
      `update kyc_submissions set submitted_at = now() - make_interval(hours => ?) where user_id = ? returning id`,
      [hours, member.userId],
    );
  ids.set(row!.id, surname);
}

beforeAll(async () => {
  api = await createTestApi({ KYC_SERVICE_HOURS: '8' });
  admin = await signedInAdmin(api);
  ada = await anotherAdmin(api, (await confirmedMember(api, 'trade club', { surname: 'Lovelace', otherName: 'Ada' })).email);
  await submits('Old', 'trade club', 'Nigeria', 9);
  await submits('Soon', 'trade club', 'Ghana', 7);
  await submits('Fresh', 'hedge fund', 'Nigeria', 1);
  await submits('Decided', 'trade club', 'Nigeria', 30);
  const [decided] = [...ids].find(([, surname]) => surname === 'Decided')!;
  await mustBe(200, post(api, `/admin/kyc-reviews/${decided}/approve`, {}, admin));
  const [old] = [...ids].find(([, surname]) => surname === 'Old')!;
  await mustBe(200, post(api, `/admin/kyc-reviews/${old}/claim`, { visit: randomUUID() }, ada));
});
afterAll(() => api.close());

const filtered = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;
async function found(filter: object): Promise<string[]> {
  const rows = (await get(api, `/admin/kyc-reviews?sort=["submittedAt","ASC"]&${filtered(filter)}`, admin)).json<KycReviewWire[]>();
  return rows.map(({ id }) => ids.get(id)!);
}
async function counts(filter: object = {}): Promise<KycQueueCountsWire> {
  const response = await get(api, `/admin/kyc-reviews/counts?${filtered(filter)}`, admin);
  expect(response.statusCode).toBe(200);
  return response.json<{ data: KycQueueCountsWire }>().data;
}
/** The counts of one filter by value. */
const byValue = ({ values }: KycQueueCountsWire, name: keyof KycQueueCountsWire['values']) =>
  Object.fromEntries(values[name].map(({ value, count }) => [value, count]));

describe('the filters of the queue', () => {
  it.each<[object, string[]]>([
    [{ status: 'pending' }, ['Old', 'Soon', 'Fresh']],
    [{ userType: 'hedge fund' }, ['Fresh']],
    [{ platform: 'binance', status: 'pending' }, ['Old', 'Soon', 'Fresh']],
    [{ platform: 'okx' }, []],
    [{ country: 'Ghana' }, ['Soon']],
    [{ keyState: 'none' }, ['Fresh']],
    [{ keyState: 'valid' }, ['Decided', 'Old', 'Soon']],
    [{ age: 'overdue' }, ['Old']],
    [{ age: 'due-soon' }, ['Soon']],
    [{ age: 'in-time' }, ['Fresh']],
    [{ reviewer: 'none' }, ['Soon', 'Fresh']],
    [{ q: 'soon', age: 'due-soon' }, ['Soon']],
    [{ q: 'soon', age: 'overdue' }, []],
  ])('find with %j', async (filter, surnames) => {
    expect(await found(filter)).toEqual(surnames);
  });

  it('find the cases of a reviewer: those they hold, and those they decided', async () => {
    expect([await found({ reviewer: ada.userId }), await found({ reviewer: admin.userId })]).toEqual([['Old'], ['Decided']]);
  });

  it.each([{ platform: 'mtgox' }, { keyState: 'good' }, { age: 'old' }, { reviewer: 'me' }, { country: 'x'.repeat(101) }])(
    'refuse %j',
    async (filter) => {
      const [name] = Object.keys(filter);
      for (const part of ['', '/counts']) {
        const response = await get(api, `/admin/kyc-reviews${part}?${filtered(filter)}`, admin);
        expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([400, `filter.${name}`]);
      }
    },
  );
});

describe('the age of a submission', () => {
  it('is told against the hours of the setting, and no more once it is decided', async () => {
    const rows = (await get(api, '/admin/kyc-reviews', admin)).json<KycReviewWire[]>();
    expect(Object.fromEntries(rows.map(({ id, service }) => [ids.get(id), service]))).toEqual({
      Old: 'overdue',
      Soon: 'due-soon',
      Fresh: 'in-time',
      Decided: null,
    });
    const hours = rows.map(({ submittedAt, dueAt }) => dueAt && (Date.parse(dueAt) - Date.parse(submittedAt)) / 3_600_000);
    expect(new Set(hours)).toEqual(new Set([8, null]));
  });
});

describe('the counts of the queue', () => {
  it('are of every value that waits', async () => {
    const all = await counts();
    expect([all.total, all.serviceHours]).toEqual([3, 8]);
    expect(byValue(all, 'userType')).toEqual({ 'trade club': 2, 'hedge fund': 1 });
    expect(byValue(all, 'platform')).toEqual({ binance: 3 });
    expect(byValue(all, 'country')).toEqual({ Nigeria: 2, Ghana: 1 });
    expect(byValue(all, 'keyState')).toEqual({ valid: 2, none: 1 });
    expect(byValue(all, 'age')).toEqual({ overdue: 1, 'due-soon': 1, 'in-time': 1 });
    expect(all.values.reviewer).toEqual([
      { value: 'none', label: null, count: 2 },
      { value: ada.userId, label: 'Ada Lovelace', count: 1 },
    ]);
  });

  it('of a filter ignore its own value, and respect the others and the search', async () => {
    const some = await counts({ country: 'Nigeria', userType: 'trade club' });
    expect(some.total).toBe(1);
    expect(byValue(some, 'country')).toEqual({ Nigeria: 1, Ghana: 1 });
    expect(byValue(some, 'userType')).toEqual({ 'trade club': 1, 'hedge fund': 1 });
    expect(byValue(some, 'age')).toEqual({ overdue: 1 });
    expect(byValue(await counts({ q: 'fresh' }), 'country')).toEqual({ Nigeria: 1 });
  });

  it('are empty where nothing matches', async () => {
    const none = await counts({ q: 'nobody-of-this-name' });
    expect([none.total, ...Object.values(none.values).map((values) => values.length)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
