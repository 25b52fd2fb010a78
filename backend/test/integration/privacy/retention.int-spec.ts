import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, registration } from '../../support/people.js';
import { keptBefore, lineOf, moments, RetentionWorld, there } from './retention-world.js';

let world: RetentionWorld;
beforeAll(async () => (world = await RetentionWorld.start()), 60_000);
afterAll(() => world.stop(), 60_000);

describe('a sign-up whose address was never confirmed', () => {
  it('is deleted after 7 days with all that hangs on it; what was agreed to stays as a number', async () => {
    const ids: string[] = [];
    for (const moment of moments) {
      const body = registration();
      expect((await call(world.api, 'POST', '/signupuser', body)).statusCode).toBe(201);
      const [row] = await world.rows<{ id: string }>(
        `update users set created_at = ${world.ago('7 days', moment)} where email = ? returning id`,
        [body['email']],
      );
      ids.push(row!.id);
    }
    const [, due] = ids;
    const picture = await world.file(due!, 'profile-image');
    const admin = await world.member({ role: 'admin', emailConfirmedAt: null });
    const held = await world.member({ emailConfirmedAt: null });
    await world.hold(held.id);
    await world.rows(`update users set created_at = ${world.ago('8 days')} where id = any(?::uuid[]) returning 1`, [
      `{${admin.id},${held.id}}`,
    ]);

    const line = lineOf(await world.run(), 'sign-ups');
    expect(line).toMatchObject({ due: 2, dueFiles: 1, done: 2, doneFiles: 1, spared: [{ why: 'on hold', rows: 1 }], failure: null });
    expect(await world.left('users', [...ids, admin.id, held.id])).toEqual([...keptBefore, true, true]);
    expect(there([picture.path])).toEqual([false]);
    for (const table of ['mail_tokens', 'mail_deliveries'])
      expect(await world.rows(`select 1 from ${table} where user_id = ?`, [due])).toEqual([]);
    expect(await world.rows('select 1 from consent_events where user_id = ?', [due])).toHaveLength(4);
    expect(await world.recorded('sign-ups', due!)).toBe(1);
  });

  it('stays once its address is confirmed', async () => {
    const [, ...late] = await world.around('created_at', '7 days');
    await world.run();
    expect(await world.left('users', late)).toEqual([true, true]);
  });
});

describe('what was sent to webhooks', () => {
  it('is kept for 30 days after its last change; signals keep their events, which number their states', async () => {
    const { id: userId } = await world.member();
    const address = randomUUID();
    await world.rows(
      `insert into channel_addresses (id, user_id, channel, address, hash) values (?, ?, 'webhook', '\\x00', ?) returning 1`,
      [address, userId, Buffer.from(address)],
    );
    const deliveries: string[] = [];
    const attempts: string[] = [];
    const tests: string[] = [];
    const signals: string[] = [];
    for (const moment of moments) {
      const [thread, delivery, attempt, signal] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
      const at = world.ago('30 days', moment);
      await world.rows(
        `insert into events (id, kind, subject_id, revision, audience, payload, created_at, expires_at, fanned_out_at)
         values (?, 'webhook.test', ?, 1, 'owner', '{}', ${at}, now(), now()),
           (?, 'signal.published', ?, 1, 'signal-readers', '{}', ${at}, now(), now()) returning 1`,
        [thread, thread, signal, signal],
      );
      await world.rows(
        `insert into deliveries (id, thread_id, address_id, state, wanted_revision, updated_at)
         values (?, ?, ?, 'sent', 1, ${at}) returning 1`,
        [delivery, thread, address],
      );
      // Of a delivery that waits, attempts alone are deleted.
      const [waiting] = await world.rows<{ id: string }>(
        `insert into deliveries (thread_id, address_id, state, wanted_revision, updated_at, available_at)
         values (gen_random_uuid(), ?, 'failed_retryable', 1, ${at}, now() + interval '1 day') returning id`,
        [address],
      );
      await world.rows(`insert into delivery_attempts (id, delivery_id, at, revision, answer) values (?, ?, ${at}, 1, '') returning 1`, [
        attempt,
        waiting!.id,
      ]);
      deliveries.push(delivery, waiting!.id);
      attempts.push(attempt);
      tests.push(thread);
      signals.push(signal);
    }
    await world.run();
    // A test event goes after the delivery of it.
    await world.run();
    expect(await world.left('deliveries', deliveries)).toEqual([true, true, false, true, false, true]);
    expect(await world.left('delivery_attempts', attempts)).toEqual(keptBefore);
    expect(await world.left('events', tests)).toEqual(keptBefore);
    expect(await world.left('events', signals)).toEqual([true, true, true]);
  });
});

