import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatMemberRepository } from '../../../src/messaging/channels/telegram-group/chat-member.repository.js';
import { eventually } from '../../e2e/support/eventually.js';
import { signedInMember } from '../../support/people.js';
import { GROUP, GroupWorld, HELPER } from './group-world.js';
import type { TelegramWorld } from './telegram-world.js';

let group: GroupWorld;
let world: TelegramWorld;
beforeAll(async () => {
  group = await GroupWorld.start();
  world = group.telegram;
}, 180_000);
afterAll(() => world.stop(), 180_000);
afterEach(async () => {
  await world.disarm();
  await world.act('rights', 1, { isAdmin: true });
  await world.rows('update channel_blocks set blocked_until = null');
  await world.startWorker();
  await world.rows('delete from channel_addresses');
  await world.rows('delete from chat_members');
});

const lastOf = async (chat: number, count: number) => (await world.arrived(chat, count)).at(-1)!.text;
const linkOf = async (url: string) => (await group.atTelegram()).links.find(({ invite_link }) => invite_link === url)!;
const ask = (member: Parameters<typeof world.request>[2]) => world.request('POST', '/group-link', member);
/** Waits until no row is left of an account that belongs to nobody. */
const expectForgotten = () =>
  eventually(async () => {
    await new ChatMemberRepository(world.api.em()).sweep(GROUP);
    expect((await group.rowsOf()).filter(({ user_id }) => user_id === null)).toEqual([]);
  });
/** Removals that Telegram was asked for. */
const removals = async () => (await world.calls('unbanChatMember')).length;

describe('a link to the group', () => {
  it('comes by itself to a member who may see signals, asks to join, and works for a day', async () => {
    const { chat, link } = await group.invited();
    expect((await world.messages(chat)).at(-1)!.html).toContain(`<a href="${link}">`);
    const made = await linkOf(link);
    expect(made).toMatchObject({ asksToJoin: true, isRevoked: false });
    expect(made.name).toMatch(/^[0-9a-f]{32}$/);
    expect(made.expiresAt - Date.now() / 1000).toBeGreaterThan(86_000);
    expect(made.expiresAt - Date.now() / 1000).toBeLessThan(86_500);
  });

  it('lets its member in, and is revoked', async () => {
    const { member, chat, link } = await group.joined();
    await eventually(async () => expect(await linkOf(link)).toMatchObject({ isRevoked: true }));
    expect(await group.state(member)).toEqual({ state: 'member', link: null, mayAskForLink: false });
    expect((await ask(member)).statusCode).toBe(409);
    await eventually(async () => expect(await group.recorded(member)).toEqual(['telegram.group-admit']));
    expect(await group.statusOf(chat)).toBe('member');
  });

  it('lets in nobody else: a stranger, an unlinked member, and one whose right has ended are declined with the reason', async () => {
    const { link } = await group.invited();
    const stranger = world.person();
    await group.join(stranger, link);
    expect(await lastOf(stranger, 1)).toContain('could not let you into');
    expect(await group.statusOf(stranger)).toBeUndefined();

    // A paying member, but the account that knocks is not connected to anybody.
    await world.reader();
    const unlinked = world.person();
    await group.join(unlinked, link);
    expect(await lastOf(unlinked, 1)).toContain('could not let you into');

    const ended = await world.linked();
    await group.endRight(ended.member);
    await group.join(ended.chat, link);
    await eventually(async () => expect((await world.messages(ended.chat)).at(-1)!.text).toContain('could not let you into'));
    await group.settled();
    const { members, requests } = await group.atTelegram();
    expect([members[stranger], members[unlinked], members[ended.chat], requests]).toEqual([undefined, undefined, undefined, []]);
    expect(await linkOf(link)).toMatchObject({ isRevoked: false });
  });

  it('is replaced by a new one that the member asks for on the page', async () => {
    const { member, chat, link } = await group.invited();
    const response = await ask(member);
    expect(response.json()).toMatchObject({ data: { group: { state: 'waiting', link: null, mayAskForLink: false } } });
    const { link: next } = await group.shows(member, 'invited');
    expect(next!.url).not.toBe(link);
    expect([await linkOf(link), await linkOf(next!.url)]).toMatchObject([{ isRevoked: true }, { isRevoked: false }]);
    await group.settled();
    // The page has it: no message.
    expect(await world.messages(chat)).toHaveLength(3);
  });

  it('is given to connected members who may see signals, a few times an hour', async () => {
    const nobody = await signedInMember(world.api);
    expect((await ask(nobody)).statusCode).toBe(403);
    expect((await world.state(nobody)).group).toBeNull();
    const unlinked = await world.reader();
    expect(await group.state(unlinked)).toEqual({ state: 'not-linked', link: null, mayAskForLink: false });
    expect((await ask(unlinked)).statusCode).toBe(409);
    for (let n = 1; n < 20; n++) await ask(unlinked);
    expect((await ask(unlinked)).statusCode).toBe(429);
  });

  it('is made again when the answer was lost, and told once', async () => {
    await world.arm({ method: 'createChatInviteLink', times: 1, do: { reset: true, delivered: true } });
    const { chat, link } = await group.invited();
    expect((await world.calls('createChatInviteLink')).filter(({ status }) => status === 0)).toHaveLength(1);
    await group.join(chat, link);
    await group.stands(chat, 'member');
    await group.settled();
    expect(await world.messages(chat)).toHaveLength(3);
  });
});

