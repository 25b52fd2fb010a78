import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import type { Credentials } from '../../../src/trading/venues/index.js';
import type { ExchangeKeyWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { errorFields, KeyWorld, OUR_ADDRESS, put, READING } from './key-world.js';

let world: KeyWorld;
let admin: SignedIn;
beforeAll(async () => {
  world = await KeyWorld.start();
  admin = await signedInAdmin(world.api);
});
afterAll(() => world.stop());
afterEach(() => {
  world.exchange.instead = () => null;
});

let lastUid = 5000;
const newUid = () => ++lastUid;

describe('GET /me/exchange-key', () => {
  it('tells a member everything about their key but the key', async () => {
    const member = await world.keyed(newUid());
    const answer = await world.get(member);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { message, data } = answer.json<{ message: string; data: ExchangeKeyWire }>();
    expect({ message, data }).toEqual({
      message: 'Your exchange key',
      data: {
        venue: 'binance',
        hint: `••••••••${member.key.apiKey.slice(-4)}`,
        state: 'valid',
        rights: [],
        restrictedByAddress: true,
        checkedAt: expect.stringMatching(/Z$/),
        refusedAt: null,
        expiresAt: null,
        futuresAvailable: true,
        egressAddress: OUR_ADDRESS,
        lastSyncedAt: null,
        warnings: [],
      },
    });
    expect(answer.body).not.toContain(member.key.apiKey);
    expect(answer.body).not.toContain(member.key.secretKey);
  });

  it('tells a member without a key that there is none', async () => {
    expect(await world.keyOf(await signedInMember(world.api))).toEqual({
      venue: null,
      hint: null,
      state: 'none',
      rights: [],
      restrictedByAddress: null,
      checkedAt: null,
      refusedAt: null,
      expiresAt: null,
      futuresAvailable: null,
      egressAddress: OUR_ADDRESS,
      lastSyncedAt: null,
      warnings: [],
    });
  });

  it('warns of a key that works from any address, names ours, and does not refuse it', async () => {
    const uid = newUid();
    const member = await world.keyed(uid, world.key(uid, { ...READING, ipRestrict: false }));
    expect(await world.keyOf(member)).toMatchObject({
      state: 'valid',
      restrictedByAddress: false,
      warnings: [expect.stringContaining(`ours, ${OUR_ADDRESS},`)],
    });
  });

  it('says when the exchange ends the key', async () => {
    const member = await world.keyed(newUid());
    await world.rows(`update exchange_accounts set key_rights = key_rights || '{"expiresAt": "2031-05-06T07:08:09.000Z"}' where id = ?`, [
      member.accountId,
    ]);
    expect(await world.keyOf(member)).toMatchObject({
      expiresAt: '2031-05-06T07:08:09.000Z',
      warnings: ['This key expires on 2031-05-06. Replace it before then'],
    });
  });

  it('is for members, each for their own key', async () => {
    expect((await world.get({})).statusCode).toBe(401);
    expect((await world.get(admin)).statusCode).toBe(403);
  });
});

describe('PUT /me/exchange-key', () => {
  it('goes on with the ledger where the key reads the same account, at once', async () => {
    const uid = newUid();
    const member = await world.keyed(uid);
    await world.rows(`update sync_runs set state = 'done', finished_at = now() where user_id = ?`, [member.userId]);
    await world.rows('update exchange_accounts set last_synced_at = now() where id = ?', [member.accountId]);
    const next = world.key(uid);
    const answer = await world.put(member, put(next));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      message: 'Your exchange key was replaced',
      data: { venue: 'binance', hint: `••••••••${next.apiKey.slice(-4)}`, state: 'valid' },
    });
    expect(answer.body).not.toContain(next.secretKey);
    expect(await world.accountsOf(member)).toEqual([
      expect.objectContaining({
        id: member.accountId,
        uid: String(uid),
        is_current: true,
        held: true,
        key_state: 'valid',
        sync_enabled: true,
      }),
    ]);
    expect((await world.runsOf(member)).at(-1)).toEqual({ account_id: member.accountId, trigger: 'demand', state: 'queued', error: null });
    expect(await world.lettersTo(member)).toEqual(['key-replaced']);
    expect(await world.auditOf(member)).toEqual([
      {
        action: 'exchange.key-replace',
        actor_id: member.userId,
        detail: { accountId: member.accountId, venue: 'binance', state: 'valid', continues: true },
      },
    ]);
    expect(await openedKey(member.accountId)).toEqual(next);
  });

  it('begins another ledger where the key reads another account, and keeps the old one out of sight', async () => {
    const member = await world.keyed(newUid());
    await world.rows(`insert into wallet_balances (account_id, position, name, balance) values (?, 0, 'Spot', 5)`, [member.accountId]);
    const uid = newUid();
    expect((await world.put(member, put(world.key(uid)))).statusCode).toBe(200);
    const [old, current] = await world.accountsOf(member);
    expect(old).toMatchObject({ id: member.accountId, is_current: false, held: false, sync_enabled: false });
    expect(current).toMatchObject({ uid: String(uid), is_current: true, held: true, sync_enabled: true });
    expect((await call(world.api, 'GET', `/wallet/${member.userId}`, undefined, { token: member.token })).json()).toMatchObject({
      data: [],
      total_balance: '0',
    });
    expect(await world.rows('select balance from wallet_balances where account_id = ?', [member.accountId])).toHaveLength(1);
    expect((await world.runsOf(member)).at(-1)).toMatchObject({ account_id: current!.id, state: 'queued' });
  });

  it('finds the first ledger again when the first account comes back', async () => {
    const [first, second] = [newUid(), newUid()];
    const member = await world.keyed(first);
    await world.put(member, put(world.key(second)));
    expect((await world.put(member, put(world.key(first)))).statusCode).toBe(200);
    const accounts = await world.accountsOf(member);
    expect(accounts.map(({ uid, is_current, held }) => [uid, is_current, held])).toEqual([
      [String(first), true, true],
      [String(second), false, false],
    ]);
    expect(accounts[0]!.id).toBe(member.accountId);
  });

  it('takes a key to where there was none', async () => {
    const member = await world.verified();
    expect((await world.put(member, put(world.key(newUid())))).statusCode).toBe(200);
    expect(await world.keyOf(member)).toMatchObject({ state: 'valid' });
    expect(await world.runsOf(member)).toHaveLength(1);
  });

  it('brings a key that was stopped back to life', async () => {
    const uid = newUid();
    const member = await world.keyed(uid);
    await world.rows(`update exchange_accounts set key_state = 'invalid', next_sync_at = null where id = ?`, [member.accountId]);
    expect((await world.put(member, put(world.key(uid)))).statusCode).toBe(200);
    expect(await world.keyOf(member)).toMatchObject({ state: 'valid' });
  });

  it('takes a key that the exchange cannot be asked about as unchecked, in a ledger of its own', async () => {
    const member = await world.keyed(newUid());
    const next = world.key(newUid());
    expect((await world.outOfReach(() => world.put(member, put(next)))).json()).toMatchObject({
      data: { state: 'unchecked', checkedAt: null, restrictedByAddress: null },
    });
    const [old, current] = await world.accountsOf(member);
    expect(old).toMatchObject({ id: member.accountId, is_current: false, held: false });
    expect(current).toMatchObject({ uid: null, is_current: true, held: true, key_state: 'unchecked' });
  });

  it('knows the same key again while the exchange is out of reach', async () => {
    const member = await world.keyed(newUid());
    expect((await world.outOfReach(() => world.put(member, put(member.key)))).statusCode).toBe(200);
    expect(await world.accountsOf(member)).toEqual([
      expect.objectContaining({ id: member.accountId, is_current: true, key_state: 'unchecked' }),
    ]);
  });

  it('of two at one moment keeps one, whole', async () => {
    const member = await world.keyed(newUid());
    const uids = [newUid(), newUid(), newUid()];
    const keys = uids.map((uid) => world.key(uid));
    const answers = await Promise.all(keys.map((key) => world.put(member, put(key))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const held = (await world.accountsOf(member)).filter((account) => account.held);
    expect(held).toEqual([expect.objectContaining({ is_current: true })]);
    expect(await openedKey(held[0]!.id)).toEqual(keys[uids.indexOf(Number(held[0]!.uid))]);
  });

  it('seals the third part of a key like the others', async () => {
    const member = await world.verified();
    const parts = { apiKey: `okx-${randomUUID()}`, secretKey: 'planted-okx-secret', passphrase: 'Planted passphrase-1' };
    expect((await world.outOfReach(() => world.put(member, { venue: 'okx', ...parts }))).statusCode).toBe(200);
    const [account] = await world.accountsOf(member);
    expect(account).toMatchObject({ venue: 'okx', held: true, key_state: 'unchecked' });
    expect(await openedKey(account!.id)).toEqual(parts);
    const stored = await world.rows<{ row: string }>(
      `select to_jsonb(a)::text as row from exchange_accounts a where id = ? union all select to_jsonb(e)::text from audit_events e union
        all select to_jsonb(m)::text from mail_deliveries m`,
      [account!.id],
    );
    for (const { row } of stored)
      for (const part of Object.values(parts))
        for (const bytes of [part, Buffer.from(part).toString('hex')]) expect(row).not.toContain(bytes);
    await world.confirm(member);
    expect((await world.remove(member)).statusCode).toBe(200);
    expect(await world.rows('select passphrase from exchange_accounts where id = ?', [account!.id])).toEqual([{ passphrase: null }]);
  });

  describe('refuses, and changes nothing:', () => {
    it('what the exchange does not know', async () => {
      const member = await world.keyed(newUid());
      expect(await refused(member, put({ apiKey: 'nobody-has-this-key', secretKey: 'x' }), ['apiKey'])).toContain('does not accept');
      expect(
        await refused(member, put({ ...world.key(newUid()), secretKey: 'not the one it has'.replaceAll(' ', '-') }), ['apiKey']),
      ).toContain('secret');
    });

    it('what may do more than read, naming each right', async () => {
      const member = await world.keyed(newUid());
      const strong = world.key(newUid(), { ...READING, enableWithdrawals: true, enableMargin: true, enableTimeTravel: true });
      const message = await refused(member, put(strong), ['apiKey']);
      for (const right of ['withdrawals', 'margin loans', 'time travel']) expect(message).toContain(right);
    });

    it.each<[string, Record<string, unknown>]>([
      ['a right told as a text', { ...READING, enableWithdrawals: 'false' }],
      ['a right told as a number', { ...READING, enableFutures: 1 }],
      ['rights within rights', { ...READING, trading: { spot: true } }],
      ['no word of withdrawals', { ...READING, enableWithdrawals: undefined }],
    ])('what nobody can tell the rights of: %s', async (_, rights) => {
      const member = await world.keyed(newUid());
      expect(await refused(member, put(world.key(newUid(), rights)), ['apiKey'])).toContain('did not say clearly');
    });

    it('the key of another member', async () => {
      const [member, other] = [await world.keyed(newUid()), await world.keyed(newUid())];
      expect(await refused(member, put(other.key), ['apiKey'])).toContain('in use');
      expect(await world.keyOf(other)).toMatchObject({ state: 'valid' });
    });

    it.each<[string, Record<string, unknown>, string[]]>([
      ['nothing', {}, ['venue', 'apiKey', 'secretKey']],
      ['empty fields', { venue: '', apiKey: ' ', secretKey: '' }, ['venue', 'apiKey', 'secretKey']],
      ['an exchange that is not offered', { venue: 'bybit', apiKey: 'a', secretKey: 'b' }, ['venue']],
      ['an exchange that nobody knows', { venue: '__proto__', apiKey: 'a', secretKey: 'b' }, ['venue']],
      ['half a key', { venue: 'binance', apiKey: 'a', secretKey: '' }, ['secretKey']],
      ['a key with a line break inside', { venue: 'binance', apiKey: 'a\r\nx-evil: 1', secretKey: 'b' }, ['apiKey']],
      ['an endless key', { venue: 'binance', apiKey: 'x'.repeat(513), secretKey: 'b' }, ['apiKey']],
      ['no passphrase where there must be one', { venue: 'okx', apiKey: 'a', secretKey: 'b' }, ['passphrase']],
      ['a passphrase that no exchange takes', { venue: 'okx', apiKey: 'a', secretKey: 'b', passphrase: 'x'.repeat(129) }, ['passphrase']],
      ['a field that there is not', { venue: 'binance', apiKey: 'a', secretKey: 'b', userId: randomUUID() }, ['userId']],
      ['something that is no text', { venue: 'binance', apiKey: ['a'], secretKey: 'b' }, ['apiKey']],
    ])('%s', async (_, body, fields) => {
      const member = await world.keyed(newUid());
      const asked = world.exchange.calls.length;
      await refused(member, body, fields);
      expect(world.exchange.calls).toHaveLength(asked);
    });
  });

  it('is closed before the KYC is approved, and does not ask the exchange', async () => {
    for (const status of [null, 'pending', 'rejected']) {
      const member = await signedInMember(world.api);
      await world.rows('update users set kyc_status = ? where id = ?', [status, member.userId]);
      const asked = world.exchange.calls.length;
      const answer = await world.put(member, put(world.key(newUid())));
      expect(answer.statusCode).toBe(409);
      expect(world.exchange.calls).toHaveLength(asked);
      expect(await world.accountsOf(member)).toEqual([]);
    }
  });

  it('asks for a sign-in or a confirmation of the last five minutes', async () => {
    const member = await world.keyed(newUid());
    const next = world.key(newUid());
    await world.age(member, 6);
    const answer = await world.put(member, put(next));
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ stepUp: true });
    expect((await world.accountsOf(member)).map(({ id }) => id)).toEqual([member.accountId]);
    await world.confirm(member);
    expect((await world.put(member, put(next))).statusCode).toBe(200);
  });

  it('is for members with a session', async () => {
    const key = world.key(newUid());
    expect((await world.put({}, put(key))).statusCode).toBe(401);
    expect((await world.put(admin, put(key))).statusCode).toBe(403);
  });

  it('shows ten keys of a member to the exchange in an hour, and no eleventh', async () => {
    const member = await world.verified();
    const wrong = put({ apiKey: 'nobody-has-this-key', secretKey: 'x' });
    for (let n = 0; n < 10; n++) expect((await world.put(member, wrong)).statusCode).toBe(400);
    const asked = world.exchange.calls.length;
    const answer = await world.put(member, put(world.key(newUid())));
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(world.exchange.calls).toHaveLength(asked);
    expect((await world.put(await world.verified(), put(world.key(newUid())))).statusCode).toBe(200);
  });
});

function openedKey(accountId: string): Promise<Credentials | null> {
  return world.api.app.get(ExchangeAccountService, { strict: false }).openKey(world.api.em(), accountId);
}

/** The message of a refusal that names these fields and has changed nothing. */
async function refused(member: SignedIn & { accountId: string }, body: object, fields: string[]): Promise<string> {
  const before = await world.accountsOf(member);
  const answer = await world.put(member, body);
  expect([answer.statusCode, errorFields(answer)]).toEqual([400, fields]);
  expect(await world.accountsOf(member)).toEqual(before);
  expect(await world.lettersTo(member)).toEqual([]);
  return answer.json<{ message: string }>().message;
}
