import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AuditEventWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
  other = await signedInMember(api);
  await api.em().execute('truncate audit_unsealed');
});
afterAll(() => api.close());

const list = async (filter: object, range = [0, 24]) => {
  const response = await call(
    api,
    'GET',
    `/admin/audit-events?${new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify(range) })}`,
    undefined,
    { token: admin.token },
  );
  expect(response.statusCode).toBe(200);
  return { rows: response.json<AuditEventWire[]>(), range: response.headers['content-range'] };
};
let second = 0;
const event = async (fields: { action: string; actorId?: string | null; targetType?: string; targetId?: string; detail?: object }) => {
  const id = randomUUID();
  second += 1;
  await api.em().execute(
    `insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
        values (?, timestamptz '2025-01-01' + ? * interval '1 second', ?, ?, ?, ?, ?)`,
    [
      id,
      second,
      fields.actorId ?? null,
      fields.action,
      fields.targetType ?? null,
      fields.targetId ?? null,
      JSON.stringify(fields.detail ?? {}),
    ],
  );
  return id;
};
const before = { to: '2025-06-01T00:00:00Z' };
const actions = async (filter: object) => (await list({ ...filter, ...before })).rows.map(({ action }) => action);

describe('events by or about somebody', () => {
  const [submission, document, export_] = [randomUUID(), randomUUID(), randomUUID()];
  beforeAll(async () => {
    await event({ action: 'auth.sign-in', actorId: member.userId, targetType: 'user', targetId: member.userId });
    await event({ action: 'kyc.submit', actorId: member.userId, targetType: 'kyc', targetId: submission });
    await event({
      action: 'file.view',
      actorId: admin.userId,
      targetType: 'file',
      targetId: document,
      detail: { userId: member.userId, purpose: 'id-card' },
    });
    await event({
      action: 'kyc.reveal',
      actorId: admin.userId,
      targetType: 'kyc',
      targetId: submission,
      detail: { userId: member.userId },
    });
    await event({
      action: 'kyc.approve',
      actorId: admin.userId,
      targetType: 'kyc',
      targetId: submission,
      detail: { userId: member.userId },
    });
    await event({ action: 'user.deactivate', actorId: admin.userId, targetType: 'user', targetId: member.userId });
    await event({ action: 'privacy.export-ask', actorId: member.userId, targetType: 'export', targetId: export_ });
    await event({ action: 'privacy.export-ready', targetType: 'export', targetId: export_, detail: { userId: member.userId } });
    // Somebody else's, and nobody's.
    await event({ action: 'kyc.submit', actorId: other.userId, targetType: 'kyc', targetId: randomUUID() });
    await event({
      action: 'file.view',
      actorId: admin.userId,
      targetType: 'file',
      targetId: randomUUID(),
      detail: { userId: other.userId, purpose: 'id-card' },
    });
    await event({ action: 'signal.create', actorId: admin.userId, targetType: 'signal', targetId: randomUUID() });
  });

  it('are what they did, what was done to them, and what became of what they submitted: each once, newest first', async () => {
    expect(await actions({ about: member.userId })).toEqual([
      'privacy.export-ready',
      'privacy.export-ask',
      'user.deactivate',
      'kyc.approve',
      'kyc.reveal',
      'file.view',
      'kyc.submit',
      'auth.sign-in',
    ]);
    expect(await actions({ about: other.userId })).toEqual(['file.view', 'kyc.submit']);
    expect(await actions({ about: randomUUID() })).toEqual([]);
    // An admin's own acts, not what was done to others' submissions by other ways.
    expect(await actions({ about: admin.userId })).toEqual([
      'signal.create',
      'file.view',
      'user.deactivate',
      'kyc.approve',
      'kyc.reveal',
      'file.view',
    ]);
  });

  it('are narrowed by every other filter, and paged with the true total', async () => {
    expect(await actions({ about: member.userId, q: 'kyc.' })).toEqual(['kyc.approve', 'kyc.reveal', 'kyc.submit']);
    expect(await actions({ about: member.userId, actorId: admin.userId })).toEqual([
      'user.deactivate',
      'kyc.approve',
      'kyc.reveal',
      'file.view',
    ]);
    expect(await actions({ about: member.userId.toUpperCase(), action: 'kyc.submit' })).toEqual(['kyc.submit']);
    const { rows, range } = await list({ about: member.userId, ...before }, [2, 4]);
    expect([range, rows.map(({ action }) => action)]).toEqual(['audit-events 2-4/8', ['user.deactivate', 'kyc.approve', 'kyc.reveal']]);
  });

  it('name whoever they are about and whoever did it, for the reader alone', async () => {
    const [approval] = (await list({ about: member.userId, action: 'kyc.approve', ...before })).rows;
    expect(approval).toMatchObject({
      actorName: expect.any(String),
      about: { userId: member.userId, fullName: 'Ann Walker' },
      detail: { userId: member.userId },
    });
    const [stored] = await api
      .em()
      .execute<{ detail: string }[]>('select detail::text as detail from audit_events where id = ?', [approval!.id]);
    expect(stored!.detail).not.toContain('Walker');
    const [signal] = (await list({ action: 'signal.create', ...before })).rows;
    expect(signal).toMatchObject({ about: null, actorName: expect.any(String) });
  });
});

