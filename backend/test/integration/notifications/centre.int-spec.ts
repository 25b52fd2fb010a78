import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { letterNotices, type NoticeLetter } from '../../../src/messaging/mail/letters/letter-notices.rules.js';
import { BroadcastDeliveryRepository } from '../../../src/messaging/broadcasts/broadcast-delivery.repository.js';
import { NotificationPolicy } from '../../../src/messaging/preferences/index.js';
import type { LetterName } from '../../../src/messaging/mail/letters/letters.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { ChannelWorld } from '../channels/channel-world.js';
import { LiveClient, listening } from '../live/live-client.js';
import { clubPayment, mustBe, pay } from '../payments/paying.js';
import { Centre } from './centre-world.js';

const told = (Object.keys(letterNotices) as LetterName[]).filter((name): name is NoticeLetter => !('untold' in letterNotices[name]));

describe('the notification centre', () => {
  let world: ChannelWorld;
  let centre: Centre;
  beforeAll(async () => {
    world = await ChannelWorld.start();
    await world.stopWorker();
    centre = new Centre(world);
  }, 180_000);
  afterAll(() => world.stop(), 180_000);

  const kindsOf = async (member: SignedIn) => (await centre.items(member)).map(({ kind }) => kind);
  const clear = () => world.rows(`delete from events where audience = 'signal-readers'`);

  describe('of one member', () => {
    it('has each letter once, also where its job runs twice', async () => {
      const member = await signedInMember(world.api);
      for (const letter of told) for (const _run of [1, 2]) await centre.tell(member.userId, letter, `${letter}:${member.userId}`);
      // Retention deletes what was sent: the key is remembered all the same.
      await world.rows('delete from outbox where dedupe_key = ?', [`mail:invoice-paid:${member.userId}`]);
      await centre.tell(member.userId, 'invoice-paid', `invoice-paid:${member.userId}`);
      const stored = await world.rows<{ kind: string }>('select kind from notices where user_id = ?', [member.userId]);
      expect(stored.map(({ kind }) => kind).toSorted()).toEqual(told.toSorted());
      const [paid] = (await centre.items(member)).filter(({ kind }) => kind === 'invoice-paid');
      expect(paid).toMatchObject({ facts: { number: 'TM-2026-000123', total: '50.00' }, isRead: false });
    });

    it('has nothing of what was rolled back, nor what is for nobody', async () => {
      const member = await signedInMember(world.api);
      const crash = world.api.em().transactional(async (tx) => {
        await centre.queue(tx, member.userId, 'invoice-paid', 'rolled back');
        throw new Error('the process was killed');
      });
      await expect(crash).rejects.toThrow('killed');
      for (const name of ['reset-password', 'broadcast', 'signal'] as const) await centre.tell(member.userId, name);
      await centre.tell(world.admin.userId, 'password-changed');
      expect(
        await world.rows('select 1 from notices where user_id = any(?::uuid[])', [`{${member.userId},${world.admin.userId}}`]),
      ).toEqual([]);
    });

    it('tells of a decision that was made, once', async () => {
      const member = await signedInMember(world.api);
      await mustBe(201, pay(world.api, member, await clubPayment()));
      const approve = () => call(world.api, 'GET', `/approvepayment/${member.userId}`, undefined, world.admin);
      const answers = await Promise.all([approve(), approve()]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(await kindsOf(member)).toEqual(['payment-approved', 'invoice-paid', 'payment-received', 'invoice-issued']);
    });

    it('is seen and read by nobody else', async () => {
      const [member, other] = [await signedInMember(world.api), await signedInMember(world.api)];
      await centre.tell(member.userId, 'new-sign-in');
      const { id, position } = (await centre.items(member))[0]!;
      expect([await kindsOf(other), await centre.unread(other)]).toEqual([[], 0]);
      expect((await centre.readOne(other, id)).statusCode).toBe(404);
      await centre.readAll(other, position);
      expect(await centre.unread(member)).toBe(1);
      expect((await call(world.api, 'GET', '/me/notifications')).statusCode).toBe(401);
      expect((await call(world.api, 'GET', '/me/notifications', undefined, world.admin)).statusCode).toBe(403);
    });

    it('is read one by one, or up to what was shown', async () => {
      const member = await signedInMember(world.api);
      for (const letter of ['kyc-received', 'kyc-approved', 'payment-received'] as const) await centre.tell(member.userId, letter);
      const [newest, middle] = await centre.items(member);
      const answer = await centre.readOne(member, middle!.id);
      expect([answer.statusCode, answer.json<{ data: unknown }>().data]).toEqual([200, { unread: 2 }]);
      await centre.readOne(member, middle!.id);
      expect(await centre.unread(member)).toBe(2);
      await centre.tell(member.userId, 'payment-approved');
      expect(await centre.readAll(member, newest!.position)).toBe(1);
      expect((await centre.items(member)).map(({ kind, isRead }) => [kind, isRead])).toEqual([
        ['payment-approved', false],
        ['payment-received', true],
        ['kyc-approved', true],
        ['kyc-received', true],
      ]);
    });

    it('lists and counts 90 days, and counts to a hundred', async () => {
      const member = await signedInMember(world.api);
      await centre.tell(member.userId, 'kyc-received');
      await world.rows(`update notices set created_at = now() - interval '91 days' where user_id = ?`, [member.userId]);
      expect([await kindsOf(member), await centre.unread(member)]).toEqual([[], 0]);
      await world.rows(
        `insert into notices (id, user_id, kind, dedupe_key, facts) select gen_random_uuid(), ?, 'kyc-received', n, '{}'
          from generate_series(1, 150) n`,
        [member.userId],
      );
      expect(await centre.unread(member)).toBe(100);
    });
  });

  describe('about signals', () => {
    it('is for those alone who may see them, since they may', async () => {
      await clear();
      const [unpaid, fund, paid] = [await signedInMember(world.api), await signedInMember(world.api, 'hedge fund'), await world.reader()];
      await world.rows(`update users set payment_status = 'approved' where id = ?`, [fund.userId]);
      for (const member of [unpaid, fund, paid]) await centre.veteran(member);
      const id = await world.publish();
      const items = await centre.items(paid);
      expect(items).toMatchObject([{ kind: 'signal.published', facts: { signalId: id, symbol: 'BTC/USDT' }, isRead: false }]);
      for (const member of [unpaid, fund]) {
        expect([await kindsOf(member), await centre.unread(member)]).toEqual([[], 0]);
        expect((await centre.readOne(member, items[0]!.id)).statusCode).toBe(404);
      }
      // Who pays now is told of what comes, not of what was before.
      await mustBe(201, pay(world.api, unpaid, await clubPayment()));
      await mustBe(200, call(world.api, 'GET', `/approvepayment/${unpaid.userId}`, undefined, world.admin));
      expect(await kindsOf(unpaid)).toEqual(['payment-approved', 'invoice-paid', 'payment-received', 'invoice-issued']);
      await world.publish();
      expect((await kindsOf(unpaid))[0]).toBe('signal.published');
      // Nor is who paid before.
      await world.rows(`update users set payment_status = 'pending' where id = ?`, [paid.userId]);
      expect([await kindsOf(paid), await centre.unread(paid)]).toEqual([[], 0]);
    });

    it('has a row for the event and none for each member', async () => {
      await clear();
      const members = [await world.reader(), await world.reader()];
      await world.publish();
      for (const member of members) expect(await centre.unread(member)).toBe(1);
      expect(
        await world.rows('select 1 from notices where user_id = any(?::uuid[])', [`{${members.map(({ userId }) => userId)}}`]),
      ).toEqual([]);
    });

    it('keeps unread what commits after a later item was read', async () => {
      await clear();
      const member = await world.reader();
      await centre.veteran(member);
      const shown = await centre.event('1 minute');
      const { position } = (await centre.items(member))[0]!;
      expect(await centre.readAll(member, position)).toBe(0);
      // Its transaction began earlier.
      const late = await centre.event('2 minutes');
      expect((await centre.items(member)).map(({ id, isRead }) => [id, isRead])).toEqual([
        [shown, true],
        [late, false],
      ]);
      expect(await centre.unread(member)).toBe(1);
    });

    it('has a cursor that never moves back', async () => {
      await clear();
      const member = await world.reader();
      await centre.veteran(member);
      for (const age of ['3 hours', '2 hours', '1 hour']) await centre.event(age);
      const [newest, , oldest] = await centre.items(member);
      expect(await centre.readAll(member, oldest!.position)).toBe(2);
      expect(await centre.readAll(member, newest!.position)).toBe(0);
      expect(await centre.readAll(member, oldest!.position)).toBe(0);
      const ahead = `9999999999999999-${randomUUID()}`;
      expect(await centre.readAll(member, ahead)).toBe(0);
      await centre.event();
      expect(await centre.unread(member)).toBe(1);
    });

    it('is read one by one in two tabs at once, in one bounded row', async () => {
      await clear();
      const member = await world.reader();
      await centre.veteran(member);
      const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => centre.event(`${n + 1} hours`)));
      const read = await Promise.all(ids.slice(0, 6).map((id) => centre.readOne(member, id)));
      expect(read.map(({ statusCode }) => statusCode)).toEqual(ids.slice(0, 6).map(() => 200));
      expect(await centre.unread(member)).toBe(2);
      // 205 later items, all read: the cursor holds 200 of them, and moves to the others.
      await world.rows(
        `with e as (insert into events (id, kind, subject_id, revision, audience, payload, created_at, expires_at, fanned_out_at)
           select gen_random_uuid(), 'signal.published', gen_random_uuid(), 1, 'signal-readers', '{"data":{}}',
             now() - n * interval '1 second', now(), now() from generate_series(1, 205) n returning id)
         update notice_cursors set read_ids = read_ids || (select jsonb_agg(id) from e) where user_id = ?`,
        [member.userId],
      );
      expect(await centre.unread(member)).toBe(2);
      await centre.readOne(member, ids[6]!);
      const [cursor] = await world.rows<{ ids: number }>(
        'select jsonb_array_length(read_ids) as ids from notice_cursors where user_id = ?',
        [member.userId],
      );
      expect([cursor?.ids, await centre.unread(member)]).toEqual([200, 0]);
    });
  });

  describe('about broadcasts', () => {
    const broadcast = async (audience: string, user: SignedIn | null = null) => {
      const id = randomUUID();
      await world.rows(
        `insert into broadcasts (id, subject, message, audience, audience_user_id, kind, starts_at)
          values (?, ?, 'Text', ?, ?, 'news', now() - interval '1 second')`,
        [id, `About ${id}`, audience, user?.userId ?? null],
      );
      return id;
    };
    // The worker has it, and does not run here.
    const start = () =>
      new BroadcastDeliveryRepository(world.api.em() as never, world.api.app.get(NotificationPolicy, { strict: false })).startDue();
    const ids = async (member: SignedIn) => (await centre.items(member)).map(({ id }) => id);

    it('is for their audience, from when they are sent', async () => {
      await clear();
      const [club, fund] = [await signedInMember(world.api), await signedInMember(world.api, 'hedge fund')];
      const [all, ofFund, own] = [await broadcast('all'), await broadcast('hedge fund'), await broadcast('user', club)];
      expect(await ids(club)).toEqual([]);
      expect(await start()).toHaveLength(3);
      expect((await ids(club)).toSorted()).toEqual([all, own].toSorted());
      expect((await ids(fund)).toSorted()).toEqual([all, ofFund].toSorted());
      expect((await centre.items(club)).find(({ id }) => id === all)).toMatchObject({
        kind: 'broadcast',
        facts: { subject: `About ${all}` },
        isRead: false,
      });
      expect((await centre.readOne(club, all)).statusCode).toBe(200);
      expect([await centre.unread(club), await centre.unread(fund)]).toEqual([1, 2]);
      await mustBe(200, call(world.api, 'POST', `/admin/broadcasts/${all}/pause`, {}, world.admin));
      expect(await ids(fund)).toEqual([ofFund]);
      expect(await ids(await signedInMember(world.api))).toEqual([]);
    });

    it('to a segment is for those it was planned for, filled in, and at a local time not before that time everywhere', async () => {
      await clear();
      const [member, other] = [await signedInMember(world.api), await signedInMember(world.api)];
      await world.rows(`update users set other_name = 'Zoë', currency = 'CHF' where id = ?`, [member.userId]);
      const [id] = await world.rows<{ id: string }>(
        `insert into broadcasts (id, subject, message, audience, segment, kind, state, starts_at, announced_at)
          values (gen_random_uuid(), 'For {{first_name}}', 'In {{currency|dollars}}', 'segment', '{"version":1}', 'news', 'sending',
            now() - interval '1 second', now()) returning id`,
      );
      const reaches = (to: SignedIn) =>
        world.rows(`insert into broadcast_deliveries (broadcast_id, user_id, position, status) values (?, ?, 1, 'suppressed')`, [
          id!.id,
          to.userId,
        ]);
      await reaches(member);
      expect(await ids(other)).toEqual([]);
      expect((await centre.items(member)).map(({ facts }) => facts)).toEqual([{ subject: 'For Zoë', message: 'In CHF' }]);
      await world.rows(`update broadcasts set announced_at = now() + interval '1 hour' where id = ?`, [id!.id]);
      expect(await ids(member)).toEqual([]);
    });
  });

  describe('of an open page', () => {
    it('is told at once, on its own socket alone', async () => {
      const url = await listening(world.api);
      const open = async (member: SignedIn) => {
        const client = await LiveClient.open(url);
        client.say({ type: 'auth', token: member.token }, { type: 'subscribe', topics: ['notices', 'club-news'] });
        await client.told(({ type, topics }) => type === 'subscribed' && topics?.includes('notices') === true);
        return client;
      };
      const [member, other] = [await signedInMember(world.api), await signedInMember(world.api)];
      const [first, second, foreign] = [await open(member), await open(member), await open(other)];
      await centre.tell(member.userId, 'invoice-paid');
      for (const tab of [first, second]) await tab.told(({ topic }) => topic === 'notices');
      const from = second.heard.length;
      await centre.readOne(member, (await centre.items(member))[0]!.id);
      await second.told(({ topic }) => topic === 'notices', from);
      await foreign.settled();
      expect(foreign.events('notices')).toEqual([]);
      const admin = await LiveClient.open(url);
      admin.say({ type: 'auth', token: world.admin.token }, { type: 'subscribe', topics: ['notices'] });
      expect(await admin.told(({ type }) => type === 'error')).toMatchObject({ code: 'topic.forbidden' });
      for (const { socket } of [first, second, foreign, admin]) socket.terminate();
    });
  });
});
