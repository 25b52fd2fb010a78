import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { instantsIn } from '../../../src/messaging/broadcasts/broadcast-schedule.rules.js';
import { eventually } from '../../e2e/support/eventually.js';
import { MailWorld, type Person } from '../mail/mail-world.js';
import { deliveryIds, stateOf } from './broadcast-world.js';

const HOUR_MS = 3_600_000;

let world: MailWorld;
let people: Person[];
beforeEach(async () => {
  world = await MailWorld.start({ CLUB_TIME_ZONE: 'Europe/Madrid' });
  people = [];
  for (let i = 0; i < 5; i++) people.push(await world.person());
});
afterEach(() => world.stop());

interface Plan {
  message?: string;
  kind?: 'news' | 'service';
  local?: string;
  segment?: object;
}

/** A planned broadcast as the service stores it, due now. */
async function plan({ message = 'Hello', kind = 'news', local, segment }: Plan = {}): Promise<string> {
  const id = randomUUID();
  await world.rows(
    `insert into broadcasts (id, subject, message, audience, segment, kind, local_start, starts_at, recipients_at)
      values (?, 'Planned', ?, ?, ?, ?, ?, now() - interval '1 second', null)`,
    [id, message, segment ? 'segment' : 'all', segment ? JSON.stringify(segment) : null, kind, local ?? null],
  );
  return id;
}
const zone = ({ id }: Person, name: string) =>
  world.rows('insert into quiet_hours (user_id, from_minute, to_minute, time_zone) values (?, 1, 2, ?)', [id, name]);
const becomes = (id: string, expected: object) => eventually(async () => expect(await stateOf(world, id)).toMatchObject(expected));
const arrived = ({ email }: Person) => world.smtp.received.filter(({ to }) => to[0] === email).map(({ mail }) => mail.text?.split('\n')[2]);

