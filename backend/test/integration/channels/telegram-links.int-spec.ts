import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { TelegramPacer } from '../../../src/messaging/channels/telegram/telegram-pacer.service.js';
import { eventually } from '../../e2e/support/eventually.js';
import { signedInMember, signIn } from '../../support/people.js';
import { longAgo } from '../users/people.js';
import { TelegramWorld } from './telegram-world.js';

let world: TelegramWorld;
beforeAll(async () => (world = await TelegramWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
afterEach(() => world.rows('delete from channel_addresses'));

const lastOf = async (chat: number, count: number) => (await world.arrived(chat, count)).at(-1)!.text;
const confirm = (member: Parameters<typeof world.request>[2], id: string) => world.request('POST', '/confirm', member, { id });

describe('a link', () => {
  it('connects the account that opened it, once the same session has confirmed', async () => {
    const member = await world.reader();
    expect(await world.state(member)).toEqual({ isAvailable: true, account: null, request: null, group: null });
    const code = await world.code(member);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(await world.state(member)).toMatchObject({ request: { pending: null, isRefused: false, isOwnSession: true } });
    const chat = world.person();
    await world.act('start', chat, { code, username: 'ada' });
    expect(await world.pending(member)).toEqual({ id: String(chat), name: '@ada' });
    expect(await lastOf(chat, 1)).toContain('confirm');
    const [row] = await world.rows<{ hash: Buffer; telegram: Buffer }>('select hash, telegram from telegram_link_codes where user_id = ?', [
      member.userId,
    ]);
    expect(row!.hash.includes(code)).toBe(false);
    expect(row!.telegram.includes('ada')).toBe(false);

    expect((await confirm(member, String(chat))).json()).toMatchObject({
      data: { account: { id: String(chat), name: '@ada', isBlocked: false }, request: null },
    });
    expect(await lastOf(chat, 2)).toContain('Telegram is connected');
    const [address] = await world.rows<{ address: Buffer }>('select address from channel_addresses where user_id = ?', [member.userId]);
    expect(address!.address.includes(String(chat))).toBe(false);
    expect((await world.request('POST', '/link', member)).statusCode).toBe(409);
  });

  it('is confirmed by no other session and no other member, and for no other account', async () => {
    const member = await world.reader();
    const chat = world.person();
    await world.act('start', chat, { code: await world.code(member) });
    await world.pending(member);
    const elsewhere = await signIn(world.api, member.email);
    expect((await world.state(elsewhere)).request).toMatchObject({ isOwnSession: false });
    expect((await confirm(elsewhere, String(chat))).statusCode).toBe(409);
    expect((await confirm(await world.reader(), String(chat))).statusCode).toBe(409);
    expect((await confirm(member, String(chat + 1))).statusCode).toBe(409);
    expect(await world.rows('select 1 from channel_addresses')).toEqual([]);
  });

  it('works once', async () => {
    const member = await world.reader();
    const code = await world.code(member);
    const [first, second] = [world.person(), world.person()];
    await world.act('start', first, { code });
    await world.pending(member);
    await world.act('start', second, { code });
    expect(await lastOf(second, 1)).toContain('no longer valid');
    expect(await world.pending(member)).toMatchObject({ id: String(first) });
  });

  it('works for ten minutes, and until the next one is asked for', async () => {
    const member = await world.reader();
    const [old, code, chat] = [await world.code(member), await world.code(member), world.person()];
    await world.act('start', chat, { code: old });
    expect(await lastOf(chat, 1)).toContain('no longer valid');
    const life = `select extract(epoch from expires_at - created_at)::int as life from telegram_link_codes where user_id = ?`;
    expect(await world.rows(life, [member.userId])).toEqual([{ life: 600 }]);
    await world.rows('update telegram_link_codes set expires_at = now() where user_id = ?', [member.userId]);
    await world.act('start', chat, { code });
    expect(await lastOf(chat, 2)).toContain('no longer valid');
    expect((await world.state(member)).request).toBeNull();
  });

  it('is refused for the account of another member, and both are told', async () => {
    const { member: holder, chat } = await world.linked();
    const other = await world.reader();
    await world.act('start', chat, { code: await world.code(other) });
    expect(await lastOf(chat, 3)).toContain('already connected');
    expect(await world.state(other)).toMatchObject({ account: null, request: { isRefused: true, pending: null } });
    expect(await world.letters(holder)).toEqual([{ letter: 'telegram-refused' }]);
    expect((await world.state(holder)).account).toMatchObject({ id: String(chat) });
  });

  it('is not looked at after five wrong ones of the same account in an hour', async () => {
    const member = await world.reader();
    const [chat, other] = [world.person(), world.person()];
    for (let n = 0; n < 5; n++) await world.act('start', chat, { code: `wrong-${n}` });
    await world.arrived(chat, 5);
    await world.act('start', chat, { code: await world.code(member) });
    // Updates are worked off in their order.
    await world.act('start', other);
    await world.arrived(other, 1);
    expect((await world.state(member)).request).toMatchObject({ pending: null });
    expect(await world.messages(chat)).toHaveLength(5);
  });

  it('is for the private chats of people alone', async () => {
    const member = await world.reader();
    const [chat, other] = [world.person(), world.person()];
    const code = await world.code(member);
    await world.act('text', chat, { text: `/start ${code}`, chat: { id: -100, type: 'supergroup', title: 'x' } });
    await world.act('start', other);
    await world.arrived(other, 1);
    expect((await world.state(member)).request).toMatchObject({ pending: null });
    await world.act('start', chat, { code });
    await world.pending(member);
  });

  it('is given to members who may see signals, after a fresh confirmation', async () => {
    expect((await world.request('POST', '/link', await signedInMember(world.api))).statusCode).toBe(403);
    const member = await world.reader();
    await longAgo(world.api, member);
    const response = await world.request('POST', '/link', member);
    expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
  });
});

describe('a connection', () => {
  it('ends at once when the member ends it', async () => {
    const linked = await world.linked();
    expect((await world.request('DELETE', '', linked.member)).json()).toMatchObject({ data: { account: null, request: null } });
    await world.publish();
    await world.fannedOut();
    expect(await world.messages(linked.chat)).toHaveLength(2);
    expect((await world.request('DELETE', '', linked.member)).statusCode).toBe(404);
    await world.act('start', linked.chat);
    expect(await lastOf(linked.chat, 3)).toContain('https://club.example/#/notification-settings');
    const audited = `select action from audit_events where actor_id = ? and action like 'telegram.%' order by at`;
    expect(await world.rows(audited, [linked.member.userId])).toEqual([{ action: 'telegram.connect' }, { action: 'telegram.disconnect' }]);
  });

  it('ends when the account is deactivated', async () => {
    const { member } = await world.linked();
    await world.stopWorker();
    await world.rows(`update users set status = 'deactivated' where id = ?`, [member.userId]);
    await world.startWorker();
    await eventually(async () => expect(await world.rows('select 1 from channel_addresses')).toEqual([]));
  });
});

describe('the pace', () => {
  /** How long it takes until as many turns have come. */
  async function timeOf(count: number, chat: (n: number) => number): Promise<number> {
    const worker = await world.startWorker();
    const orm = worker.get(MikroORM, { strict: false });
    const pacer = worker.get(TelegramPacer, { strict: false });
    const begin = performance.now();
    const turns = Array.from({ length: count }, (_, n) => RequestContext.create(orm.em, () => pacer.turn(Buffer.from([chat(n)]))));
    expect(new Set(await Promise.all(turns))).toEqual(new Set([0]));
    return performance.now() - begin;
  }

  it('is 28 a second over all chats', async () => {
    expect(await timeOf(29, (n) => n)).toBeGreaterThan(990);
  });

  it('is one a second in a chat', async () => {
    expect(await timeOf(2, () => 200)).toBeGreaterThan(990);
  });
});
