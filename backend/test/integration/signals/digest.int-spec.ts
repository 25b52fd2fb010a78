import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MailOutbox } from '../../../src/messaging/mail/index.js';
import { Clock } from '../../../src/platform/domain/index.js';
import { SignalDigestsService } from '../../../src/trading/signals/delivery/signal-digests.service.js';
import { nextDigestAt } from '../../../src/trading/signals/delivery/digest-time.rules.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call } from '../../support/people.js';
import type { Person } from '../mail/mail-world.js';
import { SignalMailWorld } from './signal-mail-world.js';

const UNSUBSCRIBE = /\/public\/unsubscribe\/([\w-]{66})/;

describe('the daily email about signals', () => {
  let world: SignalMailWorld;
  let digests: SignalDigestsService;
  beforeAll(async () => {
    world = await SignalMailWorld.start();
    digests = world.worker.get(SignalDigestsService, { strict: false });
  }, 180_000);
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.forget();
  });
  afterAll(() => world.stop(), 180_000);

  const digestOf = async ({ id }: Person) =>
    (
      await world.rows<{ events: { what: string }[]; due: Date }>('select events, due_at as due from signal_digests where user_id = ?', [
        id,
      ])
    )[0];
  const whatWaits = async (one: Person) => (await digestOf(one))?.events.map(({ what }) => what) ?? [];
  const letters = (one: Person) =>
    world.count(`select count(*)::int as n from mail_deliveries where user_id = ? and letter = 'signal-digest'`, [one.id]);
  /** Eight o’clock has come, and every email is written: by the test, or by the worker beside it. */
  const areWritten = async () => {
    await world.rows(`update signal_digests set due_at = now() - interval '1 second'`);
    while (await world.inWorker(() => digests.writeNext())) continue;
    await eventually(async () => expect(await world.rows('select 1 from signal_digests where due_at <= now()')).toEqual([]));
  };
  const itIsTime = async () => {
    await areWritten();
    await world.everythingSent();
  };
  /** A signal that was published, changed and ended. */
  const aWholeSignal = async () => {
    const id = await world.publish();
    await world.finished(id, 'published');
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.finished(id, 'amended');
    await world.close(id);
    await world.finished(id, 'ended');
    await world.everythingSent();
    return id;
  };

  it('has what a member chose for it, the oldest first, and is sent once', async () => {
    const one = await world.reader({}, 'approved', 'digest');
    await aWholeSignal();
    expect([world.subjectsTo(one), await whatWaits(one)]).toEqual([[], ['published', 'amended', 'ended']]);
    await itIsTime();
    expect(world.subjectsTo(one)).toEqual(['3 updates to your signals']);
    const { text } = world.mailsTo(one)[0]!.mail;
    const places = ['New signal: entry 64000, stop 62500', 'Stop moved to 63000.5', 'Result +1.20R after costs'].map((part) =>
      text!.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).toContain('LONG BTC/USDT');
    expect(text).toContain('https://club.example/#/user-trade-signal');
    expect(await digestOf(one)).toBeUndefined();
    await itIsTime();
    expect(await letters(one)).toBe(1);
  });

  it('has results of paying members who chose nothing: the rest comes at once', async () => {
    const [paying, unpaid] = [await world.reader({}, 'approved', null), await world.reader({}, null, null)];
    await aWholeSignal();
    expect(world.subjectsTo(paying)).toEqual(['New signal: BTC/USDT long', 'BTC/USDT long: stop moved to 63000.5']);
    expect([await whatWaits(paying), await digestOf(unpaid)]).toEqual([['ended'], undefined]);
    await itIsTime();
    expect([world.subjectsTo(paying).at(-1), world.subjectsTo(unpaid)]).toEqual(['1 update to your signals', []]);
  });

  it('is due at eight on the clock of the member, else of the club', async () => {
    const [here, there] = [await world.reader({}, 'approved', 'digest'), await world.reader({}, 'approved', 'digest')];
    await world.rows(`insert into quiet_hours (user_id, from_minute, to_minute, time_zone) values (?, 1380, 420, 'Asia/Kolkata')`, [
      there.id,
    ]);
    const now = new Date('2026-11-24T12:00:00Z');
    jest.spyOn(world.worker.get(Clock, { strict: false }), 'now').mockReturnValue(now);
    const id = await world.publish();
    await world.finished(id, 'published');
    expect([(await digestOf(here))!.due, (await digestOf(there))!.due].map((at) => new Date(at))).toEqual([
      nextDigestAt('UTC', now),
      new Date('2026-11-25T02:30:00Z'),
    ]);
  });

  it('leaves out what the member gets otherwise or not at all by now', async () => {
    const [few, none, ended] = await Promise.all(Array.from({ length: 3 }, () => world.reader({}, 'approved', 'digest')));
    await aWholeSignal();
    await world.choose(few!.id, 'off', ['signal-published']);
    await world.choose(few!.id, 'on', ['signal-changed']);
    await world.choose(none!.id, 'off');
    await world.rows(`update users set payment_status = 'rejected' where id = ?`, [ended!.id]);
    await itIsTime();
    expect([world.subjectsTo(few!), world.subjectsTo(none!), world.subjectsTo(ended!)]).toEqual([['1 update to your signals'], [], []]);
    expect(await world.rows('select 1 from signal_digests')).toEqual([]);
  });

  it('is not sent where the right ends after it was written', async () => {
    const one = await world.reader({}, 'approved', 'digest');
    const id = await world.publish();
    await world.finished(id, 'published');
    world.smtp.script = { recipient: () => '451 try again later' };
    await areWritten();
    expect(await letters(one)).toBe(1);
    await world.rows(`update users set payment_status = 'rejected' where id = ?`, [one.id]);
    world.smtp.script = {};
    await world.everythingSent();
    expect(world.subjectsTo(one)).toEqual([]);
  });

  it('is ended by its link, which leaves emails at once alone', async () => {
    const one = await world.reader({}, 'approved', null);
    await aWholeSignal();
    await itIsTime();
    const { raw } = world.mailsTo(one).at(-1)!;
    const token = UNSUBSCRIBE.exec(raw.replace(/\r\n[ \t]+/g, ' '))![1]!;
    expect((await call(world.api, 'POST', `/public/unsubscribe/${token}`)).statusCode).toBe(200);
    expect(await world.rows('select kind, value from notification_preferences where user_id = ?', [one.id])).toEqual([
      { kind: 'signal-ended', value: 'off' },
    ]);
    // Opened again later, it ends nothing that is not in the daily email.
    await world.choose(one.id, 'on', ['signal-ended']);
    expect((await call(world.api, 'POST', `/public/unsubscribe/${token}`)).statusCode).toBe(200);
    expect(await world.rows('select value from notification_preferences where user_id = ?', [one.id])).toEqual([{ value: 'on' }]);
  });

  it('is written once by several workers, and after one that died', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => world.reader({}, 'approved', 'digest')));
    const id = await world.publish();
    await world.finished(id, 'published');
    const queue = jest.spyOn(MailOutbox.prototype, 'queue').mockRejectedValueOnce(new Error('the worker ended'));
    await world.rows(`update signal_digests set due_at = now() - interval '1 second'`);
    const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => world.inWorker(() => digests.writeNext())));
    // The worker beside the test may have been the one that ended.
    expect(attempts.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1);
    expect(queue).toHaveBeenCalled();
    await itIsTime();
    for (const one of crowd) expect([world.subjectsTo(one), await letters(one)]).toEqual([['1 update to your signals'], 1]);
  });

  it('tells how many more there are than it lists', async () => {
    const one = await world.reader({}, 'approved', 'digest');
    const id = await world.publish();
    await world.finished(id, 'published');
    await world.rows(
      `update signal_digests set events = (select jsonb_agg(e) from jsonb_array_elements(events) e, generate_series(1, 53))
        where user_id = ?`,
      [one.id],
    );
    await itIsTime();
    const { subject, text } = world.mailsTo(one)[0]!.mail;
    expect([subject, text]).toEqual(['53 updates to your signals', expect.stringContaining('3 more updates are on the signals page.')]);
  });
});
