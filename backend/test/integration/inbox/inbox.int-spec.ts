import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { permits, teamRoles, type Permission } from '../../../src/platform/domain/index.js';
import { QueueBoard } from '../../../src/platform/queue/index.js';
import type { InboxItemWire, InboxKindWire, InboxPersonWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { call, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { InvoiceWorld } from '../money/invoice-world.js';
import { auditOf, get, post } from '../payments/paying.js';
import { reviewCases, waiting } from '../reviews/cases.js';

const needs = {
  kyc: 'kyc.decide',
  payment: 'payments.decide',
  transfer: 'payments.decide',
  dispute: 'disputes.decide',
  erasure: 'erasure.decide',
  'dead-letter': 'system.manage',
  'failed-job': 'system.manage',
} as const satisfies Partial<Record<InboxKindWire, Permission>>;
const TXID = 'ab'.repeat(32);
const CROWD = 12_000;
const BATCH = 1000;

const job = (id: string, failedAt: string) => ({
  queue: 'exchange',
  id,
  name: 'exchange.sync-due',
  attempts: 3,
  addedAt: new Date(failedAt),
  failedAt: new Date(failedAt),
  reason: 'down',
});
const failedJobs = [job('1', '2026-11-09T08:00:00Z'), job('2', '2026-11-07T08:00:00Z')];

let world: InvoiceWorld;
let reviewer: SignedIn;
let other: SignedIn;
let cases: Record<'kyc' | 'payment', { id: string; member: SignedIn }>;
beforeAll(async () => {
  world = await InvoiceWorld.start();
  reviewer = await signedInTeam(world.api, 'reviewer');
  other = await signedInTeam(world.api, 'reviewer');
  const [kyc, payment] = reviewCases;
  cases = { kyc: await waiting(world.api, kyc!), payment: await waiting(world.api, payment!) };
  await world.rows(`update kyc_submissions set submitted_at = '2026-11-01T08:00:00Z' where id = ?`, [cases.kyc.id]);
  await world.rows(`update payments set submitted_at = '2026-11-02T08:00:00Z' where id = ?`, [cases.payment.id]);
  await world.rows(
    `insert into chain_transfers (chain, txid, position, address, units, state, confirmations, first_seen_at, read_at, attention,
       attention_at) values ('tron', ?, 0, 'TExample', 1, 'final', 20, now(), now(), 'unmatched', '2026-11-03T08:00:00Z')`,
    [TXID],
  );
  await world.rows(
    `insert into share_disputes (id, user_id, signal_id, symbol, entry, exit, qty, profit, reason, opened_at, state)
     values (?, ?, ?, 'BTC/USDT', '1', '2', '1', '10', 'I closed this by hand', '2026-11-04T08:00:00Z', 'open')`,
    [randomUUID(), cases.kyc.member.userId, randomUUID()],
  );
  const leaving = await signedInMember(world.api);
  await world.rows(
    `insert into erasure_requests (id, user_id, state, requested_at, answer_due_at)
     values (?, ?, 'restricted', '2026-11-05T08:00:00Z', '2026-12-05T08:00:00Z')`,
    [randomUUID(), leaving.userId],
  );
  for (const day of ['06', '08'])
    await world.rows(
      `insert into outbox (id, kind, dedupe_key, dead_at, error) values (?, 'exchange.start-sync', ?, '2026-11-${day}T08:00:00Z', 'down')`,
      [randomUUID(), randomUUID()],
    );
  jest.spyOn(QueueBoard.prototype, 'failed').mockResolvedValue(failedJobs);
});
afterAll(() => world.stop());
afterEach(() => world.rows('delete from inbox_assignments'));

async function list(as: SignedIn = world.admin, filter: object = {}, more = '') {
  const response = await get(world.api, `/admin/inbox?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`, as);
  return { status: response.statusCode, range: response.headers['content-range'], rows: response.json<InboxItemWire[]>() };
}
const kindsOf = async (as: SignedIn, filter: object = {}) => (await list(as, filter)).rows.map(({ kind }) => kind);
const item = async (kind: InboxKindWire, as: SignedIn = world.admin) => (await list(as, { kind })).rows[0]!;
const assign = (of: Pick<InboxItemWire, 'kind' | 'itemId'>, assigneeId: string | null, from: string | null, as: SignedIn = world.admin) =>
  post(world.api, '/admin/inbox/assign', { kind: of.kind, itemId: of.itemId, assigneeId, from }, as);

describe('the inbox', () => {
  it('holds what waits, oldest first, with what it is and since when', async () => {
    const { rows, range } = await list();
    expect(range).toBe('inbox 0-6/7');
    expect(rows).toEqual([
      {
        id: `kyc~${cases.kyc.id}`,
        kind: 'kyc',
        itemId: cases.kyc.id,
        target: cases.kyc.id,
        title: 'Ann Walker',
        detail: null,
        since: '2026-11-01T08:00:00.000Z',
        dueAt: '2026-11-02T08:00:00.000Z',
        service: 'overdue',
        count: null,
        assignee: null,
        openedBy: null,
      },
      expect.objectContaining({ kind: 'payment', target: cases.payment.id, title: 'Ann Walker', since: '2026-11-02T08:00:00.000Z' }),
      expect.objectContaining({ kind: 'transfer', itemId: `tron:${TXID}:0`, target: TXID, title: null, since: '2026-11-03T08:00:00.000Z' }),
      expect.objectContaining({ kind: 'dispute', target: cases.kyc.member.userId, title: 'Ann Walker', detail: 'BTC/USDT' }),
      expect.objectContaining({ kind: 'erasure', since: '2026-11-05T08:00:00.000Z', dueAt: '2026-12-05T08:00:00.000Z' }),
      expect.objectContaining({ kind: 'dead-letter', itemId: 'exchange.start-sync', count: 2, since: '2026-11-06T08:00:00.000Z' }),
      expect.objectContaining({ kind: 'failed-job', itemId: 'exchange', count: 2, since: '2026-11-07T08:00:00.000Z' }),
    ]);
  });

  it('comes in pages, also the newest first', async () => {
    const { rows } = await list();
    const second = await list(world.admin, {}, '&range=[2,3]');
    expect(second).toEqual({ status: 200, range: 'inbox 2-3/7', rows: rows.slice(2, 4) });
    expect((await list(world.admin, {}, '&sort=["since","DESC"]')).rows).toEqual(rows.toReversed());
    expect(await kindsOf(world.admin, { kind: 'dispute' })).toEqual(['dispute']);
  });

  it.each(teamRoles)('shows %s the kinds that the role may decide, and no others', async (role) => {
    const person = await signedInTeam(world.api, role);
    expect(await kindsOf(person)).toEqual(Object.entries(needs).flatMap(([kind, needed]) => (permits(role, needed) ? [kind] : [])));
  });

  it('is refused to members', async () => {
    expect((await list(await signedInMember(world.api))).status).toBe(403);
  });

  it('leaves out a case that waits for its member, and says who has one open', async () => {
    await world.rows(
      `insert into review_claims (kind, submission_id, admin_id, until) values ('kyc', ?, ?, now() + interval '10 minutes')`,
      [cases.kyc.id, other.userId],
    );
    expect((await item('kyc')).openedBy).toEqual({ id: other.userId, fullName: 'Ann Walker', self: false });
    expect((await item('kyc', other)).openedBy).toMatchObject({ self: true });
    await world.rows(
      `insert into scheduled_decisions (id, kind, submission_id, admin_id, step, due_at)
       values (gen_random_uuid(), 'kyc', ?, ?, 'approve', now() + interval '1 minute')`,
      [cases.kyc.id, other.userId],
    );
    expect(await kindsOf(reviewer)).toEqual(['payment', 'transfer']);
    await world.rows('delete from scheduled_decisions');
    await world.rows('delete from review_claims');
  });
});

describe('an assignment', () => {
  it('is made to oneself, to a colleague and to nobody, and recorded', async () => {
    const kyc = await item('kyc');
    const taken = await assign(kyc, reviewer.userId, null, reviewer);
    expect([taken.statusCode, taken.json()]).toEqual([
      200,
      { message: 'The assignment is saved', data: { ...kyc, assignee: { id: reviewer.userId, fullName: 'Ann Walker', self: true } } },
    ]);
    expect(await kindsOf(reviewer, { assigned: 'mine' })).toEqual(['kyc']);
    expect(await kindsOf(other, { assigned: 'mine' })).toEqual([]);
    expect(await kindsOf(other, { assigned: 'nobody' })).toEqual(['payment', 'transfer']);
    expect((await assign(kyc, other.userId, reviewer.userId, reviewer)).statusCode).toBe(200);
    expect((await item('kyc', other)).assignee).toMatchObject({ id: other.userId, self: true });
    expect((await assign(kyc, null, other.userId, other)).json()).toMatchObject({ data: { assignee: null } });
    expect((await auditOf(world.api, kyc.itemId)).filter(({ action }) => action === 'inbox.assign')).toEqual(
      [
        [reviewer.userId, null, reviewer.userId],
        [reviewer.userId, reviewer.userId, other.userId],
        [other.userId, other.userId, null],
      ].map(([by, from, to]) => ({ action: 'inbox.assign', actor_id: by, detail: { kind: 'kyc', itemId: kyc.itemId, from, to } })),
    );
  });

  it('goes to one of two who take an item at once', async () => {
    const payment = await item('payment');
    const asks = [reviewer, other].map((person) => () => assign(payment, person.userId, null, person));
    const answers = (await askAtOnce(asks)).map((all) => all.at(-1)!);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { assignee } = await item('payment');
    expect(answers.find(({ statusCode }) => statusCode === 200)!.json()).toMatchObject({ data: { assignee: { id: assignee!.id } } });
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      message: 'This item is now assigned to Ann Walker',
    });
  });

  it('may be sent twice', async () => {
    const payment = await item('payment');
    for (let n = 0; n < 2; n++) expect((await assign(payment, reviewer.userId, null)).statusCode).toBe(200);
    expect((await auditOf(world.api, payment.itemId)).filter(({ actor_id }) => actor_id === world.admin.userId)).toHaveLength(1);
  });

  it('is refused for who may not decide the kind, by who may not, and for what does not wait', async () => {
    const support = await signedInTeam(world.api, 'support');
    const kyc = await item('kyc');
    const dispute = await item('dispute');
    const refused = await assign(kyc, support.userId, null);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'assigneeId' })] }),
    ]);
    for (const [of, as] of [
      [kyc, support],
      [dispute, reviewer],
      [{ kind: 'kyc', itemId: randomUUID() }, reviewer],
    ] as const)
      expect((await assign(of, as.userId, null, as)).statusCode).toBe(404);
    expect(await world.rows('select 1 from inbox_assignments')).toEqual([]);
  });

  it('does not count while its person may not decide the kind', async () => {
    const gone = await signedInTeam(world.api, 'reviewer');
    const kyc = await item('kyc');
    await assign(kyc, gone.userId, null);
    await world.rows(`update users set status = 'deactivated' where id = ?`, [gone.userId]);
    expect((await item('kyc')).assignee).toBeNull();
    expect((await assign(kyc, reviewer.userId, null)).statusCode).toBe(200);
    await world.rows(`update users set team_role = 'support' where id = ?`, [reviewer.userId]);
    expect((await item('kyc')).assignee).toBeNull();
    await world.rows(`update users set team_role = 'reviewer' where id = ?`, [reviewer.userId]);
    expect((await item('kyc')).assignee).toMatchObject({ id: reviewer.userId });
  });

  it('ends with the item, also where the same one waits again', async () => {
    const transfer = await item('transfer');
    await assign(transfer, reviewer.userId, null);
    await world.rows(`update chain_transfers set attention = null, attention_at = null`);
    expect(await kindsOf(reviewer, { kind: 'transfer' })).toEqual([]);
    await world.rows(`update chain_transfers set attention = 'unmatched', attention_at = now() + interval '1 second'`);
    expect((await item('transfer')).assignee).toBeNull();
    expect((await assign(transfer, other.userId, null)).json()).toMatchObject({ data: { assignee: { id: other.userId } } });
    await world.rows(`update chain_transfers set attention_at = '2026-11-03T08:00:00Z'`);
  });

  it('of an item that no longer waits is deleted with the next of its kind', async () => {
    const transfer = await item('transfer');
    await world.rows(`insert into inbox_assignments values ('transfer', 'tron:gone:0', ?, now())`, [reviewer.userId]);
    await assign(transfer, reviewer.userId, null);
    expect(await world.rows('select item_id from inbox_assignments')).toEqual([{ item_id: transfer.itemId }]);
  });

  it('can go to everybody who may decide the kind', async () => {
    const people = async (kind: string, as: SignedIn) => call(world.api, 'GET', `/admin/inbox/people?kind=${kind}`, undefined, as);
    const ids = (await people('kyc', reviewer)).json<{ data: InboxPersonWire[] }>().data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([reviewer.userId, other.userId, world.admin.userId]));
    const support = await signedInTeam(world.api, 'support');
    expect([ids.includes(support.userId), (await people('kyc', support)).statusCode]).toEqual([false, 404]);
    expect((await people('dispute', reviewer)).statusCode).toBe(404);
  });
});

it('reads no table of members or cases from end to end', async () => {
  for (let to = BATCH; to <= CROWD; to += BATCH)
    await world.rows(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code, status)
       select gen_random_uuid(), md5(n::text) || '@example.com', 'Walker', 'Ann', '+447700900000', 'United Kingdom', '1990-01-01',
         'trade club', 'x', substr(md5((n * 11)::text), 1, 12), 'active' from generate_series(${to - BATCH + 1}, ${to}) n`,
    );
  await world.rows(
    `insert into payments (id, user_id, membership, amount, currency, status, submitted_at, decided_at)
     select gen_random_uuid(), id, 'trade club', 50, 'USD', 'approved', now(), now() from users u
       where role = 'trade club' and not exists (select from payments p where p.user_id = u.id)`,
  );
  await world.rows('vacuum analyze users, payments');
  for (const filter of [{}, { assigned: 'mine' }, { assigned: 'nobody' }])
    for (const plan of await plansOf(world.api, /inbox_assignments/, () => list(world.admin, filter)))
      expect([filter, plan]).toEqual([filter, expect.not.stringMatching(/Seq Scan on (?:users|payments)/)]);
}, 120_000);
