import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, registration } from '../../support/people.js';
import { lettersTo } from '../users/people.js';
import { lineOf, moments, RetentionWorld, there } from './retention-world.js';

let world: RetentionWorld;
beforeAll(async () => (world = await RetentionWorld.start()), 60_000);
afterAll(() => world.stop(), 60_000);

const keptBefore = [true, false, false];
const recorded = async (rule: string, userId: string) =>
  (
    await world.rows(`select 1 from audit_events where action = 'retention.delete' and target_id = ? and detail ->> 'rule' = ?`, [
      userId,
      rule,
    ])
  ).length;

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
    expect(await recorded('sign-ups', due!)).toBe(1);
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

describe('a verification', () => {
  it('that was rejected loses its papers after 90 days, unless it is flagged, and leaves a line', async () => {
    const members = await Promise.all([...moments, 'final', 'held', 'asked'].map(() => world.member()));
    const [early, due, late, final, held, asked] = await Promise.all(
      members.map(({ id }, n) => world.kyc(id, 'rejected', { decided: world.ago('90 days', moments[n] ?? '-1 day'), final: n === 3 })),
    );
    const [, dueMember, , , heldMember, askedMember] = members;
    await world.hold(heldMember!.id);
    await world.asksToBeErased(askedMember!.id);

    const line = lineOf(await world.run(), 'rejected-kyc');
    expect(line).toMatchObject({ due: 2, dueFiles: 4, done: 2, doneFiles: 4 });
    expect(line.spared).toEqual([
      { why: 'rejected for good', rows: 1 },
      { why: 'on hold', rows: 1 },
      { why: 'waits for the answer to a request to be erased', rows: 1 },
    ]);
    const all = [early!, due!, late!, final!, held!, asked!];
    expect(
      await world.left(
        'kyc_submissions',
        all.map(({ id }) => id),
      ),
    ).toEqual([...keptBefore, true, true, true]);
    expect(all.map(({ paths }) => there(paths))).toEqual([true, false, false, true, true, true].map((kept) => [kept, kept]));
    expect(await world.rows('select kind, user_id, status, files from shredded_submissions where id = ?', [due!.id])).toEqual([
      { kind: 'kyc', user_id: dueMember!.id, status: 'rejected', files: 2 },
    ]);
    expect(await world.rows('select 1 from files where user_id = ?', [dueMember!.id])).toEqual([]);
    expect(await recorded('rejected-kyc', dueMember!.id)).toBe(1);
  });

  it('that was asked for again and replaced goes 90 days after the new one, or with its verification', async () => {
    const members = await Promise.all(moments.map(() => world.member()));
    const cases = await Promise.all(members.map(({ id }) => world.kyc(id, 'approved', { decided: 'now()' })));
    const replaced = await Promise.all(cases.map(({ id }, n) => world.replaced(members[n]!.id, id, world.ago('90 days', moments[n]!))));
    const heldMember = await world.member();
    const held = await world.kyc(heldMember.id, 'approved', { decided: 'now()' });
    await world.replaced(heldMember.id, held.id, world.ago('1 year'));
    await world.hold(heldMember.id);
    const refusedMember = await world.member();
    const refused = await world.kyc(refusedMember.id, 'rejected', { decided: world.ago('90 days') });
    const withIt = await world.replaced(refusedMember.id, refused.id, world.ago('80 days'));

    const report = await world.run();
    expect(lineOf(report, 'replaced-documents')).toMatchObject({
      due: 2,
      dueFiles: 2,
      done: 2,
      doneFiles: 2,
      spared: [{ why: 'on hold', rows: 1 }],
    });
    expect(there(replaced)).toEqual(keptBefore);
    expect(cases.map(({ paths }) => there(paths))).toEqual(cases.map(() => [true, true]));
    expect(
      await world.left(
        'kyc_submissions',
        cases.map(({ id }) => id),
      ),
    ).toEqual([true, true, true]);
    expect(await recorded('replaced-documents', members[1]!.id)).toBe(1);
    expect(lineOf(report, 'rejected-kyc')).toMatchObject({ due: 1, dueFiles: 3, done: 1, doneFiles: 3 });
    expect(there([withIt])).toEqual([false]);
    expect(await world.rows('select files from shredded_submissions where id = ?', [refused.id])).toEqual([{ files: 3 }]);
    expect(await world.left('document_requests', [refused.id], 'submission_id')).toEqual([false]);
  });

  it('that nobody decided goes after 30 days and 90 more: its member may send the form anew, and is told', async () => {
    const members = await Promise.all(moments.map(() => world.member()));
    const sent = await Promise.all(members.map(({ id }, n) => world.kyc(id, 'pending', { submitted: world.ago('120 days', moments[n]!) })));
    const approved = await world.member();
    const kept = await world.kyc(approved.id, 'approved', { submitted: world.ago('3 years'), decided: world.ago('3 years') });
    const [early, due] = members;
    const key = await world.account(due!.id);

    expect(lineOf(await world.run(), 'unfinished-kyc')).toMatchObject({ due: 2, done: 2, doneFiles: 4, spared: [] });
    expect(
      await world.left(
        'kyc_submissions',
        [...sent, kept].map(({ id }) => id),
      ),
    ).toEqual([...keptBefore, true]);
    expect(
      await world.rows('select kyc_status from users where id in (?, ?) order by kyc_status nulls last', [early!.id, due!.id]),
    ).toEqual([{ kyc_status: 'pending' }, { kyc_status: null }]);
    expect(await lettersTo(world.api, due!.id)).toContain('kyc-rejected');
    expect(await world.rows('select api_key, is_current from exchange_accounts where id = ?', [key])).toEqual([
      { api_key: null, is_current: false },
    ]);
  });
});