describe('a join request', () => {
  it.each(['approveChatJoinRequest', 'declineChatJoinRequest'])('is answered once where the answer to %s was lost', async (method) => {
    const { chat, link } = await group.invited();
    const isWelcome = method === 'approveChatJoinRequest';
    const from = isWelcome ? chat : world.person();
    await world.arm({ method, times: 1, do: { reset: true, delivered: true } });
    await group.join(from, link);
    if (isWelcome) await group.stands(from, 'member');
    else expect(await lastOf(from, 1)).toContain('could not let you into');
    await group.settled();
    const [row] = await world.rows<{ status: string }>(`select status from chat_members order by updated_at desc limit 1`);
    expect(row?.status ?? 'removed').toBe(isWelcome ? 'member' : 'removed');
    expect(await group.statusOf(from)).toBe(isWelcome ? 'member' : undefined);
  });

  it("is recorded once, as is the removal, where Telegram's update comes before its answer", async () => {
    const late = { times: 1, do: { delayMs: 2000 } };
    await world.arm({ method: 'approveChatJoinRequest', ...late }, { method: 'unbanChatMember', ...late });
    const { member, chat } = await group.joined();
    await eventually(async () => expect(await group.recorded(member)).toEqual(['telegram.group-admit']));
    await group.endRight(member);
    await group.stands(chat, 'left');
    await eventually(async () => expect(await group.recorded(member)).toEqual(['telegram.group-admit', 'telegram.group-remove']));
  });

  it('that comes twice is answered once', async () => {
    const { chat, link } = await group.invited();
    const sent = await group.join(chat, link);
    await group.stands(chat, 'member');
    await group.settled();
    const approved = (await world.calls('approveChatJoinRequest')).length;
    const chatJoinRequest = { chat: { id: -1001000000001, type: 'supergroup' }, from: { id: chat, is_bot: false }, user_chat_id: chat };
    await world.sandbox.control('POST', 'telegram/again', { update: { ...sent, chat_join_request: chatJoinRequest } });
    await group.worked(await group.put(world.person(), 'left'));
    await group.settled();
    expect((await world.calls('approveChatJoinRequest')).length).toBe(approved);
  });

  it('to another group is nothing to us', async () => {
    const { chat } = await group.invited();
    const update = {
      update_id: 999_000_001,
      chat_join_request: { chat: { id: -1009, type: 'supergroup' }, from: { id: chat }, user_chat_id: chat },
    };
    await world.sandbox.control('POST', 'telegram/again', { update });
    await group.worked(update);
    expect(await group.rowsOf()).toMatchObject([{ status: 'invited' }]);
  });

  it('is answered by the next worker where this one was killed', async () => {
    const { chat, link } = await group.invited();
    await world.stopWorker();
    await world.arm({ method: 'approveChatJoinRequest', times: 1, do: { delayMs: 120_000 } });
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await group.join(chat, link);
    await group.stands(chat, 'member');
    victim.kill('SIGKILL');
    await gone;
    expect(await group.rowsOf()).toMatchObject([{ status: expect.stringMatching(/requested|member/) }]);
    await group.expireLeases();
    await world.expireLeases();
    await world.startWorker();
    await eventually(async () => expect(await group.rowsOf()).toMatchObject([{ status: 'member' }]));
  });
});

