import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileStore } from '../../../src/platform/storage/index.js';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import { ErasureSweepService } from '../../../src/club/privacy/erasure/erasure-sweep.service.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { idCardImage } from '../kyc/documents.js';
import { form } from '../kyc/multipart.js';
import { mustBe } from '../payments/paying.js';
import { anotherAdmin, lettersTo } from '../users/people.js';
import { accountOf, confirmJustNow, privacyWorld, trades, withEverything, type PrivacyWorld } from './privacy-world.js';

let world: PrivacyWorld;
let admin: SignedIn;
beforeAll(async () => {
  world = await privacyWorld();
  admin = await signedInAdmin(world.api);
});
afterAll(() => world.close());

const api = () => world.api;
const rows = <T>(sql: string, values: unknown[]) => api().em().execute<T[]>(sql, values);
const person = async ({ userId }: SignedIn) => (await rows<Record<string, unknown>>('select * from users where id = ?', [userId]))[0]!;
const voidInvoiceOf = async ({ userId }: SignedIn) => {
  const [invoice] = await rows<{ id: string }>('select id from invoices where user_id = ?', [userId]);
  return call(api(), 'POST', `/admin/invoices/${invoice!.id}/void`, { reason: 'The member has left' }, { token: admin.token });
};
const ask = (member: SignedIn) => call(api(), 'POST', '/me/erasure', undefined, { token: member.token });
const decide = (id: string, body: object, by = admin) =>
  call(api(), 'POST', `/admin/erasure-requests/${id}/decide`, body, { token: by.token });
const own = async (member: SignedIn, language = 'en') =>
  (await call(api(), 'GET', '/me/erasure', undefined, { token: member.token, headers: { 'tidemark-language': language } })).json<{
    data: {
      request: { id: string; state: string; reason: string | null } | null;
      kept: { until: string }[];
      erasedAtOnce: string[];
      complaint: string;
    };
  }>().data;

async function asked(membership: 'trade club' | 'hedge fund' = 'trade club'): Promise<{ member: SignedIn; id: string }> {
  const member = await signedInMember(api(), membership);
  await confirmJustNow(api(), member);
  await mustBe(202, ask(member));
  return { member, id: (await own(member)).request!.id };
}
const sweep = () =>
  RequestContext.create(world.worker.get(MikroORM).em, () => world.worker.get(ErasureSweepService, { strict: false }).eraseDue());