describe('an exchange key', () => {
  it('goes at once where nothing may be read with it, and after 30 days where it cannot be used', async () => {
    const unusable = await Promise.all(
      moments.map(async (moment) => world.account((await world.member()).id, { state: 'invalid', checked: world.ago('30 days', moment) })),
    );
    const replaced = await world.account((await world.member()).id, { current: false });
    const left = await world.account((await world.member({ rejectedAt: new Date(world.at) })).id);
    const refused = await world.account((await world.member({ kycStatus: 'rejected' })).id);
    const used = await world.account((await world.member({ kycStatus: 'approved' })).id, { checked: world.ago('1 year') });
    const heldMember = await world.member({ rejectedAt: new Date(world.at) });
    const held = await world.account(heldMember.id);
    await world.hold(heldMember.id);

    expect(lineOf(await world.run(), 'exchange-keys')).toMatchObject({ due: 6, done: 6, spared: [] });
    const rows = await world.rows<{ id: string; kept: boolean; secret: boolean }>(
      'select id, api_key is not null as kept, secret_key is not null as secret from exchange_accounts',
    );
    const kept = (id: string) => rows.find((row) => row.id === id)!;
    expect([...unusable, replaced, left, refused, used, held].map((id) => kept(id).kept)).toEqual([
      ...keptBefore,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(rows.every(({ kept: api, secret }) => api === secret)).toBe(true);
  });

  it('and the sign-in that was given with it go with the membership', async () => {
    const [stays, leaves] = [await world.member(), await world.member({ rejectedAt: new Date(world.at) })];
    for (const { id } of [stays, leaves]) {
      await world.kyc(id, 'approved', { decided: 'now()' });
      await world.rows(`update kyc_submissions set exchange_login = '\\x01' where user_id = ? returning 1`, [id]);
    }
    await world.run();
    expect(await world.rows('select user_id from kyc_submissions where exchange_login is not null', [])).toEqual([{ user_id: stays.id }]);
  });
});

describe('after a membership', () => {
  const history = async (userId: string) => {
    const account = await world.account(userId);
    await world.rows(
      `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
        values (?, 'BTCUSDT', '1', true, '1', true, 1, 1, 1, 0, 'USDT', now()) returning 1`,
      [account],
    );
    return account;
  };

  it('of the club the history goes after 30 days, of a client of the fund after 5 years', async () => {
    const club = await world.around('rejected_at', '30 days');
    const fund = await world.around('rejected_at', '5 years', { role: 'hedge fund' });
    const stranger = (await world.around('rejected_at', '31 days', { role: 'hedge fund' }))[1]!; // never sent a paper: no client
    for (const id of fund) await world.kyc(id, 'approved', { decided: 'now()' });
    const accounts: string[] = [];
    for (const id of [...club, ...fund, stranger]) accounts.push(await history(id));
    const heldMember = club[2]!;
    await world.hold(heldMember);
    const member = await world.member();
    accounts.push(await history(member.id));

    const line = lineOf(await world.run(), 'history');
    expect(await world.left('spot_trades', accounts, 'account_id')).toEqual([true, false, true, ...keptBefore, false, true]);
    expect(line.spared).toContainEqual({ why: 'on hold', rows: 1 });
    expect(await world.rows(`select 1 from audit_events where action = 'privacy.erase-history' and target_id = ?`, [club[1]])).toHaveLength(
      1,
    );
  });

  it('papers, payments and the person go after 5 years', async () => {
    const ids = await world.around('rejected_at', '5 years');
    const papers = await Promise.all(ids.map((id) => world.kyc(id, 'approved', { decided: world.ago('6 years') })));
    const proofs = await Promise.all(ids.map((id) => world.file(id, 'payment-proof')));
    for (const [n, userId] of ids.entries()) {
      await world.rows(
        `insert into payments (id, user_id, membership, amount, proof_file_id, status, decided_at)
          values (gen_random_uuid(), ?, 'trade club', 50, ?, 'approved', now()) returning 1`,
        [userId, proofs[n]!.id],
      );
    }
    const formerAdmin = (await world.around('rejected_at', '6 years', { role: 'admin' }))[0]!;
    await world.run();
    const people = await world.rows<{ id: string; surname: string }>('select id, surname from users where id = any(?::uuid[])', [
      `{${[...ids, formerAdmin].join(',')}}`,
    ]);
    expect([...ids, formerAdmin].map((id) => people.find((row) => row.id === id)!.surname)).toEqual([
      'Marlow',
      'Erased',
      'Erased',
      'Marlow',
    ]);
    expect(papers.map(({ paths }) => there(paths))).toEqual(keptBefore.map((kept) => [kept, kept]));
    expect(there(proofs.map(({ path }) => path))).toEqual(keptBefore);
    expect(await world.left('payments', ids, 'user_id')).toEqual(keptBefore);
    expect(await world.rows('select kind, files from shredded_submissions where user_id = ? order by kind', [ids[1]])).toEqual([
      { kind: 'kyc', files: 2 },
      { kind: 'payment', files: 1 },
    ]);
    // An erased account is no sign-up that was never confirmed, and not due again.
    const again = await world.run();
    expect([lineOf(again, 'records').due, await world.left('users', ids)]).toEqual([0, [true, true, true]]);
  });

  it('the last days that a member was told hold, and a member who was taken back keeps everything', async () => {
    const [told, back] = await Promise.all([world.member({ rejectedAt: new Date(world.at.getTime() - 40 * 86_400_000) }), world.member()]);
    for (const { id } of [told, back]) {
      await world.rows(
        `insert into erasure_requests (id, user_id, state, answer_due_at, ended_at, history_until, identity_until)
          values (gen_random_uuid(), ?, 'completed', now(), ${world.ago('40 days')}, ${world.ago('0', '1 day')}, ${world.ago('1 day')})
          returning 1`,
        [id],
      );
    }
    const accounts = [await history(told.id), await history(back.id)];
    await world.run();
    expect(await world.left('spot_trades', accounts, 'account_id')).toEqual([true, true]);
    expect(
      await world.rows<{ surname: string }>('select surname from users where id in (?, ?) order by surname', [told.id, back.id]),
    ).toEqual([{ surname: 'Erased' }, { surname: 'Marlow' }]);
    expect(
      await world.rows('select identity_erased_at is not null as erased, history_erased_at from erasure_requests where user_id = ?', [
        told.id,
      ]),
    ).toEqual([{ erased: true, history_erased_at: null }]);
  });
});

it('leaves the audit log as it is, and says how much of it is older than 6 years', async () => {
  const [{ n: before }] = (await world.rows<{ n: number }>('select count(*)::int as n from audit_events')) as [{ n: number }];
  for (const moment of moments)
    await world.rows(
      `insert into audit_events (id, at, action, detail) values (gen_random_uuid(), ${world.ago('6 years', moment)}, 'test.old', '{}')
        returning 1`,
    );
  expect(lineOf(await world.run(), 'audit')).toMatchObject({
    due: 0,
    done: 0,
    spared: [{ why: 'links of the sealed chain, without names', rows: 2 }],
  });
  const [{ n }] = (await world.rows<{ n: number }>('select count(*)::int as n from audit_events')) as [{ n: number }];
  expect(n).toBeGreaterThanOrEqual(before + 3);
});