describe('what was posted for copy bots', () => {
  it('is kept until 30 days after its signal can no longer change: its number closes their positions', async () => {
    const address = randomUUID();
    await world.rows(`insert into channel_addresses (id, channel, address, hash) values (?, 'copy-bot', '\\x00', ?) returning 1`, [
      address,
      Buffer.from(address),
    ]);
    const deliveries: string[] = [];
    for (const moment of moments) {
      const [thread, delivery] = [randomUUID(), randomUUID()];
      await world.rows(
        `insert into events (id, kind, subject_id, revision, audience, payload, created_at, expires_at, fanned_out_at)
         values (gen_random_uuid(), 'signal.published', ?, 1, 'signal-readers', '{}', now() - interval '90 days',
           ${world.ago('30 days', moment)}, now()) returning 1`,
        [thread],
      );
      await world.rows(
        `insert into deliveries (id, thread_id, address_id, state, wanted_revision, updated_at)
         values (?, ?, ?, 'sent', 1, now() - interval '80 days') returning 1`,
        [delivery, thread, address],
      );
      deliveries.push(delivery);
    }
    await world.run();
    expect(await world.left('deliveries', deliveries)).toEqual(keptBefore);
  });
});

describe('a notification', () => {
  it('is kept for 90 days, read or not', async () => {
    const ids: string[] = [];
    for (const moment of moments) {
      const { id: userId } = await world.member();
      const id = randomUUID();
      await world.rows(
        `insert into notices (id, user_id, kind, dedupe_key, facts, created_at, fanned_out_at)
         values (?, ?, 'kyc-received', ?, '{}', ${world.ago('90 days', moment)}, now()) returning 1`,
        [id, userId, id],
      );
      ids.push(id);
    }
    expect(lineOf(await world.run(), 'notices')).toMatchObject({ due: 2, done: 2, failure: null });
    expect(await world.left('notices', ids)).toEqual(keptBefore);
  });
});

describe('what the Telegram bot was told', () => {
  it('is kept for 7 days: numbers of updates, links that were not confirmed, and drafts', async () => {
    const updates: string[] = [];
    const codes: string[] = [];
    for (const [n, moment] of moments.entries()) {
      const { id: userId } = await world.member();
      const at = world.ago('7 days', moment);
      const [update, code] = [String(n + 1), randomUUID()];
      await world.rows(`insert into telegram_updates (update_id, received_at, done_at) values (?, ${at}, ${at}) returning 1`, [update]);
      await world.rows(
        `insert into telegram_link_codes (id, user_id, session_id, hash, expires_at) values (?, ?, ?, ?, ${at}) returning 1`,
        [code, userId, randomUUID(), Buffer.from(code)],
      );
      updates.push(update);
      codes.push(code);
      await world.rows(`insert into signal_drafts (id, user_id, terms, event_id, expires_at) values (?, ?, '{}', ?, ${at}) returning 1`, [
        code,
        userId,
        code,
      ]);
    }
    await world.run();
    expect(await world.left('telegram_updates', updates, 'update_id')).toEqual(keptBefore);
    expect(await world.left('telegram_link_codes', codes)).toEqual(keptBefore);
    expect(await world.left('signal_drafts', codes)).toEqual(keptBefore);
  });
});

