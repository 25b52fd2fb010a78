import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox, type LetterData, type LetterName } from '../../../src/messaging/mail/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import type { SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import { PushWorld, type Browser } from './push-world.js';
import { TelegramWorld, type Linked } from './telegram-world.js';

interface World {
  api: TestApi;
  rows<T>(sql: string, values?: unknown[]): Promise<T[]>;
}

let keys = 0;
/** Queues a letter to a member, as the product does. Returns its key. */
async function tell<N extends LetterName>(world: World, { userId }: SignedIn, letter: N, data: LetterData<N>, key = `k-${++keys}`) {
  const outbox = world.api.app.get(MailOutbox, { strict: false });
  await (world.api.em() as EntityManager).transactional((tx) => outbox.queue(tx, { letter, to: userId, data, dedupeKey: key }));
  return key;
}
const signIn = (world: World, member: SignedIn) =>
  tell(world, member, 'new-sign-in', { network: '203.0.113.0/24', at: '2026-12-05T10:00:00Z' });
const paid = (world: World, member: SignedIn) => tell(world, member, 'invoice-paid', { number: 'TM-2026-7', total: '123.45' });

const choose = (world: World, { userId }: SignedIn, kind: string, channel: string, value: string) =>
  world.rows('insert into notification_preferences (user_id, kind, channel, value) values (?, ?, ?, ?)', [userId, kind, channel, value]);
/** From an hour ago until in an hour. */
const quiet = (world: World, { userId }: SignedIn) =>
  world.rows(
    `insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
     select ?, (m + 1380) % 1440, (m + 60) % 1440, 'UTC'
     from (select extract(hour from now() at time zone 'utc')::int * 60 + extract(minute from now() at time zone 'utc')::int as m) t`,
    [userId],
  );
const unpaid = (world: World, { userId }: SignedIn) => world.rows('update users set payment_status = null where id = ?', [userId]);
/** Waits until every notice was offered to the channels, so that what is not there will not come. */
const offered = (world: World) =>
  eventually(async () => expect(await world.rows('select 1 from notices where fanned_out_at is null')).toEqual([]));
const deliveries = (world: World, { userId }: SignedIn) =>
  world.rows<{ kind: string; state: string; reason: string | null; waits: boolean }>(
    `select e.kind, d.state, d.last_answer as reason, d.available_at > now() + interval '50 minutes' as waits from deliveries d
     join channel_addresses a on a.id = d.address_id join events e on e.subject_id = d.thread_id
     where a.user_id = ? and e.kind like 'account.%' order by d.created_at`,
    [userId],
  );

