import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permits, teamRoles } from '../../../src/platform/domain/index.js';
import type { TimelineWire } from '../../../src/platform/wire/index.js';
import { call, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { InvoiceWorld } from '../money/invoice-world.js';
import { storedUser } from './people.js';

let world: InvoiceWorld;
let member: SignedIn;
beforeAll(async () => {
  world = await InvoiceWorld.start();
  member = await world.verified();
  await world.sendProof(member);
  await world.approve(member);
  await call(world.api, 'POST', '/admin/notes', { userId: member.userId, text: 'A secret remark' }, world.admin);
});
afterAll(() => world.stop());

const ask = (userId: string, as: SignedIn = world.admin, before?: string) =>
  call(world.api, 'GET', `/admin/users/${userId}/timeline${before === undefined ? '' : `?before=${before}`}`, undefined, as);
const page = async (userId: string, as?: SignedIn, before?: string) => (await ask(userId, as, before)).json<{ data: TimelineWire }>().data;

const story = [
  ['user.add-note', 'team', null],
  ['payment.approve', 'team', 'payment'],
  ['payment.submit', 'user', 'payment'],
  ['kyc.approve', 'team', 'kyc'],
  ['kyc.submit', 'user', 'kyc'],
  ['user.confirm-email', 'user', null],
  ['user.sign-up', 'user', null],
];
const needs = (action: string) => (action.startsWith('kyc.') ? 'kyc.read' : action.startsWith('payment.') ? 'payments.read' : 'users.read');

describe('the timeline of a user', () => {
  it('has what happened, newest first, with the cases, and without texts and names', async () => {
    const response = await ask(member.userId);
    const { events, next } = response.json<{ data: TimelineWire }>().data;
    expect([events.map((event) => [event.action, event.by, event.case?.kind ?? null]), next]).toEqual([story, null]);
    const [{ id: caseId }] = (await world.rows<{ id: string }>('select id from kyc_submissions where user_id = ?', [member.userId])) as [
      { id: string },
    ];
    expect(events.find(({ action }) => action === 'kyc.approve')?.case).toEqual({ kind: 'kyc', id: caseId });
    for (const text of ['secret remark', member.email, world.admin.userId]) expect(response.body).not.toContain(text);
  });

  it.each(teamRoles)('shows %s what the role may read', async (role) => {
    const person = await signedInTeam(world.api, role);
    const response = await ask(member.userId, person);
    if (!permits(role, 'users.read')) return expect(response.statusCode).toBe(403);
    const { events } = response.json<{ data: TimelineWire }>().data;
    expect(events.map(({ action }) => action)).toEqual(
      story.map(([action]) => action!).filter((action) => permits(role, needs(action) as 'users.read')),
    );
  });

  it('leads through every event once, in pages, also where many have the same time', async () => {
    const { id: userId } = await storedUser(world.api);
    await world.rows(
      `insert into audit_events (id, at, actor_id, actor_role, action, target_type, target_id, detail)
       select gen_random_uuid(), now() + (n / 20) * interval '1 second', null, null, 'exchange.key-invalid', 'user', ?, '{}'
       from generate_series(1, 60) n`,
      [userId],
    );
    const pages: TimelineWire[] = [];
    for (let before: string | null | undefined; before !== null; before = pages.at(-1)!.next)
      pages.push(await page(userId, world.admin, before));
    expect(pages.map(({ events }) => events.length)).toEqual([25, 25, 11]);
    const events = pages.flatMap((one) => one.events);
    expect(new Set(events.map(({ id }) => id)).size).toBe(61);
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(events.slice(0, 60).every(({ action, by }) => action === 'exchange.key-invalid' && by === 'system')).toBe(true);
  });

  it('has emails that a mail server refused, and nothing that the user did to others', async () => {
    const { id: userId } = await storedUser(world.api);
    await world.rows(
      `update mail_deliveries set refused_at = now() where id = (select id from mail_deliveries where user_id = ? limit 1) returning 1`,
      [member.userId],
    );
    expect((await page(member.userId)).events[0]).toMatchObject({ action: 'mail.refused', by: 'system', case: null });
    expect((await page(userId)).events.map(({ action }) => action)).toEqual(['user.sign-up']);
    expect((await page(world.admin.userId)).events.map(({ action }) => action)).not.toContain('kyc.approve');
  });

  it('is refused to members, and unknown where there is no such user', async () => {
    expect((await ask(member.userId, await signedInMember(world.api))).statusCode).toBe(403);
    expect((await ask('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
  });

  it('is read in one statement, which scans no table', async () => {
    await world.rows(
      `insert into audit_events (id, actor_id, action, target_type, target_id, detail)
       select gen_random_uuid(), gen_random_uuid(), 'auth.sign-in', 'user', gen_random_uuid()::text, '{}' from generate_series(1, 5000)`,
    );
    await world.rows('analyze audit_events');
    const plans = await plansOf(world.api, /mail\.refused/, () => ask(member.userId));
    expect(plans).toHaveLength(1);
    expect(plans[0]).not.toMatch(/Seq Scan on audit_events/);
  });
});