describe('asking to be erased', () => {
  it('erases at once what nothing asks to keep, and keeps the rest', async () => {
    const inviter = await signedInMember(api());
    const member = await signedInMember(api(), 'trade club', { refferedBy: (await person(inviter))['referral_code'] });
    await withEverything(api(), member);
    const { payload, headers } = form({ profileImg: await idCardImage() });
    await mustBe(
      200,
      api().app.inject({ method: 'POST', url: '/api/v1/profileImg', headers: { ...headers, authorization: member.token }, payload }),
    );
    const [picture] = await rows<{ storage_key: string }>(`select storage_key from files where user_id = ? and purpose = 'profile-image'`, [
      member.userId,
    ]);
    const account = (await accountOf(api(), member))!;
    await trades(api(), account.id, 2);
    await rows(
      `insert into sync_runs (id, account_id, user_id, trigger, state) values (gen_random_uuid(), ?, ?, 'demand', 'running') returning id`,
      [account.id, member.userId],
    );
    await confirmJustNow(api(), member);
    const answer = await ask(member);
    expect([answer.statusCode, answer.headers['cache-control'], answer.json()]).toEqual([
      202,
      'no-store',
      expect.objectContaining({ data: expect.objectContaining({ request: expect.objectContaining({ state: 'restricted' }) }) }),
    ]);

    expect(await person(member)).toMatchObject({
      phone_number: '',
      image_file_id: null,
      referred_by_id: null,
      rejected_at: null,
      surname: 'Walker',
    });
    const [key] = await rows(
      'select api_key, secret_key, passphrase, key_hint, sync_enabled, next_sync_at, is_current from exchange_accounts where id = ?',
      [account.id],
    );
    expect(key).toEqual({
      api_key: null,
      secret_key: null,
      passphrase: null,
      key_hint: '',
      sync_enabled: false,
      next_sync_at: null,
      is_current: true,
    });
    expect(await rows(`select state, error from sync_runs where account_id = ?`, [account.id])).toEqual([
      { state: 'failed', error: 'Its owner asked to be erased' },
    ]);
    const emails = await rows<{ kind: string; value: string }>(
      `select kind, value from notification_preferences where user_id = ? and channel = 'email' order by kind`,
      [member.userId],
    );
    expect(emails.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'alert off',
      'calendar off',
      'key-warning off',
      'news off',
      'reply off',
      'signal-changed off',
      'signal-ended off',
      'signal-published off',
    ]);
    await expect(world.worker.get(FileStore, { strict: false }).open(picture!.storage_key)).rejects.toThrow();
    const kept = await rows<{ n: number }>(
      `select count(*)::int as n from files where user_id = ? union all select count(*)::int from spot_trades where account_id = ?
        union all select count(*)::int from kyc_submissions where user_id = ?`,
      [member.userId, account.id, member.userId],
    );
    expect(kept.map(({ n }) => n)).toEqual([3, 2, 1]);
    expect(await lettersTo(api(), member.userId)).toContain('erasure-received');
    expect(
      (
        await rows<{ action: string }>(`select action from audit_events where target_id = ? and action like 'privacy.%'`, [member.userId])
      ).map(({ action }) => action),
    ).toEqual(['privacy.erasure-ask']);
  });

  it('takes a confirmation of its own', async () => {
    const member = await signedInMember(api());
    const answer = await ask(member);
    expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    expect((await person(member))['phone_number']).not.toBe('');
    expect((await own(member)).request).toBeNull();
  });

  it('tells before anything happens what is kept, until when, and the right to complain', async () => {
    const [club, fund] = [await signedInMember(api()), await signedInMember(api(), 'hedge fund')];
    expect((await own(club)).kept.map(({ until }) => until)).toContain('30 days after your membership ends');
    expect((await own(fund)).kept.map(({ until }) => until)).toContain('5 years after your membership ends');
    expect((await own(club)).complaint).toMatch(/authority.*court/);
    expect((await own(club, 'es')).kept.map(({ until }) => until)).toContain('30 días después de que termine su membresía');
  });

  it('is one request at a time', async () => {
    const member = await signedInMember(api());
    await confirmJustNow(api(), member);
    const answers = await Promise.all([ask(member), ask(member), ask(member)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409]);
    expect(await rows('select state from erasure_requests where user_id = ?', [member.userId])).toEqual([{ state: 'restricted' }]);
  });
});

describe('a member with an open request', () => {
  it('has nothing new stored about them, and still reads, exports and takes it back', async () => {
    const { member } = await asked();
    const token = { token: member.token };
    for (const [method, path] of [
      ['PUT', '/me/exchange-key'],
      ['POST', '/updateprofile'],
      ['POST', '/createkyc'],
      ['POST', '/me/kyc/document'],
      ['POST', '/createpayment'],
      ['POST', '/me/sync'],
    ] as const) {
      const answer = await call(api(), method, path, {}, token);
      expect([path, answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        path,
        409,
        expect.stringContaining('Withdraw the request first'),
      ]);
    }
    for (const path of ['/getuser', '/me/export', '/me/erasure'])
      expect([path, (await call(api(), 'GET', path, undefined, token)).statusCode]).toEqual([path, 200]);
    await mustBe(202, call(api(), 'POST', '/me/export', undefined, token));
    await mustBe(200, call(api(), 'DELETE', '/me/erasure', undefined, token));
    expect((await call(api(), 'POST', '/updateprofile', {}, token)).statusCode).toBe(400);
  });

  it('is written to by no broadcast, and is again once it is taken back', async () => {
    const { member } = await asked();
    const write = () =>
      call(api(), 'POST', '/senduseremail', { user: member.userId, subject: 'Hello', message: 'Dear all' }, { token: admin.token });
    await confirmJustNow(api(), admin);
    expect((await write()).statusCode).toBe(409);
    await mustBe(200, call(api(), 'DELETE', '/me/erasure', undefined, { token: member.token }));
    await confirmJustNow(api(), admin);
    await mustBe(202, write());
  });

  it('can take it back, once, and ask again', async () => {
    const { member } = await asked();
    await mustBe(200, call(api(), 'DELETE', '/me/erasure', undefined, { token: member.token }));
    await mustBe(409, call(api(), 'DELETE', '/me/erasure', undefined, { token: member.token }));
    expect((await own(member)).request).toMatchObject({ state: 'withdrawn' });
    expect(await lettersTo(api(), member.userId)).toContain('erasure-withdrawn');
    await mustBe(202, ask(member));
    expect((await own(member)).request).toMatchObject({ state: 'restricted' });
  });
});