describe('what the program notes', () => {
  const session = async (userId: string, ended: string, more = { idle: `now() + interval '1 day'`, network: '203.0.113.0/24' }) => {
    const id = randomUUID();
    await world.rows(
      `insert into sessions (id, user_id, created_at, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch, ended_at, network)
        values (?, ?, now() - interval '1 year', 60, ${more.idle}, now() + interval '1 year', 0, ${ended}, ?) returning 1`,
      [id, userId, more.network],
    );
    return id;
  };

  it('of a session: its network for 30 days after its end, the rest for 90', async () => {
    const { id: userId } = await world.member();
    const at = (period: string) => Promise.all(moments.map((moment) => session(userId, world.ago(period, moment))));
    const [old, middle] = [await at('90 days'), await at('30 days')];
    const idle = await session(userId, 'null', { idle: world.ago('90 days'), network: '203.0.113.0/24' });
    const alive = await session(userId, 'null');
    const { id: heldMember } = await world.member();
    const held = await session(heldMember, world.ago('200 days'));
    await world.hold(heldMember);

    const report = await world.run();
    expect(await world.left('sessions', [...old, idle, alive, held])).toEqual([...keptBefore, false, true, true]);
    const networks = await world.rows<{ id: string; network: string | null }>('select id, network from sessions where user_id in (?, ?)', [
      userId,
      heldMember,
    ]);
    const known = (id: string) => networks.find((row) => row.id === id)!.network !== null;
    expect([...middle, alive, held].map(known)).toEqual([...keptBefore, true, true]);
    expect(lineOf(report, 'sessions')).toMatchObject({ due: 3, done: 3, spared: [{ why: 'on hold', rows: 1 }] });
  });

  it('of a reading: 7 days, and the last ten of an account in any case', async () => {
    const { id: userId } = await world.member();
    const account = await world.account(userId);
    const run = async (finished: string, state = 'done') => {
      const [row] = await world.rows<{ id: string }>(
        `insert into sync_runs (id, account_id, user_id, trigger, state, created_at, finished_at)
          values (('00000000-0000-7000-8000-' || lpad((select count(*) from sync_runs
          where account_id = ?)::text, 12, '0'))::uuid, ?, ?, 'schedule', ?, ${finished}, ${finished}) returning id`,
        [account, account, userId, state],
      );
      return row!.id;
    };
    const ids: string[] = [];
    for (const moment of moments) ids.push(await run(world.ago('7 days', moment)));
    const last: string[] = [];
    for (let n = 0; n < 10; n++) last.push(await run(world.ago('8 days'), n === 9 ? 'failed' : 'done'));
    const line = lineOf(await world.run(), 'sync-runs');
    expect(await world.left('sync_runs', ids)).toEqual(keptBefore);
    expect(await world.left('sync_runs', last)).toEqual(last.map(() => true));
    expect(line).toMatchObject({ due: 2, done: 2, spared: [{ why: 'among the last 10 of their account', rows: 10 }] });
  });

  it('of a mailed link, a mail that could not be delivered, and the development mailbox: 7 days', async () => {
    const { id: userId } = await world.member();
    const ids = { tokens: [] as string[], mails: [] as string[], boxes: [] as string[] };
    for (const moment of moments) {
      const start = world.ago('7 days', moment);
      const [token] = await world.rows<{ hash: string }>(
        `insert into mail_tokens (hash, purpose, user_id, email, created_at, expires_at)
          values (sha256(gen_random_uuid()::text::bytea), 'reset-password', ?, 'a@example.com', ${start}, ${start})
          returning encode(hash, 'hex') as hash`,
        [userId],
      );
      const [mail] = await world.rows<{ id: string }>(
        `insert into outbox (id, kind, dedupe_key, payload, dead_at, error)
          values (gen_random_uuid(), 'mail.send', gen_random_uuid()::text, '\\x01', ${start}, '550') returning id`,
      );
      const [box] = await world.rows<{ id: string }>(
        `insert into dev_mails (recipient, subject, text, html, received_at) values ('a@example.com', 's', 't', 'h', ${start})
          returning id`,
      );
      ids.tokens.push(token!.hash);
      ids.mails.push(mail!.id);
      ids.boxes.push(box!.id);
    }
    const [other] = await world.rows<{ id: string }>(
      `insert into outbox (id, kind, dedupe_key, payload, dead_at, error)
        values (gen_random_uuid(), 'exchange.start-sync', gen_random_uuid()::text, '\\x01', now() - interval '1 year', 'x') returning id`,
    );
    await world.run();
    expect(await world.left('mail_tokens', ids.tokens, `encode(hash, 'hex')`)).toEqual(keptBefore);
    expect(await world.left('dev_mails', ids.boxes)).toEqual(keptBefore);
    const mails = await world.rows<{ id: string; said: boolean; dropped: boolean }>(
      'select id, payload is not null as said, dropped_at is not null as dropped from outbox where dead_at is not null',
    );
    expect([...ids.mails, other!.id].map((id) => mails.find((row) => row.id === id)!)).toMatchObject([
      { said: true, dropped: false },
      { said: false, dropped: true },
      { said: false, dropped: true },
      { said: true, dropped: false },
    ]);
  });
});