describe('the log as a file', () => {
  const file = (filter: object, sort = ['at', 'ASC'], who = admin) =>
    call(
      api,
      'GET',
      `/admin/audit-events.csv?${new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort) })}`,
      undefined,
      { token: who.token },
    );
  const lines = (body: string) => body.split('\r\n').slice(0, -1);

  it('holds every event of the filter in its order, safe against formulas, and no names', async () => {
    const ids = [
      await event({ action: '=cmd|calc', detail: { reason: '=HYPERLINK("http://evil.example")' } }),
      await event({ action: '=cmd|calc', targetType: '@thing', targetId: '+1', actorId: member.userId }),
    ];
    const answer = await file({ action: '=cmd|calc' });
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      200,
      'no-store',
      'text/csv; charset=utf-8; header=present',
    ]);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="tidemark-audit-log-\d{8}T\d{6}Z\.csv"$/);
    const [header, first, secondLine, ...rest] = lines(answer.body);
    expect(header).toBe('Time (UTC),Number,Action,Actor,Role,Network,Target,Target id,Detail,Event,Hash');
    expect(first).toContain(`'=cmd|calc,`);
    expect(first).toContain(ids[0]);
    expect(secondLine).toContain(`,'=cmd|calc,${member.userId},,,'@thing,'+1,{},${ids[1]},`);
    expect(rest).toEqual([]);
    expect(answer.body).not.toContain('Walker');
    expect(lines((await file({ action: '=cmd|calc' }, ['at', 'DESC'])).body)[1]).toContain(ids[1]);
  });

  it('is whole over more events than are read at once, without one twice', async () => {
    await api.em().execute(
      `insert into audit_events (id, at, action, detail)
          select gen_random_uuid(), timestamptz '2024-01-01' + (n / 3) * interval '1 microsecond', 'file.many', '{}'
          from generate_series(1, 2500) n`,
    );
    const rows = lines((await file({ action: 'file.many' })).body).slice(1);
    const ids = new Set(rows.map((row) => row.split(',')[9]));
    expect([rows.length, ids.size]).toEqual([2500, 2500]);
  });

  it('refuses a choice of too many in words', async () => {
    for (const size of [...Array<number>(10).fill(10_000), 1]) {
      await api.em().execute(
        `insert into audit_events (id, at, action, detail) select gen_random_uuid(), timestamptz '2023-01-01', 'file.crowd', '{}'
          from generate_series(1, ?)`,
        [size],
      );
    }
    const answer = await file({ action: 'file.crowd' });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, expect.stringContaining('Name a shorter time')]);
  });

  it('is an act that is written down, for admins who confirmed it lately', async () => {
    await file({ action: 'nobody.did' });
    const [written] = (await list({ action: 'audit.export', actorId: admin.userId })).rows;
    expect(written).toMatchObject({ detail: { filter: { action: 'nobody.did' } } });
    expect((await file({}, ['at', 'ASC'], member)).statusCode).toBe(403);
    await api
      .em()
      .execute(`update sessions set created_at = now() - interval '1 hour', confirmed_at = null where user_id = ?`, [admin.userId]);
    const late = await file({ action: 'nobody.did' });
    expect([late.statusCode, late.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
  });
});

it('knows every action that stands in it', async () => {
  const fresh = await signedInAdmin(api);
  const known = (await call(api, 'GET', '/admin/audit-events/actions', undefined, { token: fresh.token })).json<{ data: string[] }>().data;
  const stored = await api.em().execute<{ action: string }[]>('select distinct action from audit_events');
  expect([...known].sort()).toEqual(stored.map(({ action }) => action).sort());
});
