import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clubShareAnswer, clubShareSchema } from '../../../src/money/club-share/index.js';
import { InvoiceVerifierService } from '../../../src/money/invoices/index.js';
import { ShareInvoicingService } from '../../../src/money/profit-share/share-invoicing.service.js';
import type { MyInvoiceDetailWire, ShareDryRunWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { signedInTeam, type SignedIn } from '../../support/people.js';
import { pdfTexts } from '../../support/pdf-text.js';
import { auditOf, get, mustBe, post } from '../payments/paying.js';
import { ShareWorld, type ClubMember } from './share-world.js';

let world: ShareWorld;
beforeAll(async () => {
  world = await ShareWorld.start();
  await world.signal();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());
/** Earlier members are out of the way: nothing of theirs is proposed. The year 2026 is over. */
beforeEach(async () => {
  await world.rows('delete from share_periods');
  await world.rows('delete from share_results');
  await world.rows('delete from share_cycles');
  world.setTime('2027-01-10T09:00:00Z');
});

const buy = { id: '1', at: '2026-03-01T11:00:00Z', side: 'buy', price: '100', qty: '2' } as const;
const sell = { id: '2', at: '2026-04-01T00:00:00Z', side: 'sell', price: '110', qty: '2' } as const;

/** A member who made 20 dollars with a signal in 2026, computed. */
async function follower(exit: object = {}): Promise<ClubMember> {
  const member = await world.member();
  await world.trades(member, [buy, { ...sell, ...exit }]);
  await world.compute(member);
  return member;
}
const invoicing = () => world.api.app.get(ShareInvoicingService, { strict: false });
const dryRun = async () => (await get(world.api, '/admin/share-invoices', world.admin)).json<{ data: ShareDryRunWire }>().data;
const order = (body: object, who: SignedIn = world.admin) => post(world.api, '/admin/share-invoices', body, who);
const seen = ({ count, total }: ShareDryRunWire) => ({ count, total });
const openRun = async () =>
  (await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'club-share' and finished_at is null`))[0]!.id;
/** Orders what the dry run shows, and carries it out as the jobs do. */
async function invoice(...members: readonly ClubMember[]): Promise<void> {
  await mustBe(202, order(seen(await dryRun())));
  const run = await openRun();
  for (const { userId } of members) await invoicing().issueFor(run, userId);
  await invoicing().resume();
}
const issued = ({ userId }: SignedIn) =>
  world.rows<{ period: string; amount: string; invoice_id: string; total: string }>(
    `select s.period, trim_scale(s.amount)::text as amount, s.invoice_id, trim_scale(i.total)::text as total
     from share_invoices s join invoices i on i.id = s.invoice_id where s.user_id = ? order by s.ends_at`,
    [userId],
  );
async function dispute(member: ClubMember): Promise<string> {
  const [line] = await world.lines(member);
  await mustBe(201, post(world.api, '/me/club-share/disputes', { entry: line!.entry.id, exit: line!.exit.id, reason: 'By hand' }, member));
  return (await world.lines(member))[0]!.dispute!.id;
}
const decide = (id: string, act: 'uphold' | 'drop') =>
  mustBe(200, post(world.api, `/admin/share-disputes/${id}/${act}`, { reason: 'Compared with the order book' }, world.admin));
const sharesOf = async (member: ClubMember) =>
  (await world.mine(member)).figures!.periods.map(({ name, share, invoiceId }) => [name, share, invoiceId !== null]);

describe('a dry run', () => {
  it('shows the shares of closed periods with what they are of, and is ordered as it was seen', async () => {
    const member = await follower();
    const dry = await dryRun();
    expect(dry).toMatchObject({
      count: 1,
      total: '3.00',
      members: 1,
      rows: [
        {
          userId: member.userId,
          period: '2026',
          profit: '20',
          highWaterMarkBefore: '0',
          chargeable: '20',
          carryForward: '0',
          share: '3.00',
        },
      ],
      running: { startsAt: '2027-01-01T00:00:00.000Z', closesAt: '2027-01-10T00:00:00.000Z' },
    });
    const other = await follower();
    expect((await order(seen(dry))).statusCode).toBe(409);
    expect((await order({ count: 0, total: '0.00' })).statusCode).toBe(400);
    await invoice(member, other);
    for (const one of [member, other]) expect(await issued(one)).toMatchObject([{ period: '2026', amount: '3', total: '3' }]);
    expect(await dryRun()).toMatchObject({
      count: 0,
      total: '0.00',
      rows: [],
      lastOrder: { count: 2, total: '6.00', finishedAt: expect.any(String) },
    });
  });

  it('shows losses and frozen lines of the last period, which bear no share', async () => {
    const loser = await follower({ price: '90' });
    const disputing = await follower();
    await dispute(disputing);
    const { count, rows } = await dryRun();
    expect(count).toBe(0);
    expect(rows.find(({ userId }) => userId === loser.userId)).toMatchObject({ profit: '-20', carryForward: '20', share: '0.00' });
    expect(rows.find(({ userId }) => userId === disputing.userId)).toMatchObject({
      profit: '0',
      frozenLines: 1,
      frozenProfit: '20',
      share: '0.00',
    });
  });

  it('leaves the running period out', async () => {
    await follower({ at: '2027-01-05T00:00:00Z' });
    expect(await dryRun()).toMatchObject({ count: 0, rows: [] });
  });

  it('is ordered once, of a crowd too, and by those alone who may', async () => {
    const member = await follower();
    const dry = seen(await dryRun());
    const auditor = await signedInTeam(world.api, 'auditor');
    expect((await order(dry, auditor)).statusCode).toBe(403);
    expect((await get(world.api, '/admin/share-invoices', auditor)).statusCode).toBe(200);
    const answers = await askAtOnce(Array.from({ length: 5 }, () => () => order(dry)));
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([202, 409, 409, 409, 409]);
    await invoicing().issueFor(await openRun(), member.userId);
    await invoicing().resume();
  });
});

describe('an invoice', () => {
  it('is issued once, however often and from however many workers its job runs', async () => {
    const member = await follower();
    await mustBe(202, order(seen(await dryRun())));
    const run = await openRun();
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => invoicing().issueFor(run, member.userId)));
    expect(attempts.some(({ status }) => status === 'fulfilled')).toBe(true);
    await invoicing().issueFor(run, member.userId);
    await invoicing().resume();
    expect(await issued(member)).toHaveLength(1);
    expect(await world.rows('select 1 from invoices where user_id = ?', [member.userId])).toHaveLength(1);
  });

  it('carries its calculation and its case, from which the command computes it', async () => {
    const member = await follower();
    await invoice(member);
    const { invoice_id: id } = (await issued(member))[0]!;
    const detail = (await get(world.api, `/me/invoices/${id}`, member)).json<{ data: MyInvoiceDetailWire }>().data;
    expect(detail).toMatchObject({
      kind: 'club_share',
      total: '3.00',
      lines: [
        {
          calculation: {
            formula: 'club-share',
            version: 1,
            inputs: { period: '2026', rate: '0.15', profit: '20', highWaterMarkBefore: '0', chargeable: '20', accrued: '3', invoiced: '0' },
            result: '3.00',
          },
        },
      ],
    });
    const pdf = await get(world.api, `/me/invoices/${id}/pdf`, member);
    expect(pdfTexts(pdf.rawPayload)).toContainEqual(expect.stringMatching(/^Club.s share of profit with signals, 2026$/));
    expect((await world.api.app.get(InvoiceVerifierService, { strict: false }).verify()).faults).toEqual([]);
    const file = await get(world.api, `/me/club-share/invoices/${id}/case`, member);
    expect(clubShareAnswer(clubShareSchema.parse(JSON.parse(file.body))).members[0]!.periods[0]).toMatchObject({
      name: '2026',
      share: '3.00',
    });
    expect((await get(world.api, `/me/club-share/invoices/${id}/case`, await follower())).statusCode).toBe(404);
    expect(await sharesOf(member)).toEqual([
      ['2027', '0.00', false],
      ['2026', '3.00', true],
    ]);
    expect((await world.answerToFile(member)).periods.map(({ share }) => share)).toEqual(['3.00', '0.00']);
  });

  it('is not voided: the next one corrects it', async () => {
    const member = await follower();
    await invoice(member);
    const { invoice_id: id } = (await issued(member))[0]!;
    expect((await post(world.api, `/admin/invoices/${id}/void`, { reason: 'A mistake' }, world.admin)).statusCode).toBe(409);
  });

  it('is of no line that is disputed, and waits for none that is disputed while it is issued', async () => {
    const member = await follower();
    await world.trades(member, [
      { ...buy, id: '3', at: '2026-03-01T12:00:00Z', qty: '1' },
      { ...sell, id: '4', at: '2026-05-01T00:00:00Z', qty: '1', price: '140' },
    ]);
    await world.compute(member);
    const dry = await dryRun();
    expect(dry.total).toBe('9.00');
    await mustBe(202, order(seen(dry)));
    await dispute(member);
    await invoicing().issueFor(await openRun(), member.userId);
    await invoicing().resume();
    expect(await issued(member)).toMatchObject([{ period: '2026', amount: '3' }]);
  });
});

describe('a dispute of an invoiced line', () => {
  it('that is decided for the member lowers the shares that follow, and never below zero', async () => {
    const member = await follower();
    await invoice(member);
    const id = await dispute(member);
    await decide(id, 'drop');
    // 3.00 too much was charged. 30 of profit in 2027 are a share of 4.50, of which 1.50 is left.
    await world.signal({ published_at: '2027-01-02T00:00:00Z', projected_closure_at: '2027-01-04T00:00:00Z' });
    await world.trades(member, [
      { ...buy, id: '5', at: '2027-01-02T01:00:00Z', qty: '1' },
      { ...sell, id: '6', at: '2027-01-03T00:00:00Z', qty: '1' },
    ]);
    expect(await sharesOf(member)).toEqual([
      ['2027', '0.00', false],
      ['2026', '3.00', true],
    ]);
    await world.trades(member, [
      { ...buy, id: '7', at: '2027-01-03T01:00:00Z', qty: '1' },
      { ...sell, id: '8', at: '2027-01-03T02:00:00Z', qty: '1', price: '120' },
    ]);
    expect((await sharesOf(member))[0]).toEqual(['2027', '1.50', false]);
    world.setTime('2028-01-02T09:00:00Z');
    await world.compute(member);
    await invoice(member);
    expect((await issued(member)).map(({ period, amount }) => [period, amount])).toEqual([
      ['2026', '3'],
      ['2027', '1.5'],
    ]);
    expect((await world.api.app.get(InvoiceVerifierService, { strict: false }).verify()).faults).toEqual([]);
  });

  it('that is decided for the club changes nothing in the end', async () => {
    const member = await follower();
    await invoice(member);
    const id = await dispute(member);
    expect((await sharesOf(member))[1]).toEqual(['2026', '3.00', true]);
    await decide(id, 'uphold');
    expect(await sharesOf(member)).toEqual([
      ['2027', '0.00', false],
      ['2026', '3.00', true],
    ]);
    expect((await dryRun()).count).toBe(0);
  });
});

describe('a market cycle', () => {
  const close = (closesAt: string, who: SignedIn = world.admin) => post(world.api, '/admin/share-invoices/close-cycle', { closesAt }, who);

  it('that is closed ends the period for all members, whose shares can then be invoiced', async () => {
    world.setTime('2026-06-10T15:00:00Z');
    const member = await follower();
    expect((await dryRun()).count).toBe(0);
    const auditor = await signedInTeam(world.api, 'auditor');
    expect((await close('2026-06-10T00:00:00.000Z', auditor)).statusCode).toBe(403);
    expect((await close('2026-06-09T00:00:00.000Z')).statusCode).toBe(409);
    const closed = await close('2026-06-10T00:00:00.000Z');
    expect(closed.json()).toMatchObject({
      data: { behind: 1, running: { startsAt: '2026-06-10T00:00:00.000Z', closesAt: null } },
    });
    expect((await close('2026-06-10T00:00:00.000Z')).statusCode).toBe(409);
    expect(await auditOf(world.api, '2026-06-10T00:00:00.000Z')).toMatchObject([
      { action: 'club-share.close-cycle', detail: { from: '2026-01-01T00:00:00.000Z', to: '2026-06-10T00:00:00.000Z' } },
    ]);
    await world.compute(member);
    expect(await dryRun()).toMatchObject({ count: 1, behind: 0, rows: [{ period: '2026-1', share: '3.00' }] });
    await invoice(member);
    world.setTime('2027-01-10T09:00:00Z');
    expect(await sharesOf(member)).toEqual([
      ['2027', '0.00', false],
      ['2026-2', '0.00', false],
      ['2026-1', '3.00', true],
    ]);
  });
});
