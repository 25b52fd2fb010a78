import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AuditEventWire, FileViewWire } from '../../../src/platform/wire/index.js';
import { AuditSealerService, AuditVerifierService } from '../../../src/operations/audit/index.js';
import { limits } from '../../../src/platform/rate-limits/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
});
afterAll(() => api.close());

const list = async (filter: object = {}, range = [0, 24], sort?: [string, string]) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: JSON.stringify(range),
    ...(sort && { sort: JSON.stringify(sort) }),
  });
  const response = await call(api, 'GET', `/admin/audit-events?${query}`, undefined, { token: admin.token });
  expect(response.statusCode).toBe(200);
  return { rows: response.json<AuditEventWire[]>(), range: response.headers['content-range'] };
};
const event = (fields: { action: string; at?: string; actorId?: string; targetType?: string; targetId?: string; detail?: object }) =>
  api
    .em()
    .execute(
      `insert into audit_events (id, at, actor_id, action, target_type, target_id, detail) values (?, coalesce(?, now()), ?, ?, ?, ?, ?)`,
      [
        randomUUID(),
        fields.at ?? null,
        fields.actorId ?? null,
        fields.action,
        fields.targetType ?? null,
        fields.targetId ?? null,
        JSON.stringify(fields.detail ?? {}),
      ],
    );

describe('GET /admin/audit-events', () => {
  it('lists what was done, newest first, with who, where from and to what', async () => {
    const { rows } = await list({ q: 'auth.', actorId: member.userId });
    expect(rows[0]).toMatchObject({
      action: 'auth.sign-in',
      actorId: member.userId,
      actorRole: 'trade club',
      actorName: 'Ann Walker',
      about: { userId: member.userId, fullName: 'Ann Walker' },
      network: '127.0.0.0/24',
      seq: null,
      hash: null,
    });
    expect(Object.keys(rows[0]!).sort()).toEqual([
      'about',
      'action',
      'actorId',
      'actorName',
      'actorRole',
      'at',
      'detail',
      'hash',
      'id',
      'network',
      'seq',
      'targetId',
      'targetType',
    ]);
    const all = (await list({}, [0, 99])).rows.map(({ at }) => at);
    expect(all).toEqual([...all].sort().reverse());
    const up = (await list({}, [0, 99], ['at', 'ASC'])).rows.map(({ at }) => at);
    expect(up).toEqual([...all].reverse());
  });

  it('holds what somebody was refused, a few lines an hour of each, and never the ids they tried', async () => {
    const curious = await signedInMember(api);
    for (let i = 0; i < limits.denialsRecorded.points + 5; i++)
      expect((await call(api, 'GET', `/wallet/${member.userId}`, undefined, curious)).statusCode).toBe(403);
    const { rows, range } = await list({ action: 'access.deny', actorId: curious.userId });
    expect(range).toMatch(new RegExp(`/${limits.denialsRecorded.points}$`));
    expect(rows[0]).toMatchObject({
      actorRole: 'trade club',
      network: '127.0.0.0/24',
      detail: { method: 'GET', route: '/api/v1/wallet/:userId' },
    });
    expect(JSON.stringify(rows)).not.toContain(member.userId);
  });

  it('finds by action, its beginning, actor, target, id and time', async () => {
    const [actorId, targetId] = [randomUUID(), randomUUID()];
    await event({ action: 'find.one', at: '2026-01-01T00:00:00Z', actorId, targetType: 'thing', targetId });
    await event({ action: 'find.two', at: '2026-01-02T00:00:00Z', targetType: 'thing', targetId: 'other' });
    await event({ action: 'findX', at: '2026-01-03T00:00:00Z' });
    const actions = async (filter: object) => (await list(filter)).rows.map(({ action }) => action);
    expect(await actions({ action: 'find.one' })).toEqual(['find.one']);
    expect(await actions({ q: 'find' })).toEqual(['findX', 'find.two', 'find.one']);
    expect(await actions({ q: 'find.' })).toEqual(['find.two', 'find.one']);
    expect(await actions({ q: 'find_' })).toEqual([]);
    expect(await actions({ q: '%' })).toEqual([]);
    expect(await actions({ actorId })).toEqual(['find.one']);
    expect(await actions({ targetType: 'thing', targetId })).toEqual(['find.one']);
    expect(await actions({ q: 'find', from: '2026-01-02T00:00:00Z' })).toEqual(['findX', 'find.two']);
    expect(await actions({ q: 'find', from: '2026-01-02T01:00:00+01:00', to: '2026-01-03T00:00:00Z' })).toEqual(['find.two']);
    const {
      rows: [one],
    } = await list({ action: 'find.one' });
    expect(await actions({ id: [one!.id] })).toEqual(['find.one']);
    const single = await call(api, 'GET', `/admin/audit-events/${one!.id}`, undefined, { token: admin.token });
    expect(single.json()).toEqual(one);
  });

  it('pages with the true total', async () => {
    for (let i = 0; i < 5; i += 1) await event({ action: 'page.one', detail: { i } });
    const { rows, range } = await list({ action: 'page.one' }, [2, 3]);
    expect(rows).toHaveLength(2);
    expect(range).toBe('audit-events 2-3/5');
  });

  it('shows number and hash once the event is on the chain', async () => {
    await event({ action: 'seal.one' });
    expect((await list({ action: 'seal.one' })).rows[0]).toMatchObject({ seq: null, hash: null });
    const worker = await startTestWorker(api.config);
    try {
      await eventually(async () =>
        expect((await list({ action: 'seal.one' })).rows[0]).toMatchObject({
          seq: expect.stringMatching(/^\d+$/),
          hash: expect.stringMatching(/^[\da-f]{64}$/),
        }),
      );
      expect((await worker.get(AuditVerifierService, { strict: false }).verify()).firstBreak).toBeNull();
      expect(worker.get(AuditSealerService, { strict: false })).toBeDefined();
    } finally {
      await worker.close();
    }
  });

  it.each([
    ['POST', ''],
    ['PUT', `/${randomUUID()}`],
    ['DELETE', `/${randomUUID()}`],
    ['PATCH', `/${randomUUID()}`],
  ] as const)('takes no %s', async (method, path) => {
    expect((await call(api, method, `/admin/audit-events${path}`, { action: 'forged' }, { token: admin.token })).statusCode).toBe(404);
  });

  it('is closed to members', async () => {
    for (const path of ['', `/${randomUUID()}`])
      expect((await call(api, 'GET', `/admin/audit-events${path}`, undefined, { token: member.token })).statusCode).toBe(403);
  });
});