describe('a planned broadcast', () => {
  it('gets its recipients when it starts, without those who refused news until then', async () => {
    const [first, second] = people as [Person, Person];
    const id = await plan({ segment: { version: 1, languages: ['es'] } });
    await world.rows(`update users set language = 'es' where id in (?, ?)`, [first.id, second.id]);
    await world.rows(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'news', 'email', 'off')`, [
      second.id,
    ]);
    await world.startWorker();
    await becomes(id, { state: 'done', counts: { sent: 1, suppressed: 1 } });
    expect(people.map((one) => arrived(one).length)).toEqual([1, 0, 0, 0, 0]);
  });

  it('does not start before its time, nor once it is cancelled', async () => {
    const [early, cancelled, due] = [await plan(), await plan(), await plan()];
    await world.rows(`update broadcasts set starts_at = now() + interval '1 hour' where id = ?`, [early]);
    await world.rows(`update broadcasts set state = 'cancelled' where id = ?`, [cancelled]);
    await world.startWorker();
    await becomes(due, { state: 'done', counts: { sent: 5 } });
    expect([await stateOf(world, early), await stateOf(world, cancelled)]).toEqual([
      { state: 'scheduled', problem: null, counts: {} },
      { state: 'cancelled', problem: null, counts: {} },
    ]);
  });

  it('is filled in for each recipient, and waits for an admin where somebody lacks a value', async () => {
    const [rich, ...poor] = people as [Person, ...Person[]];
    await world.rows(`update users set currency = 'CHF', other_name = '{{currency}} & <i>' where id = ?`, [rich.id]);
    const id = await plan({ message: '{{first_name}}, in {{currency}}' });
    await world.startWorker();
    await becomes(id, {
      state: 'paused',
      counts: {},
      problem: expect.stringMatching(/^4 of 5 recipients have no value for \{\{currency\}\}/),
    });
    await world.rows(`update broadcasts set message = '{{first_name}}, in {{currency|dollars}}', state = 'scheduled', problem = null`);
    await becomes(id, { state: 'done', counts: { sent: 5 } });
    expect([rich, poor[0]!].map((one) => arrived(one))).toEqual([['{{currency}} & <i>, in CHF'], ['Ann, in dollars']]);
    const html = world.smtp.received.find(({ to }) => to[0] === rich.email)?.mail.html;
    expect(html).toContain('{{currency}} &amp; &lt;i&gt;, in CHF');
  });

  it('leaves out somebody whose value was deleted since it started', async () => {
    await world.rows(`update users set currency = 'CHF'`);
    const id = await plan({ message: 'In {{currency}}' });
    await world.rows(
      `insert into broadcast_deliveries (broadcast_id, user_id, position)
        select ?, id, row_number() over () from users where role <> 'admin'`,
      [id],
    );
    await world.rows(`update broadcasts set recipients_at = now() where id = ?`, [id]);
    await world.rows(`update users set currency = null where id = ?`, [people[0]!.id]);
    await world.startWorker();
    await becomes(id, { state: 'done', counts: { sent: 4, suppressed: 1 } });
    expect(await world.rows(`select last_answer from broadcast_deliveries where status = 'suppressed'`)).toEqual([
      { last_answer: 'has no value for {{currency}}' },
    ]);
  });

  it('at a local time reaches each recipient when their clock shows it; others by the zone of the club', async () => {
    const [tokyo, madrid, newYork, unknown, late] = people as [Person, Person, Person, Person, Person];
    await zone(tokyo, 'Asia/Tokyo');
    await zone(madrid, 'Europe/Madrid');
    await zone(newYork, 'America/New_York');
    await zone(late, 'Pacific/Kiritimati');
    // Two days ahead at noon, but the last one's clock.
    const local = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 11) + '12:00';
    const id = await plan({ local });
    await world.startWorker();
    await becomes(id, { state: 'sending', counts: { queued: 5 } });
    const due = await world.rows<{ id: string; at: string }>(
      `select user_id as id, to_char(available_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from broadcast_deliveries
        order by position`,
    );
    const at = new Map(
      instantsIn(['Asia/Tokyo', 'Europe/Madrid', 'America/New_York', 'Pacific/Kiritimati'], 'UTC', local).map((z) => [z.zone, z.at]),
    );
    const by = (name: string) => at.get(name)!.toISOString();
    expect(Object.fromEntries(due.map((row) => [row.id, row.at]))).toEqual({
      [tokyo.id]: by('Asia/Tokyo'),
      [madrid.id]: by('Europe/Madrid'),
      [newYork.id]: by('America/New_York'),
      [unknown.id]: by('Europe/Madrid'),
      [late.id]: by('Pacific/Kiritimati'),
    });
    expect(due[0]?.id).toBe(late.id); // positions are in the order of the times
    // It rests until the first of them, and holds up no other broadcast.
    await eventually(async () =>
      expect(await world.rows(`select 1 from broadcasts where id = ? and available_at > now() + interval '1 hour'`, [id])).toHaveLength(1),
    );
    const other = await plan({ kind: 'service' });
    await becomes(other, { state: 'done', counts: { sent: 5 } });
    await world.rows(`update broadcast_deliveries set available_at = now() where broadcast_id = ? and user_id = ?`, [id, tokyo.id]);
    await world.rows(`update broadcasts set available_at = now() where id = ?`, [id]);
    await becomes(id, { state: 'sending', counts: { sent: 1, queued: 4 } });
    await world.rows(`update broadcasts set state = 'cancelled' where id = ?`, [id]);
    await world.hurry();
    const last = await plan({ kind: 'service' });
    await becomes(last, { state: 'done' });
    expect(await stateOf(world, id)).toMatchObject({ state: 'cancelled', counts: { sent: 1, queued: 4 } });
  });

  it('is started once by two workers, and goes on where one was killed, nobody doubled or lost', async () => {
    const id = await plan();
    const victim = world.startProcess();
    world.smtp.script = {
      data: () => {
        victim.kill('SIGSTOP');
        return 'accept';
      },
      answered: () => victim.kill('SIGKILL'),
    };
    await world.startWorker();
    await world.stopWorker();
    await world.startWorker();
    await eventually(async () => {
      await world.hurry();
      await world.expireLeases();
      expect(await stateOf(world, id)).toMatchObject({ state: 'done', counts: { sent: 5 } });
    }, 120_000);
    const ids = await deliveryIds(world, id);
    // One delivery a person: a copy that was sent again has the same Message-ID, which mail programs show once.
    for (const one of people) expect([...new Set(world.smtp.idsTo(one.email))]).toEqual([ids.get(one.email)]);
  });
});