describe('a notice about an account, on Telegram', () => {
  let world: TelegramWorld;
  beforeAll(async () => (world = await TelegramWorld.start()), 180_000);
  afterAll(() => world.stop(), 180_000);
  afterEach(() => world.startWorker());

  /** Telegram asks to wait for an hour. */
  const block = () =>
    world.rows(
      `insert into channel_blocks (channel, scope, blocked_until) values ('telegram', 'all', now() + interval '1 hour')
       on conflict (channel, scope) do update set blocked_until = excluded.blocked_until`,
    );
  /** What a chat shows after the greetings. */
  const told = async ({ chat }: Linked, count: number) => (await world.arrived(chat, count + 2)).slice(2);

  it('says the subject of the email in the language of the member, and links to a page', async () => {
    const linked = await world.linked(await world.reader({ language: 'es' }));
    await world.rows(`update users set language = 'es' where id = ?`, [linked.member.userId]);
    await paid(world, linked.member);
    const [message] = await told(linked, 1);
    expect(message).toMatchObject({ isSilent: false, isProtected: true });
    expect(message!.text.replaceAll(/[\u2066-\u2069]/g, '')).toBe('La factura TM-2026-7 está pagada\nAbrir Tidemark');
    expect(message!.html).toContain('<a href="https://club.example/#/invoices">');
    expect(message!.html).not.toMatch(/123|203\.0\.113/);
    await eventually(async () =>
      expect(await deliveries(world, linked.member)).toMatchObject([{ kind: 'account.payment', state: 'sent' }]),
    );
  });

  it('reaches a member who does not pay, who gets no signals', async () => {
    const linked = await world.linked();
    await unpaid(world, linked.member);
    await world.publish();
    await signIn(world, linked.member);
    const [message] = await told(linked, 1);
    expect(message!.text).toContain('New sign-in to your account');
    await world.fannedOut();
    // The message is read by Telegram before its answer is stored.
    await eventually(async () =>
      expect(await deliveries(world, linked.member)).toMatchObject([{ kind: 'account.security', state: 'sent' }]),
    );
    expect(await world.messages(linked.chat)).toHaveLength(3);
  });

  it('goes to its member alone, once, also where it is told again', async () => {
    const [one, other] = [await world.linked(), await world.linked()];
    await world.stopWorker();
    const key = await signIn(world, one.member);
    await tell(world, other.member, 'password-changed', {});
    await world.startWorker();
    expect((await told(one, 1))[0]!.text).toContain('New sign-in');
    expect((await told(other, 1))[0]!.text).toContain('password');
    await world.rows('delete from outbox');
    await tell(world, one.member, 'new-sign-in', { network: null, at: '2026-12-05T10:00:00Z' }, key);
    await offered(world);
    expect([await deliveries(world, one.member), await deliveries(world, other.member)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is asked about when it is offered, and again just before the request', async () => {
    const [off, later] = [await world.linked(), await world.linked()];
    await choose(world, off.member, 'security', 'telegram', 'off');
    await signIn(world, off.member);
    await offered(world);
    expect(await deliveries(world, off.member)).toEqual([]);
    await block();
    await signIn(world, later.member);
    await eventually(async () => expect(await deliveries(world, later.member)).toMatchObject([{ state: 'queued', waits: true }]));
    await choose(world, later.member, 'all', 'telegram', 'off');
    await world.rows('delete from channel_blocks');
    await world.hurry();
    await eventually(async () =>
      expect(await deliveries(world, later.member)).toMatchObject([{ state: 'suppressed', reason: 'preference' }]),
    );
  });

  it('stays unsent where the account was deactivated since it was queued', async () => {
    const linked = await world.linked();
    await block();
    await signIn(world, linked.member);
    await eventually(async () => expect(await deliveries(world, linked.member)).toMatchObject([{ state: 'queued', waits: true }]));
    await world.rows(`update users set email_confirmed_at = null where id = ?`, [linked.member.userId]);
    await world.rows('delete from channel_blocks');
    await world.hurry();
    await eventually(async () =>
      expect(await deliveries(world, linked.member)).toMatchObject([{ state: 'suppressed', reason: 'no-access' }]),
    );
  });

  it('waits for the end of quiet hours if it is about payments or verification, and not if it is about security or a key', async () => {
    const linked = await world.linked();
    await quiet(world, linked.member);
    await paid(world, linked.member);
    await tell(world, linked.member, 'kyc-approved', {});
    await signIn(world, linked.member);
    await tell(world, linked.member, 'key-expires', { day: '2026-12-31' });
    const texts = (await told(linked, 2)).map(({ text, isSilent }) => [text.split('\n')[0], isSilent]);
    expect(texts.toSorted()).toEqual([
      ['New sign-in to your account', false],
      ['Your exchange key expires soon', false],
    ]);
    // Held when the worker comes to them, which may be after the others have arrived.
    await eventually(async () => {
      const held = (await deliveries(world, linked.member)).filter(({ state }) => state === 'queued');
      expect(held.map(({ kind, waits }) => [kind, waits]).toSorted()).toEqual([
        ['account.payment', true],
        ['account.verification', true],
      ]);
    });
    await world.rows('delete from quiet_hours');
    await world.hurry();
    await told(linked, 4);
  });

  it('whose outcome is unknown is not sent again, and no email tells of it: the notice has an email of its own', async () => {
    const linked = await world.linked();
    await world.arm({ method: 'sendMessage', times: 1, do: { reset: true, delivered: true } });
    await signIn(world, linked.member);
    await eventually(async () => expect(await deliveries(world, linked.member)).toMatchObject([{ state: 'uncertain' }]));
    await world.disarm();
    expect(await world.letters(linked.member)).toEqual([]);
  });
});

describe('a notice about an account, on a device', () => {
  let world: PushWorld;
  beforeAll(async () => (world = await PushWorld.start()), 180_000);
  afterAll(() => world.stop(), 180_000);

  it('says the subject of the email, keeps for a day and opens a page', async () => {
    const browser: Browser = await world.browser();
    await unpaid(world, browser.member);
    await world.rows(`update users set language = 'ar' where id = ?`, [browser.member.userId]);
    await paid(world, browser.member);
    const [, shown] = await world.arrived(browser, 2);
    expect(shown).toMatchObject({ ttl: 86_400, urgency: 'high', text: { url: '/#/invoices', lang: 'ar', dir: 'rtl', silent: false } });
    expect(shown!.text.title).toContain('TM-2026-7');
    expect(JSON.stringify(shown)).not.toContain('123.45');
  });
});
