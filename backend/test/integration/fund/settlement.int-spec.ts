import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { FundMandateDetailWire, FundRedemptionDetailWire, OpenRedemptionsWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { signedInTeam, type SignedIn } from '../../support/people.js';
import { auditOf, get, lettersTo, mustBe, post } from '../payments/paying.js';
import { FundWorld, type FundClient } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

type Started = FundClient & { mandateId: string };

/** A client with 50,000 whose mandate has started, on 2 May. */
async function running(): Promise<Started> {
  const client = await world.started('2026-05-01T00:00:00Z', '50000');
  await world.days(client, { '2026-05-01': '50000' }, { computedAt: '2026-05-02T08:00:00Z' });
  world.setTime('2026-05-02T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  return client;
}
/** A client who has asked for `amount` on 2 May. */
async function asking(amount: string): Promise<Started & { redemptionId: string }> {
  const client = await running();
  await mustBe(201, post(world.api, '/me/fund/redemptions', { amount }, client));
  return { ...client, redemptionId: (await world.mine(client)).figures!.redemptions[0]!.id };
}
/** The dealing day is over, with 60,000 in the account. */
async function afterDealing(client: Started, flags: string[] = []): Promise<void> {
  await world.days(client, FundWorld.values('2026-05-02', Array<string>(60).fill('60000')), { computedAt: '2026-07-01T08:00:00Z' });
  if (flags.length > 0) await world.days(client, { '2026-06-30': '60000' }, { computedAt: '2026-07-01T08:00:00Z', flags });
  world.setTime('2026-07-01T09:00:00Z');
  await world.computing.compute([client.mandateId]);
}
const act = (id: string, name: string, body: object = {}, who: SignedIn = world.admin) =>
  post(world.api, `/admin/fund-redemptions/${id}/${name}`, body, who);
const tick = (id: string, item: string, isDone = true, who?: SignedIn) => act(id, 'checklist', { item, isDone }, who);
const detail = async (client: Started) =>
  (await get(world.api, `/admin/fund-mandates/${client.mandateId}`, world.admin)).json<FundMandateDetailWire>();
const shown = async (client: Started): Promise<FundRedemptionDetailWire> => (await detail(client)).figures!.redemptions[0]!;
const open = async () => (await get(world.api, '/admin/fund-redemptions', world.admin)).json<{ data: OpenRedemptionsWire }>().data;
const actionsOf = async (id: string) => (await auditOf(world.api, id)).map(({ action }) => action);
const messageOf = (answer: { json<T>(): T }) => answer.json<{ message: string }>().message;
const fieldsOf = (answer: { json<T>(): T }) => answer.json<{ errors?: { field: string }[] }>().errors?.map(({ field }) => field);

/** An approved submission with a sealed sign-in. */
async function giveSignIn({ userId }: Started): Promise<void> {
  const [file] = await world.rows<{ id: string }>(
    `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256)
       values (gen_random_uuid(), ?, 'id-card', 'image/jpeg', 1, ?, ?) returning id`,
    [userId, userId.slice(0, 30), Buffer.from('x')],
  );
  await world.rows(
    `insert into kyc_submissions (id, user_id, user_type, platform, address, id_card_file_id, proof_file_id, exchange_login,
       exchange_login_given, status) values (gen_random_uuid(), ?, 'hedge fund', 'binance', ?, ?, ?, ?, true, 'approved')`,
    [userId, Buffer.from('sealed address'), file!.id, file!.id, Buffer.from('sealed sign-in')],
  );
}

async function invoiceAll(): Promise<void> {
  const { count, total } = await world.dryRun();
  await mustBe(202, post(world.api, '/admin/fund-invoices', { count, total }, world.admin));
  const [run] = await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'fund' and finished_at is null`);
  const mandates = await world.rows<{ id: string }>(`select id from fund_mandates where state in ('active', 'ended')`);
  await world.invoicing.issue(
    run!.id,
    mandates.map(({ id }) => id),
  );
  await world.invoicing.resume();
}

describe('a redemption', () => {
  it('of a part is acknowledged, locked, priced and settled, and its client sees each step', async () => {
    const client = await asking('20000');
    const { redemptionId: id } = client;
    expect(await shown(client)).toMatchObject({ state: 'requested', may: ['acknowledge'], checklist: [] });
    expect((await open()).rows).toContainEqual(expect.objectContaining({ id, state: 'requested', requested: '20000', amount: null }));

    await mustBe(200, act(id, 'acknowledge'));
    expect((await act(id, 'acknowledge')).statusCode).toBe(409);
    expect(await shown(client)).toMatchObject({ state: 'acknowledged', acknowledgedBy: expect.any(String), may: [] });
    expect((await tick(id, 'money_free')).statusCode).toBe(409);

    world.setTime('2026-06-01T00:00:00Z');
    await world.computing.compute([client.mandateId]);
    expect(await shown(client)).toMatchObject({ state: 'locked', may: ['tick'] });
    await mustBe(200, tick(id, 'positions_closed'));
    expect([(await act(id, 'settle')).statusCode, (await act(id, 'end-access')).statusCode]).toEqual([409, 409]);

    await afterDealing(client);
    expect(await shown(client)).toMatchObject({ state: 'priced', amount: '20000', isFull: false, may: ['tick'] });
    const early = await act(id, 'settle');
    expect([early.statusCode, messageOf(early), fieldsOf(early)]).toEqual([
      409,
      'The fees up to the dealing day are not invoiced yet. The money is not free on the account yet',
      ['fees_invoiced', 'money_free'],
    ]);

    await invoiceAll();
    await mustBe(200, tick(id, 'money_free'));
    const mine = (await world.mine(client)).figures!.redemptions[0]!;
    expect(mine).toMatchObject({
      state: 'priced',
      checklist: [
        { item: 'positions_closed', isDone: true, doneAt: '2026-06-01T00:00:00.000Z' },
        { item: 'fees_invoiced', isDone: true, isChecked: true, doneAt: null },
        { item: 'money_free', isDone: true, doneAt: '2026-07-01T09:00:00.000Z' },
      ],
    });
    // The names of the team are for the team.
    expect(JSON.stringify(mine)).not.toMatch(/"(doneBy|acknowledgedBy|may)"/);

    await mustBe(200, act(id, 'settle'));
    expect((await world.mine(client)).figures!.redemptions[0]).toMatchObject({ state: 'settled', settledAt: '2026-07-01T09:00:00.000Z' });
    expect(await shown(client)).toMatchObject({ settledBy: expect.any(String), may: [] });
    expect((await detail(client)).state).toBe('active');
    for (const again of [act(id, 'settle'), tick(id, 'money_free', false), act(id, 'acknowledge'), act(id, 'end-access')])
      expect((await again).statusCode).toBe(409);
    expect((await open()).rows.map((row) => row.id)).not.toContain(id);
    expect(await lettersTo(world.api, client, 'redemption-%')).toEqual(['redemption-acknowledged', 'redemption-settled']);
    expect(await actionsOf(id)).toEqual([
      'fund.request-redemption',
      'fund.acknowledge-redemption',
      'fund.tick-settlement',
      'fund.tick-settlement',
      'fund.settle-redemption',
    ]);
    // The contract's engine knows nothing of it.
    expect((await world.answerToFile(client)).redemptions).toMatchObject([{ id, state: 'priced' }]);
  });

  it('of everything ends our access before it is settled', async () => {
    const client = await asking('all');
    const { redemptionId: id } = client;
    await giveSignIn(client);
    await mustBe(200, act(id, 'acknowledge'));
    await afterDealing(client);
    expect(await shown(client)).toMatchObject({ state: 'priced', isFull: true, may: ['tick', 'end-access'] });
    await invoiceAll();
    for (const item of ['positions_closed', 'money_free']) await mustBe(200, tick(id, item));
    const early = await act(id, 'settle');
    expect([early.statusCode, fieldsOf(early)]).toEqual([409, ['access_ended']]);

    const answers = await askAtOnce([1, 2].map(() => () => act(id, 'end-access')));
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([200, 409]);
    expect(await world.rows('select api_key, sync_enabled from exchange_accounts where id = ?', [client.accountId])).toEqual([
      { api_key: null, sync_enabled: false },
    ]);
    expect(await world.rows('select exchange_login from kyc_submissions where user_id = ?', [client.userId])).toEqual([
      { exchange_login: null },
    ]);
    expect(await lettersTo(world.api, client, 'fund-access-ended')).toEqual(['fund-access-ended']);

    // A key that came back is ended again.
    await world.rows(`update exchange_accounts set api_key = '\\x01' where id = ?`, [client.accountId]);
    expect(fieldsOf(await act(id, 'settle'))).toEqual(['access_ended']);
    await mustBe(200, act(id, 'end-access'));

    await mustBe(200, act(id, 'settle'));
    expect(await world.mine(client)).toMatchObject({
      mandate: { state: 'ended' },
      figures: {
        redemptions: [
          {
            state: 'settled',
            checklist: ['positions_closed', 'fees_invoiced', 'money_free', 'access_ended'].map((item) => ({ item, isDone: true })),
          },
        ],
      },
    });
    expect(await actionsOf(id)).toEqual([
      'fund.request-redemption',
      'fund.acknowledge-redemption',
      'fund.tick-settlement',
      'fund.tick-settlement',
      'fund.end-access',
      'fund.end-access',
      'fund.settle-redemption',
    ]);
  });

  it('whose fee waits for a valuation is not settled, and keeps our access', async () => {
    const client = await asking('all');
    await afterDealing(client, ['estimated']);
    expect(await shown(client)).toMatchObject({ state: 'waiting', may: ['tick'] });
    for (const name of ['settle', 'end-access']) expect((await act(client.redemptionId, name)).statusCode).toBe(409);
    expect(await world.rows('select 1 from exchange_accounts where id = ? and api_key is not null', [client.accountId])).toHaveLength(1);
  });

  it('stays settled where its dealing day comes into doubt again', async () => {
    const client = await asking('20000');
    await afterDealing(client);
    await invoiceAll();
    for (const item of ['positions_closed', 'money_free']) await mustBe(200, tick(client.redemptionId, item));
    await mustBe(200, act(client.redemptionId, 'settle'));
    await afterDealing(client, ['estimated']);
    expect((await world.answerToFile(client)).redemptions).toMatchObject([{ state: 'waiting' }]);
    expect(await shown(client)).toMatchObject({ state: 'settled', may: [] });
  });
});

describe('the checklist', () => {
  it('is ticked and opened again, and a repeated request changes nothing', async () => {
    const client = await asking('20000');
    const { redemptionId: id } = client;
    await afterDealing(client);
    await mustBe(200, tick(id, 'positions_closed'));
    world.setTime('2026-07-01T10:00:00Z');
    await mustBe(200, tick(id, 'positions_closed'));
    expect((await shown(client)).checklist[0]).toMatchObject({ isDone: true, doneAt: '2026-07-01T09:00:00.000Z' });
    await mustBe(200, tick(id, 'positions_closed', false));
    await mustBe(200, tick(id, 'positions_closed', false));
    expect((await shown(client)).checklist[0]).toMatchObject({ isDone: false, doneAt: null, doneBy: null });
    expect((await actionsOf(id)).slice(1)).toEqual(['fund.tick-settlement', 'fund.untick-settlement']);
    // What the system finds out and what it does itself is not ticked.
    for (const item of ['fees_invoiced', 'access_ended']) expect(fieldsOf(await tick(id, item))).toEqual(['item']);
  });

  it('is settled once by a crowd, and is not opened meanwhile', async () => {
    const client = await asking('20000');
    const { redemptionId: id } = client;
    await afterDealing(client);
    await invoiceAll();
    for (const item of ['positions_closed', 'money_free']) await mustBe(200, tick(id, item));
    const answers = await askAtOnce([
      ...Array.from({ length: 3 }, () => () => act(id, 'settle')),
      ...Array.from({ length: 2 }, () => () => tick(id, 'money_free', false)),
    ]);
    const codes = answers.map((all) => all.at(-1)!.statusCode);
    const { state, checklist } = await shown(client);
    // Either somebody opened the item first and nobody settled, or one settled and nobody opened it any more.
    expect(codes.slice(0, 3).filter((code) => code === 200)).toHaveLength(state === 'settled' ? 1 : 0);
    expect(checklist.every(({ isDone }) => isDone)).toBe(state === 'settled');
    expect(await lettersTo(world.api, client, 'redemption-settled')).toHaveLength(state === 'settled' ? 1 : 0);
  });

  it('of a client who has signed again leaves the access that the new mandate needs', async () => {
    const client = await asking('all');
    await afterDealing(client);
    await invoiceAll();
    for (const item of ['positions_closed', 'money_free']) await mustBe(200, tick(client.redemptionId, item));
    await mustBe(201, world.sign(client));
    expect((await act(client.redemptionId, 'end-access')).statusCode).toBe(409);
    expect(await world.rows('select 1 from exchange_accounts where id = ? and api_key is not null', [client.accountId])).toHaveLength(1);
    await mustBe(200, act(client.redemptionId, 'settle'));
  });
});

it('is for those who manage the fund, and takes a recent confirmation where it cannot be undone', async () => {
  const client = await asking('20000');
  const { redemptionId: id } = client;
  const auditor = await signedInTeam(world.api, 'auditor');
  for (const [name, body] of [
    ['acknowledge', {}],
    ['checklist', { item: 'money_free', isDone: true }],
    ['end-access', {}],
    ['settle', {}],
  ] as const)
    expect([name, (await act(id, name, body, auditor)).statusCode]).toEqual([name, 403]);
  expect((await get(world.api, '/admin/fund-redemptions', auditor)).statusCode).toBe(200);
});
