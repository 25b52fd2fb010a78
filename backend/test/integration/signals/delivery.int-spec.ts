import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { UnsubscribeTokens } from '../../../src/messaging/preferences/unsubscribe-tokens.service.js';
import { BATCH, SignalMailingsService } from '../../../src/trading/signals/delivery/signal-mailings.service.js';
import type { SignalWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { person, type Person } from '../mail/mail-world.js';
import { ScriptedSmtp } from '../mail/scripted-smtp.js';
import { aSignal } from './a-signal.js';

/** A batch of letters takes its time. */
const PATIENCE_MS = 80_000;

describe('signals by mail', () => {
  const smtp = new ScriptedSmtp();
  let api: TestApi;
  let worker: INestApplicationContext;
  let admin: SignedIn;
  beforeAll(async () => {
    await smtp.start();
    api = await createTestApi({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://club.example', MAIL_FROM: 'The Club <post@club.example>' });
    worker = await startTestWorker(api.config);
    admin = await signedInAdmin(api);
  }, 180_000);
  afterEach(async () => {
    smtp.script = {};
    await everythingSent();
    await rows('delete from notification_preferences');
    // Members of earlier tests get nothing more.
    await rows(`update users set payment_status = null where payment_status is not null`);
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
    await smtp.stop();
  }, 180_000);

  const rows = <T>(sql: string, values: unknown[] = []) => api.em().execute<T[]>(sql, values);
  const count = async (sql: string, values: unknown[] = []) => (await rows<{ n: number }>(sql, values))[0]!.n;
  const choose = (userId: string, value: string, kinds = ['signal-published', 'signal-changed', 'signal-ended']) =>
    rows(
      `insert into notification_preferences (user_id, kind, channel, value) select ?, k, 'email', ? from unnest(array[?]::text[]) k
        on conflict (user_id, kind, channel) do update set value = excluded.value`,
      [userId, value, kinds],
    );
  const reader = async (changes: Parameters<typeof person>[1] = {}, payment: string | null = 'approved', value = 'on') => {
    const one = await person(api.em(), changes);
    await rows('update users set payment_status = ? where id = ?', [payment, one.id]);
    await choose(one.id, value);
    return one;
  };
  const publish = async (changes: Record<string, unknown> = {}) => {
    const response = await call(api, 'POST', '/createsignal', aSignal({ projectedDateOfClosure: '2099-12-31', ...changes }), {
      token: admin.token,
    });
    expect(response.statusCode).toBe(201);
    return response.json<{ data: SignalWire }>().data.id;
  };
  const amend = async (id: string, body: object) =>
    expect((await call(api, 'POST', `/admin/signals/${id}/amendments`, body, { token: admin.token })).statusCode).toBe(201);
  const finished = (signalId: string, what: string) =>
    eventually(
      async () =>
        expect(
          await count(`select count(*)::int as n from signal_mailings where signal_id = ? and what = ? and finished_at is not null`, [
            signalId,
            what,
          ]),
        ).toBe(1),
      PATIENCE_MS,
    );
  const everythingSent = () =>
    eventually(async () => {
      await rows(
        `update outbox set available_at = now(), enqueued_at = null where sent_at is null and dead_at is null and lease_until is null and
          available_at > now()`,
      );
      expect(await count(`select count(*)::int as n from signal_mailings where finished_at is null`)).toBe(0);
      expect(await count(`select count(*)::int as n from outbox where kind = 'mail.send' and sent_at is null and dead_at is null`)).toBe(0);
    }, PATIENCE_MS);
  const mailsTo = ({ email }: Person) => smtp.received.filter(({ to }) => to.includes(email));
  const subjectsTo = (one: Person) => mailsTo(one).map(({ mail }) => mail.subject);

  it('reach those who want them and may see signals, and nobody else', async () => {
    const wanted = await reader();
    const others = {
      'has not paid': await reader({}, null),
      'waits for a decision': await reader({}, 'pending'),
      'was rejected': await reader({}, 'rejected'),
      'is of the hedge fund': await reader({ role: 'hedge fund' }),
      'turned them off': await reader({}, 'approved', 'off'),
      'was deactivated': await reader({ status: 'deactivated' }),
      'was turned away': await reader({ rejectedAt: new Date() }),
      'has not confirmed the address': await reader({ emailConfirmedAt: null }),
    };
    const bounced = await reader();
    await rows(`insert into mail_bounces (id, user_id, address, kind, answer) values (gen_random_uuid(), ?, ?, 'hard', 'no such user')`, [
      bounced.id,
      bounced.email,
    ]);
    const id = await publish();
    await finished(id, 'published');
    await everythingSent();
    expect(subjectsTo(wanted)).toEqual(['New signal: BTC/USDT long']);
    for (const [who, one] of Object.entries({ ...others, 'has an address that takes no mail': bounced }))
      expect([who, subjectsTo(one)]).toEqual([who, []]);
  });

  it('say everything, lead to the signal, and can be ended by one click without ending any other email', async () => {
    const one = await reader();
    const id = await publish({ tradeType: 'Sell', stopLoss: '65000', takeProfit1: '63000', takeProfit2: '62000', takeProfit3: '60000.5' });
    const [received] = await eventually(() => {
      expect(mailsTo(one)).toHaveLength(1);
      return mailsTo(one);
    });
    const { mail, raw } = received!;
    for (const part of [
      'Entry 64000',
      'Stop loss 65000',
      'Take profit 63000, 62000 and 60000.5',
      'Leverage 10x',
      'Enter on the retest.\nDo not chase.',
      `https://club.example/#/user-trade-signal/${id}`,
      'Any signal can lose.',
      'To stop receiving new signals by email',
      'https://club.example/#/notification-settings',
    ])
      expect(mail.text).toContain(part);
    const unfolded = raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]+/g, ' ')
      .replaceAll('\r', '');
    const token = /^List-Unsubscribe: +<https:\/\/club\.example\/api\/v1\/public\/unsubscribe\/([\w-]{66})>$/m.exec(unfolded)?.[1] ?? '';
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(api.app.get(UnsubscribeTokens, { strict: false }).read(token)).toMatchObject({ userId: one.id, topic: 'signal-published' });
    expect((await call(api, 'POST', `/public/unsubscribe/${token}`)).statusCode).toBe(200);
    expect(await rows(`select kind, value from notification_preferences where user_id = ? and value = 'off'`, [one.id])).toEqual([
      { kind: 'signal-published', value: 'off' },
    ]);
    await amend(id, { kind: 'cancel' });
    await finished(id, 'amended');
    const later = await publish({ asset: 'ETHUSDT' });
    await finished(later, 'published');
    await everythingSent();
    expect(subjectsTo(one)).toEqual(['New signal: BTC/USDT short', 'BTC/USDT short: cancelled']);
  });

  it('tell what was said of it later, and how it ended', async () => {
    const one = await reader();
    const id = await publish();
    await amend(id, { kind: 'move_stop', stop: '63000.5' });
    await finished(id, 'amended');
    const minute = Math.floor(Date.now() / 60_000) * 60;
    await rows(
      `insert into signal_scores (signal_id, methodology, status, entry_price, entry_at, exits, r_gross, r_net, r_optimistic, ambiguous,
        closed_at) values (?, 1, 'closed', 64000, now(), ?, 1.25, 1.2049, 2, ?, now())`,
      [
        id,
        JSON.stringify([
          { reason: 'tp1', price: '65500', weight: '0.333333333333333333', t: minute },
          { reason: 'stop', price: '63000.5', weight: '0.666666666666666666', t: minute },
        ]),
        JSON.stringify([minute]),
      ],
    );
    await finished(id, 'ended');
    await eventually(() =>
      expect(subjectsTo(one)).toEqual([
        'New signal: BTC/USDT long',
        'BTC/USDT long: stop moved to 63000.5',
        'BTC/USDT long: ended with +1.20 R',
      ]),
    );
    const text = mailsTo(one).at(-1)!.mail.text!;
    for (const part of [
      'Take profit 1 at 65500',
      'Stop at 63000.5',
      '+1.20 R after fees, +1.25 R before them',
      'The better one would have been +2.00 R',
    ])
      expect(text).toContain(part);
  });

  it('of a signal that was cancelled do not tell again that it ended', async () => {
    const one = await reader();
    const id = await publish();
    await amend(id, { kind: 'cancel' });
    await rows(`insert into signal_scores (signal_id, methodology, status, closed_at) values (?, 1, 'expired_unfilled', now())`, [id]);
    const later = await publish({ asset: 'ETHUSDT' });
    await finished(later, 'published');
    await everythingSent();
    expect(subjectsTo(one)).toEqual(['New signal: BTC/USDT long', 'BTC/USDT long: cancelled', 'New signal: ETH/USDT long']);
    expect(await rows(`select what from signal_mailings where signal_id = ? order by what`, [id])).toEqual([
      { what: 'amended' },
      { what: 'published' },
    ]);
  });

  it.each([
    ['the payment is rejected', `update users set payment_status = 'rejected' where id = ?`],
    ['the member goes over to the hedge fund', `update users set role = 'hedge fund' where id = ?`],
    ['the member wants no more of them', `update notification_preferences set value = 'off' where user_id = ?`],
    ['the account is deactivated', `update users set status = 'deactivated' where id = ?`],
  ])('are not sent where %s between publishing and sending', async (_, change) => {
    const [out, staying] = [await reader(), await reader()];
    // The mail server puts off whatever comes.
    smtp.script = { recipient: () => '451 try again later' };
    const id = await publish();
    await finished(id, 'published');
    await eventually(async () =>
      expect(
        await count(
          `select count(*)::int as n from mail_deliveries where letter = 'signal' and user_id in (?, ?) and attempts > 0 and sent_at is
            null`,
          [out.id, staying.id],
        ),
      ).toBe(2),
    );
    await rows(change, [out.id]);
    smtp.script = {};
    await everythingSent();
    expect([subjectsTo(out), subjectsTo(staying)]).toEqual([[], ['New signal: BTC/USDT long']]);
    expect(
      await rows(
        `select d.sent_at is null as unsent, d.last_answer as why, o.payload is null as gone, o.dead_at is null as settled from
          mail_deliveries d join outbox o on o.id = d.outbox_id where d.user_id = ?`,
        [out.id],
      ),
    ).toEqual([
      { unsent: true, why: 'not sent: its reader may see no signals any more, or wants none by mail', gone: true, settled: true },
    ]);
  });

  it('are written once for any number of attempts and workers, and in batches that survive a dead worker', async () => {
    const crowd = await Promise.all(Array.from({ length: 3 }, () => reader()));
    const id = await publish();
    await finished(id, 'published');
    const mailings = worker.get(SignalMailingsService, { strict: false });
    const inWorker = <T>(work: () => Promise<T>) => RequestContext.create(worker.get(MikroORM).em, work);
    // A worker that died before it wrote down how far it was.
    await rows('update signal_mailings set finished_at = null, after_user = null where signal_id = ?', [id]);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        inWorker(async () => {
          await mailings.note();
          await mailings.writeSome();
        }),
      ),
    );
    await finished(id, 'published');
    await everythingSent();
    for (const one of crowd) expect(subjectsTo(one)).toEqual(['New signal: BTC/USDT long']);

    const many = BATCH + 20;
    await rows(
      `with made as (
         insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code,
           email_confirmed_at, payment_status)
         select gen_random_uuid(), 'crowd' || n || '@example.com', 'Walker', 'Ann', '12345678', 'Nigeria', '1990-01-01', 'trade club',
           'x', 'crowd' || n, now(), 'approved' from generate_series(1, ?::int) n returning id
       ) insert into notification_preferences (user_id, kind, channel, value) select id, 'all', 'email', 'on' from made`,
      [many],
    );
    const next = await publish({ asset: 'SOLUSDT' });
    await finished(next, 'published');
    await everythingSent();
    const got = smtp.received.filter(({ mail }) => mail.subject === 'New signal: SOL/USDT long').flatMap(({ to }) => to);
    expect([got.length, new Set(got).size]).toEqual([many + crowd.length, many + crowd.length]);
  }, 180_000);

  it('are not written of what is older than a day', async () => {
    const one = await reader();
    const old = await rows<{ id: string }>(
      `insert into signals (id, asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
        recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
        take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at, published_at,
        created_by)
       select gen_random_uuid(), asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
         recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
         take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at, now() - interval
         '25 hours', created_by from signals limit 1 returning id`,
    );
    const fresh = await publish({ asset: 'BNBUSDT' });
    await finished(fresh, 'published');
    await everythingSent();
    expect(subjectsTo(one)).toEqual(['New signal: BNB/USDT long']);
    expect(await rows('select 1 from signal_mailings where signal_id = ?', [old[0]!.id])).toEqual([]);
  });
});
