import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Segment } from '../../../src/messaging/broadcasts/broadcast-segment.schema.js';
import { call } from '../../support/people.js';
import { person } from '../mail/mail-world.js';
import { BroadcastAudience } from './broadcast-audience.js';

interface Somebody {
  role: 'trade club' | 'hedge fund' | 'admin';
  payment: 'pending' | 'approved' | 'rejected' | null;
  kyc: 'pending' | 'approved' | 'rejected' | null;
  language: 'en' | 'es' | 'ar' | null;
  /** Days since they were last seen; null: never. */
  seen: number | null;
  status: 'active' | 'deactivated';
  isConfirmed: boolean;
  news: 'on' | 'off' | null;
  bounces: boolean;
  zone: string | null;
  currency: string | null;
}

const review = fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const, null);
const anybody: fc.Arbitrary<Somebody> = fc.record({
  role: fc.constantFrom('trade club', 'hedge fund', 'admin'),
  payment: review,
  kyc: review,
  language: fc.constantFrom('en', 'es', 'ar', null),
  seen: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  status: fc.constantFrom('active', 'active', 'active', 'deactivated'),
  isConfirmed: fc.constantFrom(true, true, true, false),
  news: fc.constantFrom('on', 'off', null, null),
  bounces: fc.constantFrom(false, false, true),
  zone: fc.constantFrom('Europe/Madrid', null),
  currency: fc.constantFrom('EUR', ' ', null),
});

