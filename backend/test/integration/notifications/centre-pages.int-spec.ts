import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { casesOf } from '../../support/cases.js';
import { call, type SignedIn } from '../../support/people.js';
import { ChannelWorld } from '../channels/channel-world.js';
import { Centre } from './centre-world.js';

const CASES = casesOf(100);

let world: ChannelWorld;
let centre: Centre;
let member: SignedIn;
beforeAll(async () => {
  world = await ChannelWorld.start();
  await world.stopWorker();
  centre = new Centre(world);
  member = await world.reader();
  await centre.veteran(member);
}, 180_000);
afterAll(() => world.stop(), 180_000);

/** An item of one of three tables, some microseconds ago: several have the same time. */
const item = fc.record({ from: fc.constantFrom('notices', 'events', 'broadcasts'), micros: fc.integer({ min: 0, max: 5 }) });

async function store({ from, micros }: { from: string; micros: number }): Promise<{ at: number; id: string }> {
  const id = randomUUID();
  const at = `timestamptz '${BASE}' + interval '${micros} microseconds'`;
  const statements: Record<string, [string, unknown[]]> = {
    notices: [
      `insert into notices (id, user_id, kind, dedupe_key, facts, created_at) values (?, ?, 'kyc-received', ?, '{}', ${at})`,
      [id, member.userId, id],
    ],
    events: [
      `insert into events (id, kind, subject_id, revision, audience, payload, created_at, expires_at, fanned_out_at)
        values (?, 'signal.published', ?, 1, 'signal-readers', '{"data":{}}', ${at}, now(), now())`,
      [id, id],
    ],
    broadcasts: [
      `insert into broadcasts (id, subject, message, audience, kind, state, starts_at, announced_at)
        values (?, 'x', 'x', 'all', 'news', 'done', now(), ${at})`,
      [id],
    ],
  };
  await world.rows(...statements[from]!);
  return { at: micros, id };
}
const BASE = new Date(Date.now() - 86_400_000).toISOString();

it('pages of any size are the whole list, newest first, each item once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 25 }), fc.integer({ min: 1, max: 8 }), async (items, limit) => {
      for (const table of ['notices', 'events', 'broadcasts']) await world.rows(`delete from ${table}`);
      const stored: { at: number; id: string }[] = [];
      for (const one of items) stored.push(await store(one));
      const expected = stored.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
      const shown: string[] = [];
      for (let next: string | null = ''; next !== null;) {
        const page = await centre.page(member, `?limit=${limit}${next && `&before=${next}`}`);
        expect(page.items.length).toBeLessThanOrEqual(limit);
        shown.push(...page.items.map(({ id }) => id));
        next = page.next;
      }
      expect(shown).toEqual(expected);
      expect(await centre.unread(member)).toBe(items.length);
    }),
    { numRuns: CASES },
  );
}, 300_000);

it('refuses pages without a bound', async () => {
  for (const query of ['limit=0', 'limit=51', 'limit=x', 'before=x', "before=1-' or true", 'limit=-1'])
    expect([query, (await call(world.api, 'GET', `/me/notifications?${query}`, undefined, member)).statusCode]).toEqual([query, 400]);
});