describe('an admin', () => {
  it('sees who asked, and finds them', async () => {
    const { member, id } = await asked();
    const list = await call(
      api(),
      'GET',
      `/admin/erasure-requests?filter=${encodeURIComponent(JSON.stringify({ userId: member.userId, state: 'restricted' }))}`,
      undefined,
      { token: admin.token },
    );
    expect([list.headers['content-range'], list.json()]).toEqual([
      'erasure-requests 0-0/1',
      [
        expect.objectContaining({
          id,
          userId: member.userId,
          email: member.email,
          fullName: 'Ann Walker',
          state: 'restricted',
          reason: null,
          may: ['complete', 'refuse'],
          decidedByName: null,
        }),
      ],
    ]);
    const [{ kept, erasedAtOnce } = { kept: [], erasedAtOnce: [] }] =
      list.json<{ kept: { what: string; why: string; until: string }[]; erasedAtOnce: string[] }[]>();
    expect({ kept, erasedAtOnce }).toEqual({ kept: (await own(member)).kept, erasedAtOnce: (await own(member)).erasedAtOnce });
  });

  it('refuses with a reason that the member reads, and the account is open again', async () => {
    const { member, id } = await asked();
    await mustBe(200, decide(id, { decision: 'refuse', reason: 'A court has asked us to keep it' }));
    expect((await own(member)).request).toMatchObject({ state: 'refused', reason: 'A court has asked us to keep it' });
    expect(await lettersTo(api(), member.userId)).toContain('erasure-refused');
    await mustBe(409, decide(id, { decision: 'complete' }));
    expect((await person(member))['rejected_at']).toBeNull();
  });

  it('completes it: the member is out at once, and what is kept has its last day', async () => {
    const { member, id } = await asked('hedge fund');
    await mustBe(200, decide(id, { decision: 'complete' }));
    expect((await call(api(), 'GET', '/getuser', undefined, { token: member.token })).statusCode).toBe(401);
    expect((await person(member))['rejected_at']).not.toBeNull();
    expect(await lettersTo(api(), member.userId)).toContain('erasure-completed');
    const one = (await call(api(), 'GET', `/admin/erasure-requests/${id}`, undefined, { token: admin.token })).json<
      Record<string, string | null>
    >();
    expect(one).toMatchObject({
      state: 'completed',
      decidedBy: admin.userId,
      decidedByName: expect.any(String),
      may: [],
      historyErasedAt: null,
      identityErasedAt: null,
    });
    expect(one['historyUntil']! > new Date().toISOString()).toBe(true);
  });

  it('is one of two: the other one comes too late', async () => {
    const { id } = await asked();
    const second = await anotherAdmin(api());
    const answers = await Promise.all([
      decide(id, { decision: 'complete' }),
      decide(id, { decision: 'refuse', reason: 'Not this one' }, second),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('what was kept', () => {
  it('is erased on its last day, part by part, and the person with the last one', async () => {
    const member = await signedInMember(api());
    await withEverything(api(), member);
    const [mention] = await rows<{ comment_id: string }>('select comment_id from comment_mentions where user_id = ?', [member.userId]);
    const account = (await accountOf(api(), member))!;
    await trades(api(), account.id, 3);
    await confirmJustNow(api(), member);
    await mustBe(202, ask(member));
    const { id } = (await own(member)).request!;
    await mustBe(200, decide(id, { decision: 'complete' }));
    await sweep();
    expect(await rows('select history_erased_at, identity_erased_at from erasure_requests where id = ?', [id])).toEqual([
      { history_erased_at: null, identity_erased_at: null },
    ]);

    await rows(`update erasure_requests set history_until = now() where id = ? returning id`, [id]);
    await sweep();
    const tables = await rows<{ table: string; column: string }>(
      `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t on
        t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
       where c.table_schema = 'public' and c.column_name in ('account_id', 'user_id') order by 1, 2`,
      [],
    );
    const left = async (column: string, of: string) => {
      const found: string[] = [];
      for (const { table } of tables.filter((one) => one.column === column))
        if ((await rows(`select 1 from "${table}" where "${column}" = ? limit 1`, [of])).length > 0) found.push(table);
      return found;
    };
    expect(await left('account_id', account.id)).toEqual([]);
    expect((await person(member))['surname']).toBe('Walker');
    const stored = await rows<{ storage_key: string }>('select storage_key from files where user_id = ?', [member.userId]);
    expect(stored).toHaveLength(2 + 1);

    // What a device was to say: a notice, and a summary.
    const summed = uuidv7();
    await rows(
      `insert into events (id, kind, subject_id, revision, audience, payload, expires_at, fanned_out_at)
        select gen_random_uuid(), 'account.security', n.id, 1, 'owner', '{}', now(), now() from notices n where n.user_id = ?
        union all select gen_random_uuid(), 'push.summary', ?::uuid, 1, 'owner', '{}', now(), now()
        on conflict (subject_id, revision) do update set kind = excluded.kind, payload = excluded.payload returning id`,
      [member.userId, summed],
    );
    await rows(
      `insert into deliveries (thread_id, address_id, wanted_revision, state)
        select ?::uuid, a.id, 1, 'sent' from channel_addresses a where a.user_id = ? and a.channel = 'push' returning id`,
      [summed, member.userId],
    );
    const ownEvents = () => rows(`select 1 from events where kind in ('account.security', 'push.summary') and payload = '{}'`, []);
    expect((await ownEvents()).length).toBeGreaterThan(1);
    await rows(`update erasure_requests set identity_until = now() where id = ? returning id`, [id]);
    await sweep();
    // The invoice is open: the name on it is needed.
    expect((await person(member))['surname']).toBe('Walker');
    await mustBe(200, voidInvoiceOf(member));
    await sweep();
    await sweep();
    expect(await person(member)).toMatchObject({
      surname: 'Erased',
      other_name: 'Member',
      phone_number: '',
      country: '',
      email: `erased-${member.userId}@erased.invalid`,
      password_hash: '',
      currency: null,
    });
    expect(await ownEvents()).toEqual([]);
    // Another person's comment stays, without the name that it mentioned.
    expect(await rows('select text from comments where id = ?', [mention!.comment_id])).toEqual([{ text: `So did I, @${'…'.repeat(8)}` }]);
    expect(await left('user_id', member.userId)).toEqual([
      'consent_events',
      'erasure_requests',
      'invoices',
      'notification_preferences',
      'shredded_submissions',
    ]);
    for (const { storage_key } of stored) await expect(world.worker.get(FileStore, { strict: false }).open(storage_key)).rejects.toThrow();
  });

  it('stays while it is on hold, and goes when the hold is lifted', async () => {
    const { member, id } = await asked();
    await mustBe(200, decide(id, { decision: 'complete' }));
    await rows(`update erasure_requests set history_until = now(), identity_until = now() where id = ? returning id`, [id]);
    await rows(`insert into retention_holds (id, user_id, reason) values (gen_random_uuid(), ?, 'File 12/26') returning 1`, [
      member.userId,
    ]);
    await sweep();
    expect((await person(member))['surname']).toBe('Walker');
    await rows('update retention_holds set lifted_at = now() where user_id = ? returning 1', [member.userId]);
    await sweep();
    expect((await person(member))['surname']).toBe('Erased');
  });

  it('stays where its member was taken back', async () => {
    const { member, id } = await asked();
    await mustBe(200, decide(id, { decision: 'complete' }));
    await mustBe(200, call(api(), 'GET', `/restoreuser/${member.userId}`, undefined, { token: admin.token }));
    await rows(`update erasure_requests set history_until = now(), identity_until = now() where id = ? returning id`, [id]);
    await sweep();
    expect((await person(member))['surname']).toBe('Walker');
  });
});