const some = <T>(values: readonly [T, ...T[]]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const anySegment: fc.Arbitrary<Segment> = fc
  .record({
    memberships: some(['trade club', 'hedge fund'] as const),
    payment: fc.option(fc.constantFrom('paid' as const, 'unpaid' as const), { nil: undefined }),
    kyc: some(['none', 'pending', 'approved', 'rejected'] as const),
    lastSeen: fc.option(fc.record({ when: fc.constantFrom('within' as const, 'before' as const), days: fc.integer({ min: 1, max: 90 }) }), {
      nil: undefined,
    }),
    languages: some(['en', 'es', 'ar'] as const),
  })
  .map((given) => ({ version: 1, ...JSON.parse(JSON.stringify(given)) }) as Segment);

/** The naive filter. */
function isIn(segment: Segment, one: Somebody): boolean {
  if (one.role === 'admin') return false;
  if (segment.memberships && !segment.memberships.includes(one.role)) return false;
  if (segment.payment && (segment.payment === 'paid') !== (one.payment === 'approved')) return false;
  if (segment.kyc && !segment.kyc.includes(one.kyc ?? 'none')) return false;
  if (segment.lastSeen && (segment.lastSeen.when === 'within') !== (one.seen !== null && one.seen <= segment.lastSeen.days)) return false;
  return !segment.languages || segment.languages.includes(one.language ?? 'en');
}
const isReachable = (one: Somebody) => one.status === 'active' && one.isConfirmed;

function naiveReach(segment: Segment, kind: 'news' | 'service', people: readonly Somebody[]) {
  const among = people.filter((one) => isIn(segment, one));
  const reachable = among.filter(isReachable);
  const refused = kind === 'news' ? reachable.filter(({ news }) => news === 'off') : [];
  const bouncing = kind === 'news' ? reachable.filter(({ news, bounces }) => news !== 'off' && bounces) : [];
  const gets = reachable.filter((one) => !refused.includes(one) && !bouncing.includes(one));
  const lacking = gets.filter(({ currency }) => (currency ?? '').trim() === '').length;
  return {
    people: among.length,
    unreachable: among.length - reachable.length,
    refusedNews: refused.length,
    bouncing: bouncing.length,
    recipients: gets.length,
    lacking: lacking > 0 ? [{ field: 'currency', people: lacking }] : [],
    withZone: gets.filter(({ zone }) => zone !== null).length,
  };
}

let world: BroadcastAudience;
const ids = new Map<string, Somebody>();

async function store(one: Somebody): Promise<void> {
  const em = world.api.em();
  const { id, email } = await person(em, { role: one.role, status: one.status, emailConfirmedAt: one.isConfirmed ? new Date() : null });
  await em.execute('update users set payment_status = ?, kyc_status = ?, language = ?, currency = ? where id = ?', [
    one.payment,
    one.kyc,
    one.language,
    one.currency?.trim() ? one.currency : null,
    id,
  ]);
  if (one.seen !== null)
    await em.execute(
      `insert into sessions (id, user_id, last_seen_at, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch)
        values (?, ?, now() - make_interval(days => ?) + interval '1 minute', 60, now(), now(), 0)`,
      [randomUUID(), id, one.seen],
    );
  if (one.news)
    await em.execute(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'news', 'email', ?)`, [id, one.news]);
  if (one.bounces)
    await em.execute(`insert into mail_bounces (id, user_id, address, kind, answer) values (gen_random_uuid(), ?, ?, 'hard', '550')`, [
      id,
      email,
    ]);
  if (one.zone)
    await em.execute('insert into quiet_hours (user_id, from_minute, to_minute, time_zone) values (?, 1, 2, ?)', [id, one.zone]);
  ids.set(id, one);
}

beforeAll(async () => {
  world = await BroadcastAudience.start();
  // Only those whom this suite makes: the others are no members any more.
  await world.api.em().execute(`update users set role = 'admin' where role <> 'admin'`);
  for (const one of fc.sample(anybody, 120)) await store(one);
});
afterAll(() => world.api.close());
beforeEach(() => world.api.em().execute('delete from rate_limits'));

const text = { subject: 'In {{currency}}', message: 'For {{first_name|you}}' };
const reach = async (body: object) => {
  const response = await world.rest('POST', '/reach', body);
  return response.statusCode === 200 ? response.json<{ data: object }>().data : [response.statusCode, response.body];
};

describe('a segment', () => {
  it('is counted as a filter over its members says, with who falls away and why', async () => {
    await fc.assert(
      fc.asyncProperty(anySegment, fc.constantFrom('news' as const, 'service' as const), async (segment, kind) => {
        expect(await reach({ audience: 'segment', segment, kind, ...text })).toEqual(naiveReach(segment, kind, [...ids.values()]));
      }),
      { numRuns: 60 },
    );
  });

  it('gets a broadcast as it was counted; nobody who refused news does', async () => {
    await fc.assert(
      fc.asyncProperty(anySegment, fc.constantFrom('news' as const, 'service' as const), async (segment, kind) => {
        await world.api.em().execute('delete from rate_limits');
        const expected = naiveReach(segment, kind, [...ids.values()]);
        const response = await world.rest('POST', '', { audience: 'segment', segment, kind, subject: 'a', message: 'b' });
        if (expected.recipients === 0) return expect(response.statusCode).toBe(409);
        const made = response.json<{ id: string; counts: Record<string, number>; segment: Segment }>();
        expect([made.segment, made.counts['queued'], made.counts['suppressed']]).toEqual([
          segment,
          expected.recipients,
          expected.refusedNews + expected.bouncing,
        ]);
        const rows = await world.api
          .em()
          .execute<{ user_id: string; status: string; last_answer: string | null }[]>(
            'select user_id, status, last_answer from broadcast_deliveries where broadcast_id = ?',
            [made.id],
          );
        for (const { user_id: id, status, last_answer: why } of rows) {
          const one = ids.get(id)!;
          expect([isIn(segment, one), isReachable(one)]).toEqual([true, true]);
          const reason =
            kind === 'service' ? null : one.news === 'off' ? 'wants no news' : one.bounces ? 'has an address that takes no mail' : null;
          expect([status, why]).toEqual([reason === null ? 'queued' : 'suppressed', reason]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['an unknown condition', { version: 1, vip: true }, 'segment.vip'],
    ['another version', { version: 2 }, 'segment.version'],
    ['an empty list', { version: 1, kyc: [] }, 'segment.kyc'],
    ['something twice', { version: 1, languages: ['en', 'en'] }, 'segment.languages'],
    ['too many days', { version: 1, lastSeen: { when: 'before', days: 91 } }, 'segment.lastSeen.days'],
    ['no version', {}, 'segment.version'],
    ['no conditions at all', undefined, 'segment'],
  ])('cannot have %s', async (_, segment, field) => {
    const response = await world.rest('POST', '/reach', { audience: 'segment', ...(segment && { segment }) });
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors?.[0]?.field]).toEqual([400, field]);
  });

  it('is of no other audience', async () => {
    expect((await world.rest('POST', '', { audience: 'all', segment: { version: 1 }, subject: 'a', message: 'b' })).statusCode).toBe(400);
    expect((await call(world.api, 'POST', '/admin/broadcasts/reach', {})).statusCode).toBe(401);
  });
});

describe('a text with personal fields', () => {
  it('is refused with the name of the field and where it is', async () => {
    const response = await world.rest('POST', '', { audience: 'all', subject: 'a', message: 'Dear\n{{frist_name}}' });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: object[] }>().errors).toEqual([
      { field: 'message', message: expect.stringMatching(/^Line 2, character 1: “\{\{frist_name\}\}” is not a personal field/) },
    ]);
    expect((await call(world.api, 'POST', '/senduseremail', { user: 'all', subject: '{{x}}', message: 'b' }, world.admin)).statusCode).toBe(
      400,
    );
  });

  it('is not sent while recipients lack a value, and says how many', async () => {
    const { recipients, lacking } = naiveReach({ version: 1 }, 'news', [...ids.values()]);
    const response = await world.rest('POST', '', { audience: 'all', subject: 'a', message: '{{currency}}' });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      `${lacking[0]!.people} of ${recipients} recipients have no value for {{currency}}. Give it a fallback, as in {{currency|friend}}`,
    ]);
    expect((await world.rest('POST', '', { audience: 'all', subject: 'a', message: '{{currency|dollars}}' })).statusCode).toBe(201);
  });

  it('is shown for a person, or with examples', async () => {
    const somebody = await person(world.api.em());
    await world.api.em().execute(`update users set other_name = '<b>Zoë</b>' where id = ?`, [somebody.id]);
    const preview = async (change: object) =>
      (await world.rest('POST', '/preview', { subject: 'Hi {{first_name}}', message: '{{currency}} {{first_name}}', ...change })).json<{
        data: { subject: string; html: string; text: string; missing: string[] };
      }>().data;
    expect(await preview({})).toMatchObject({ subject: 'Hi Ann', text: expect.stringContaining('EUR Ann'), missing: [] });
    const shown = await preview({ person: somebody.id });
    expect(shown).toMatchObject({
      subject: 'Hi <b>Zoë</b>',
      text: expect.stringContaining('{{currency}} <b>Zoë</b>'),
      missing: ['currency'],
    });
    expect(shown.html).toContain('&lt;b&gt;Zoë&lt;/b&gt;');
    expect(shown.html).not.toContain('<b>Zoë');
    expect((await world.rest('POST', '/preview', { subject: 'a', message: 'b', person: randomUUID() })).statusCode).toBe(404);
  });

  it('is tested with examples, marked, at the own address alone, and audited', async () => {
    const response = await world.rest('POST', '/test', { subject: 'Hi {{first_name}}', message: 'b' });
    expect(response.statusCode).toBe(202);
    const [event] = await world.api.em().execute(`select actor_id, target_id from audit_events where action = 'broadcast.test'`);
    expect(event).toEqual({ actor_id: world.admin.userId, target_id: world.admin.userId });
    for (const to of [{ to: world.member.userId }, { person: world.member.userId }, { audience: world.member.userId }])
      expect((await world.rest('POST', '/test', { subject: 'a', message: 'b', ...to })).statusCode).toBe(400);
    expect(await world.api.em().execute(`select distinct user_id from mail_deliveries where letter = 'broadcast'`)).toEqual([
      { user_id: world.admin.userId },
    ]);
  });
});
