import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { UnsubscribeTokens } from '../../../src/messaging/preferences/unsubscribe-tokens.service.js';
import { BATCH, SignalMailingsService } from '../../../src/trading/signals/delivery/signal-mailings.service.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call } from '../../support/people.js';
import { SignalMailWorld } from './signal-mail-world.js';

describe('signals by mail', () => {
  let world: SignalMailWorld;
  beforeAll(async () => (world = await SignalMailWorld.start()), 180_000);
  afterEach(() => world.forget());
  afterAll(() => world.stop(), 180_000);

  it('reach those who want them and may see signals, and nobody else', async () => {
    const wanted = await world.reader();
    const others = {
      'has not paid': await world.reader({}, null),
      'waits for a decision': await world.reader({}, 'pending'),
      'was rejected': await world.reader({}, 'rejected'),
      'is of the hedge fund': await world.reader({ role: 'hedge fund' }),
      'turned them off': await world.reader({}, 'approved', 'off'),
      'was deactivated': await world.reader({ status: 'deactivated' }),
      'was turned away': await world.reader({ rejectedAt: new Date() }),
      'has not confirmed the address': await world.reader({ emailConfirmedAt: null }),
    };
    const bounced = await world.reader();
    await world.rows(
      `insert into mail_bounces (id, user_id, address, kind, answer) values (gen_random_uuid(), ?, ?, 'hard', 'no such user')`,
      [bounced.id, bounced.email],
    );
    const id = await world.publish();
    await world.finished(id, 'published');
    await world.everythingSent();
    expect(world.subjectsTo(wanted)).toEqual(['New signal: BTC/USDT long']);
    for (const [who, one] of Object.entries({ ...others, 'has an address that takes no mail': bounced }))
      expect([who, world.subjectsTo(one)]).toEqual([who, []]);
  });

  it('say everything, lead to the signal, and can be ended by one click without ending any other email', async () => {
    const one = await world.reader();
    const id = await world.publish({
      tradeType: 'Sell',
      stopLoss: '65000',
      takeProfit1: '63000',
      takeProfit2: '62000',
      takeProfit3: '60000.5',
    });
    const [received] = await eventually(() => {
      expect(world.mailsTo(one)).toHaveLength(1);
      return world.mailsTo(one);
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
    expect(world.api.app.get(UnsubscribeTokens, { strict: false }).read(token)).toMatchObject({
      userId: one.id,
      topic: 'signal-published',
    });
    expect((await call(world.api, 'POST', `/public/unsubscribe/${token}`)).statusCode).toBe(200);
    expect(await world.rows(`select kind, value from notification_preferences where user_id = ? and value = 'off'`, [one.id])).toEqual([
      { kind: 'signal-published', value: 'off' },
    ]);
    await world.amend(id, { kind: 'cancel' });
    await world.finished(id, 'amended');
    const later = await world.publish({ asset: 'ETHUSDT' });
    await world.finished(later, 'published');
    await world.everythingSent();
    expect(world.subjectsTo(one)).toEqual(['New signal: BTC/USDT short', 'BTC/USDT short: cancelled']);
  });

  it('tell what was said of it later, and how it ended', async () => {
    const one = await world.reader();
    const id = await world.publish();
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.finished(id, 'amended');
    await world.close(id);
    await world.finished(id, 'ended');
    await eventually(() =>
      expect(world.subjectsTo(one)).toEqual([
        'New signal: BTC/USDT long',
        'BTC/USDT long: stop moved to 63000.5',
        'BTC/USDT long: ended with +1.20 R',
      ]),
    );
    const text = world.mailsTo(one).at(-1)!.mail.text!;
    for (const part of [
      'Take profit 1 at 65500',
      'Stop at 63000.5',
      '+1.20 R after fees, +1.25 R before them',
      'The better one would have been +2.00 R',
    ])
      expect(text).toContain(part);
  });

  it('of a signal that was cancelled do not tell again that it ended', async () => {
    const one = await world.reader();
    const id = await world.publish();
    await world.amend(id, { kind: 'cancel' });
    await world.rows(`insert into signal_scores (signal_id, methodology, status, closed_at) values (?, 1, 'expired_unfilled', now())`, [
      id,
    ]);
    const later = await world.publish({ asset: 'ETHUSDT' });
    await world.finished(later, 'published');
    await world.everythingSent();
    expect(world.subjectsTo(one)).toEqual(['New signal: BTC/USDT long', 'BTC/USDT long: cancelled', 'New signal: ETH/USDT long']);
    expect(await world.rows(`select what from signal_mailings where signal_id = ? order by what`, [id])).toEqual([
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
    const [out, staying] = [await world.reader(), await world.reader()];
    // The mail server puts off whatever comes.
    world.smtp.script = { recipient: () => '451 try again later' };
    const id = await world.publish();
    await world.finished(id, 'published');
    await eventually(async () =>
      expect(
        await world.count(
          `select count(*)::int as n from mail_deliveries where letter = 'signal' and user_id in (?, ?) and attempts > 0 and sent_at is
            null`,
          [out.id, staying.id],
        ),
      ).toBe(2),
    );
    await world.rows(change, [out.id]);
    world.smtp.script = {};
    await world.everythingSent();
    expect([world.subjectsTo(out), world.subjectsTo(staying)]).toEqual([[], ['New signal: BTC/USDT long']]);
    expect(
      await world.rows(
        `select d.sent_at is null as unsent, d.last_answer as why, o.payload is null as gone, o.dead_at is null as settled from
          mail_deliveries d join outbox o on o.id = d.outbox_id where d.user_id = ?`,
        [out.id],
      ),
    ).toEqual([
      { unsent: true, why: 'not sent: its reader may see no signals any more, or wants none by mail', gone: true, settled: true },
    ]);
  });

  it('are written once for any number of attempts and workers, and in batches that survive a dead worker', async () => {
    const crowd = await Promise.all(Array.from({ length: 3 }, () => world.reader()));
    const id = await world.publish();
    await world.finished(id, 'published');
    const mailings = world.worker.get(SignalMailingsService, { strict: false });
    // A worker that died before it wrote down how far it was.
    await world.rows('update signal_mailings set finished_at = null, after_user = null where signal_id = ?', [id]);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        world.inWorker(async () => {
          await mailings.note();
          await mailings.writeSome();
        }),
      ),
    );
    await world.finished(id, 'published');
    await world.everythingSent();
    for (const one of crowd) expect(world.subjectsTo(one)).toEqual(['New signal: BTC/USDT long']);

    const many = BATCH + 20;
    await world.rows(
      `with made as (
         insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code,
           email_confirmed_at, payment_status)
         select gen_random_uuid(), 'crowd' || n || '@example.com', 'Walker', 'Ann', '12345678', 'Nigeria', '1990-01-01', 'trade club',
           'x', 'crowd' || n, now(), 'approved' from generate_series(1, ?::int) n returning id
       ) insert into notification_preferences (user_id, kind, channel, value) select id, 'all', 'email', 'on' from made`,
      [many],
    );
    const next = await world.publish({ asset: 'SOLUSDT' });
    await world.finished(next, 'published');
    await world.everythingSent();
    const got = world.smtp.received.filter(({ mail }) => mail.subject === 'New signal: SOL/USDT long').flatMap(({ to }) => to);
    expect([got.length, new Set(got).size]).toEqual([many + crowd.length, many + crowd.length]);
  }, 180_000);

  it('are not written of what is older than a day', async () => {
    const one = await world.reader();
    const old = await world.rows<{ id: string }>(
      `insert into signals (id, asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
        recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
        take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at, published_at,
        created_by)
       select gen_random_uuid(), asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
         recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
         take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at, now() - interval
         '25 hours', created_by from signals limit 1 returning id`,
    );
    const fresh = await world.publish({ asset: 'BNBUSDT' });
    await world.finished(fresh, 'published');
    await world.everythingSent();
    expect(world.subjectsTo(one)).toEqual(['New signal: BNB/USDT long']);
    expect(await world.rows('select 1 from signal_mailings where signal_id = ?', [old[0]!.id])).toEqual([]);
  });
});
