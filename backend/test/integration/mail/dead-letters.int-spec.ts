import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeadLetters } from '../../../src/messaging/mail/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { MailWorld, type Person } from './mail-world.js';

const NONE = '00000000-0000-4000-8000-000000000000';

describe('a dead letter', () => {
  let world: MailWorld;
  let reader: Person;
  beforeAll(async () => {
    world = await MailWorld.start();
    await world.startWorker();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    world.smtp.script = { recipient: () => '550 5.1.1 no such user' };
    await world.rows('delete from outbox');
    reader = await world.person();
  });

  const letters = () => world.writer.get(DeadLetters, { strict: false });
  const token = 'S'.repeat(43);
  const dead = async (): Promise<string> => {
    const id = await world.letter({ letter: 'reset-password', to: reader.id, data: { token } });
    await eventually(async () => expect((await letters().list()).rows.map((letter) => letter.id)).toContain(id));
    return id;
  };
  const outbox = async (id: string) =>
    (
      await world.rows<{ payload: Buffer | null; dead: boolean; sent: boolean; attempts: number }>(
        'select payload, dead_at is not null as dead, sent_at is not null as sent, attempts from outbox where id = ?',
        [id],
      )
    )[0];

  it('says what it was, to whom and why, and nothing of its words', async () => {
    const id = await dead();
    const { rows, total } = await letters().list();
    expect([rows, total]).toEqual([
      [
        {
          id,
          kind: 'mail.send',
          letter: 'reset-password',
          userId: reader.id,
          address: reader.email,
          attempts: 1,
          createdAt: expect.any(Date),
          deadAt: expect.any(Date),
          error: '550 5.1.1 no such user',
        },
      ],
      1,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is sent under the same Message-ID when it is tried again, and the address is forgiven', async () => {
    const id = await dead();
    world.smtp.script = {};
    await letters().retry(null, id);
    await eventually(async () => expect(await outbox(id)).toMatchObject({ sent: true }));
    expect(world.smtp.idsTo(reader.email)).toEqual([id]);
    expect(await outbox(id)).toMatchObject({ payload: null });
    expect(await world.rows('select 1 from mail_bounces where user_id = ?', [reader.id])).toEqual([]);
    expect(
      await world.rows('select actor_id, target_id, detail from audit_events where action = ? and target_id = ?', [
        'dead-letter.retry',
        id,
      ]),
    ).toEqual([{ actor_id: null, target_id: id, detail: { kind: 'mail.send' } }]);
  });

  it('has another two days when it is tried again', async () => {
    const id = await dead();
    await world.rows(`update outbox set created_at = now() - interval '5 days' where id = ?`, [id]);
    world.smtp.script = { recipient: () => '451 later' };
    await letters().retry(null, id);
    await eventually(async () =>
      expect(await world.rows('select 1 from outbox where id = ? and attempts > 0 and error is not null', [id])).toHaveLength(1),
    );
    expect(await outbox(id)).toMatchObject({ dead: false });
  });

  it('leaves nothing of its content when it is dropped, and is listed no more', async () => {
    const id = await dead();
    expect((await outbox(id))?.payload).not.toBeNull();
    await letters().drop(null, id);
    expect(await outbox(id)).toMatchObject({ payload: null, dead: true });
    expect((await letters().list()).total).toBe(0);
    await expect(letters().retry(null, id)).rejects.toThrow('no such dead letter');
    await expect(letters().drop(null, id)).rejects.toThrow('no such dead letter');
    expect(await world.rows('select 1 from audit_events where action = ? and target_id = ?', ['dead-letter.drop', id])).toHaveLength(1);
  });

  it('is one that was given up: what waits or was sent cannot be dropped', async () => {
    world.smtp.script = { recipient: () => '451 later' };
    const waiting = await world.letter({ letter: 'kyc-received', to: reader.id, data: {} });
    await expect(letters().drop(null, waiting)).rejects.toThrow('no such dead letter');
    await expect(letters().retry(null, waiting)).rejects.toThrow('no such dead letter');
  });

  it('stays dead when the worker died between the refusal and the outbox', async () => {
    const id = await dead();
    await world.rows(
      'update outbox set dead_at = null, error = null, lease_until = null, enqueued_at = null, available_at = now() where id = ?',
      [id],
    );
    await eventually(async () => expect(await outbox(id)).toMatchObject({ dead: true, sent: false }));
  });
});

describe('the console', () => {
  let api: TestApi;
  let admin: SignedIn;
  let member: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
    member = await signedInMember(api);
    await api.em().execute(`update outbox set dead_at = now(), error = '550 no such user'`);
  });
  afterAll(() => api.close());

  const rest = (method: 'GET' | 'POST' | 'DELETE', path = '', as = admin) =>
    call(api, method, `/admin/dead-letters${path}`, undefined, { token: as.token });

  it('lists, shows, retries and drops dead letters', async () => {
    const list = await rest('GET');
    const [letter] = list.json<{ id: string }[]>();
    expect([list.statusCode, list.headers['content-range']]).toEqual([200, 'dead-letters 0-0/1']);
    expect(letter).toEqual({
      id: expect.any(String),
      kind: 'mail.send',
      letter: 'confirm-email',
      userId: member.userId,
      address: member.email,
      attempts: 0,
      createdAt: expect.any(String),
      deadAt: expect.any(String),
      error: '550 no such user',
      may: ['retry', 'drop'],
    });
    expect((await rest('GET', `/${letter!.id}`)).json()).toEqual(letter);
    expect((await rest('GET', '?filter={"q":"CONFIRM"}')).headers['content-range']).toBe('dead-letters 0-0/1');
    expect((await rest('GET', '?filter={"kind":"exchange.start-sync"}')).headers['content-range']).toBe('dead-letters */0');
    expect((await rest('POST', `/${letter!.id}/retry`)).json()).toEqual({ message: 'It is tried again', data: { id: letter!.id } });
    expect((await rest('POST', `/${letter!.id}/retry`)).statusCode).toBe(404);
    await api.em().execute('update outbox set dead_at = now()');
    expect((await rest('DELETE', `/${letter!.id}`)).json()).toEqual({ id: letter!.id });
    expect((await rest('DELETE', `/${letter!.id}`)).statusCode).toBe(404);
    expect(await api.em().execute('select payload from outbox')).toEqual([{ payload: null }]);
    const events = await api
      .em()
      .execute<{ action: string; actor_id: string }[]>(
        `select action, actor_id from audit_events where target_type = 'outbox' order by at, id`,
      );
    expect(events).toEqual([
      { action: 'dead-letter.retry', actor_id: admin.userId },
      { action: 'dead-letter.drop', actor_id: admin.userId },
    ]);
  });

  it.each(['sort=["payload","ASC"]', 'filter={"payload":"x"}', 'filter={"id":["x"]}', 'range=[0,5000]'])('refuses %s', async (query) => {
    expect((await rest('GET', `?${encodeURI(query)}`)).statusCode).toBe(400);
  });

  it('is for admins alone', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/${NONE}`],
      ['POST', `/${NONE}/retry`],
      ['DELETE', `/${NONE}`],
    ] as const) {
      expect((await rest(method, path, member)).statusCode).toBe(403);
      expect((await call(api, method, `/admin/dead-letters${path}`)).statusCode).toBe(401);
      expect((await rest(method, path)).statusCode).toBe(path === '' ? 200 : 404);
    }
  });
});