describe('GET /me/file-views', () => {
  it('tells members when somebody looked at their papers, and not who', async () => {
    await event({
      action: 'file.view',
      at: '2026-02-01T00:00:00Z',
      actorId: admin.userId,
      detail: { userId: member.userId, purpose: 'id-card' },
    });
    await event({
      action: 'file.view',
      at: '2026-02-02T00:00:00Z',
      actorId: admin.userId,
      detail: { userId: member.userId, purpose: 'proof-of-address' },
    });
    await event({ action: 'file.view', actorId: admin.userId, detail: { userId: randomUUID(), purpose: 'id-card' } });
    await event({ action: 'file.other', actorId: admin.userId, detail: { userId: member.userId, purpose: 'id-card' } });
    const response = await call(api, 'GET', '/me/file-views', undefined, { token: member.token });
    expect(response.json<{ data: FileViewWire[] }>().data).toEqual([
      { viewedAt: '2026-02-02T00:00:00.000Z', purpose: 'proof-of-address' },
      { viewedAt: '2026-02-01T00:00:00.000Z', purpose: 'id-card' },
    ]);
    expect(response.headers['x-total-count']).toBe('2');
    expect(response.body).not.toContain(admin.userId);
    const page = await call(api, 'GET', '/me/file-views?page=2&perPage=1', undefined, { token: member.token });
    expect(page.json<{ data: FileViewWire[] }>().data).toHaveLength(1);
  });
});