describe('a right that ends', () => {
  it.each([
    ['the payment is no longer approved', (id: string) => world.rows('update users set payment_status = null where id = ?', [id])],
    ['the account is deactivated', (id: string) => world.rows(`update users set status = 'deactivated' where id = ?`, [id])],
    ['the member is rejected', (id: string) => world.rows('update users set rejected_at = now() where id = ?', [id])],
    ['the connection is ended', (id: string) => world.rows('delete from channel_addresses where user_id = ?', [id])],
  ])('removes the account within a minute, and nobody else: %s', async (_, end) => {
    const [first, other] = [await group.joined(), await group.joined()];
    const before = await removals();
    const began = Date.now();
    await end(first.member.userId);
    await group.stands(first.chat, 'left');
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(await lastOf(first.chat, 4)).toContain('has ended');
    await group.settled();
    expect(await group.statusOf(other.chat)).toBe('member');
    // One call, and no ban is left.
    expect((await removals()) - before).toBe(1);
    expect((await world.calls('banChatMember')).length).toBe(0);
  });

  it('also removes the account of a member who was erased, whose row is then forgotten', async () => {
    const { member, chat } = await group.joined();
    await world.stopWorker();
    await world.rows('delete from channel_addresses where user_id = ?', [member.userId]);
    await world.rows('update chat_members set user_id = null where user_id = ?', [member.userId]);
    await world.startWorker();
    await group.stands(chat, 'left');
    await expectForgotten();
  });

  it('lets the member in again when it begins again', async () => {
    const { member, chat } = await group.joined();
    await group.endRight(member);
    await group.stands(chat, 'left');
    // A link that was not revoked before the removal is no obstacle.
    await world.rows(`update chat_members set link = 'https://t.me/+old', link_expires_at = now() + interval '1 hour'`);
    await world.rows(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    const { link } = await group.shows(member, 'invited');
    await group.join(chat, link!.url);
    await group.stands(chat, 'member');
    expect(await group.shows(member, 'member')).toMatchObject({ link: null });
  });

  it('is carried out again where the answer was lost', async () => {
    const { member, chat } = await group.joined();
    await world.arm({ method: 'unbanChatMember', times: 1, do: { status: 502, delivered: true } });
    await group.endRight(member);
    await group.stands(chat, 'left');
    await eventually(async () => expect(await group.rowsOf()).toMatchObject([{ status: 'removed' }]));
    expect(await lastOf(chat, 4)).toContain('has ended');
  });

  it('is carried out by the next worker where this one was killed before its request', async () => {
    const { member, chat } = await group.joined();
    await world.stopWorker();
    await group.endRight(member);
    // As a worker leaves it that dies after it took the row.
    await world.rows(`update chat_members set lease_until = now() + interval '30 seconds'`);
    await world.startWorker();
    await group.expireLeases();
    await group.stands(chat, 'left');
    await eventually(async () => expect(await group.rowsOf()).toMatchObject([{ status: 'removed' }]));
  });

  it('comes before everything else that waits', async () => {
    const [ended, asking] = [await group.joined(), await group.invited()];
    await world.stopWorker();
    await world.rows(`update chat_members set status = 'requested', available_at = now() - interval '1 hour' where user_id = ?`, [
      asking.member.userId,
    ]);
    await group.endRight(ended.member);
    const [first] = await new ChatMemberRepository(world.api.em()).claim(GROUP, 1);
    expect(await world.rows('select user_id from chat_members where id = ?', [first!.id])).toEqual([{ user_id: ended.member.userId }]);
  });
});

describe('somebody in the group', () => {
  it('without a right is removed: added by somebody, or by a link without a request', async () => {
    const { chat } = await group.joined();
    const stranger = world.person();
    await group.put(stranger, 'member', { by: chat });
    await group.stands(stranger, 'left');
    expect(await group.statusOf(chat)).toBe('member');
    await expectForgotten();
  });

  it('with a right stays, however they came', async () => {
    const { member, chat } = await group.invited();
    await group.worked(await group.put(chat, 'member', { by: world.person() }));
    await group.shows(member, 'member');
    await group.settled();
    expect(await group.statusOf(chat)).toBe('member');
  });

  it('stays if it is an admin, the owner, a bot, or on the allow-list', async () => {
    const before = await removals();
    const [admin, owner, bot] = [world.person(), world.person(), world.person()];
    await group.put(admin, 'administrator', { by: owner });
    await group.put(owner, 'creator');
    await group.put(bot, 'member', { by: owner, isBot: true });
    await group.put(HELPER, 'member', { by: owner });
    const ended = await group.joined();
    await group.worked(await group.put(ended.chat, 'administrator', { by: owner }));
    await group.endRight(ended.member);
    const stranger = world.person();
    await group.put(stranger, 'member', { by: owner });
    await group.stands(stranger, 'left');
    await group.settled();
    const { members } = await group.atTelegram();
    expect([admin, owner, bot, HELPER, ended.chat].map((id) => members[id])).toEqual([
      'administrator',
      'creator',
      'member',
      'member',
      'administrator',
    ]);
    expect((await removals()) - before).toBe(1);
  });

  it('who leaves gets no link by itself, but one that they ask for', async () => {
    const { member, chat } = await group.joined();
    await group.worked(await group.put(chat, 'left'));
    expect(await group.shows(member, 'none')).toMatchObject({ mayAskForLink: true, link: null });
    await ask(member);
    const { link } = await group.shows(member, 'invited');
    await group.join(chat, link!.url);
    await group.stands(chat, 'member');
  });

  it('who was banned by an admin stays out', async () => {
    const { member, chat } = await group.joined();
    const before = await removals();
    await group.worked(await group.put(chat, 'kicked', { by: world.person() }));
    await group.shows(member, 'banned');
    await group.endRight(member);
    await group.settled();
    expect([await group.statusOf(chat), (await removals()) - before]).toEqual(['kicked', 0]);
  });
});

describe('a group in which the bot lost its rights', () => {
  it('is left alone for half a minute, and served afterwards', async () => {
    const { member, chat } = await group.joined();
    await world.act('rights', 1, { isAdmin: false });
    await group.endRight(member);
    await eventually(async () =>
      expect(await world.rows(`select 1 as n from channel_blocks where scope = 'group' and blocked_until > now()`)).toEqual([{ n: 1 }]),
    );
    expect(await group.statusOf(chat)).toBe('member');
    await world.act('rights', 1, { isAdmin: true });
    await world.rows(`update channel_blocks set blocked_until = null where scope = 'group'`);
    await group.hurry();
    await group.stands(chat, 'left');
  });
});
