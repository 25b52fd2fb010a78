import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../../src/messaging/mail/index.js';
import { InvoiceReminderRepository } from '../../../src/money/invoices/invoice-reminder.repository.js';
import { InvoiceRemindersService } from '../../../src/money/invoices/invoice-reminders.service.js';
import { accounts } from '../../../src/money/ledger/index.js';
import { Clock } from '../../../src/platform/domain/index.js';
import { scaled } from '../../../src/platform/domain/scaled.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import { InvoiceWorld } from './invoice-world.js';

const DAY_MS = 86_400_000;

class SetClock extends Clock {
  at = new Date();
  now(): Date {
    return this.at;
  }
}

let world: InvoiceWorld;
let clock: SetClock;
const system = { actorId: null, actorRole: null };
beforeAll(async () => {
  world = await InvoiceWorld.start({ INVOICE_DUE_DAYS: '7', INVOICE_REMINDER_DAYS: '2,5,9' });
  clock = new SetClock();
});
afterAll(() => world.stop());

const worker = () =>
  new InvoiceRemindersService(
    world.api.app.get(EntityManager, { strict: false }),
    new InvoiceReminderRepository(),
    world.ledger,
    world.api.app.get(MailOutbox, { strict: false }),
    world.api.config,
    clock,
  );

/** Sets the clock to so many days after the due date of the member's invoice, and runs two workers at once. */
async function runAt(member: SignedIn, days: number, ms = 0): Promise<void> {
  const [row] = await world.rows<{ due_at: string }>('select due_at from invoices where user_id = ?', [member.userId]);
  clock.at = new Date(new Date(row!.due_at).getTime() + days * DAY_MS + ms);
  await Promise.all([worker().run(), worker().run()]);
}

const reminders = async (member: SignedIn) => (await world.lettersTo(member)).filter((letter) => letter === 'invoice-reminder').length;
const stages = (member: SignedIn) =>
  world.rows<{ stage: number; sent: boolean }>(
    `select r.stage, r.sent from invoice_reminders r join invoices i on i.id = r.invoice_id where i.user_id = ? order by 1`,
    [member.userId],
  );

describe('reminders of an open invoice', () => {
  it('are sent on their days, each once, and the invoice is overdue after its due date', async () => {
    const member = await world.verified();
    await runAt(member, 0);
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'issued' }]);
    await runAt(member, 0, 1);
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'overdue' }]);
    await runAt(member, 2, -1);
    expect(await reminders(member)).toBe(0);
    for (const [days, sent] of [
      [2, 1],
      [4, 1],
      [5, 2],
      [9, 3],
      [400, 3],
    ] as const) {
      await runAt(member, days);
      await runAt(member, days);
      expect(await reminders(member)).toBe(sent);
    }
    expect(await stages(member)).toEqual([1, 2, 3].map((stage) => ({ stage, sent: true })));
    expect((await world.verify()).faults).toEqual([]);
  });

  it('lead to the page on which that invoice is paid', async () => {
    const [member, client] = [await world.verified(), await signedInMember(world.api)];
    const inputs = { period: '2026-01', accrued: '77.42', invoiced: '0', mandate: client.userId, terms: '2026-12' };
    const lines = [{ formula: 'fund-management' as const, version: 1, inputs }];
    const { id } = await world.inTransaction((tx) =>
      world.invoices.issue(tx, { userId: client.userId, kind: 'management_fee', lines, by: system, notify: false }),
    );
    const queued = jest.spyOn(world.api.app.get(MailOutbox, { strict: false }), 'queue');
    await runAt(member, 2);
    await runAt(client, 2);
    const told = new Map(queued.mock.calls.map(([, { to, data }]) => [to, (data as { invoiceId?: string }).invoiceId]));
    queued.mockRestore();
    expect([told.get(member.userId), told.get(client.userId)]).toEqual([undefined, id]);
  });

  it('that fell due during an outage are sent as one', async () => {
    const member = await world.verified();
    await runAt(member, 6);
    expect(await reminders(member)).toBe(1);
    expect(await stages(member)).toEqual([
      { stage: 1, sent: false },
      { stage: 2, sent: true },
    ]);
  });

  it('name what is still due, and are not sent for paid or void invoices', async () => {
    const [part, paid, gone] = [await world.verified(), await world.verified(), await world.verified()];
    const idOf = async (member: SignedIn) => (await world.invoicesOf(member))[0]!.id;
    const settle = async (member: SignedIn, usd: string) => {
      const payment = { invoiceId: await idOf(member), amount: scaled(usd), from: accounts.manualClearing, key: member.userId, by: system };
      await world.inTransaction((tx) => world.invoices.settle(tx, payment));
    };
    await settle(part, '20.5');
    await settle(paid, '50');
    const voided = await idOf(gone);
    await world.inTransaction((tx) => world.invoices.void(tx, voided, 'Cancelled', system));
    await runAt(part, 3);
    expect([await reminders(part), await reminders(paid), await reminders(gone)]).toEqual([1, 0, 0]);
    expect(await world.invoicesOf(part)).toMatchObject([{ status: 'overdue', outstanding: '29.5' }]);
  });

  it('wait while a proof is under review, and are not sent to members who cannot sign in or asked for erasure', async () => {
    const [reviewed, blocked, deleted, leaving] = [
      await world.verified(),
      await world.verified(),
      await world.verified(),
      await world.verified(),
    ];
    await world.sendProof(reviewed);
    await world.rows(`update users set status = 'deactivated' where id = ?`, [blocked.userId]);
    await world.rows(`update users set rejected_at = now() where id = ?`, [deleted.userId]);
    await world.rows(
      `insert into erasure_requests (id, user_id, state, answer_due_at) values (gen_random_uuid(), ?, 'restricted', now())`,
      [leaving.userId],
    );
    await runAt(reviewed, 3);
    for (const member of [reviewed, blocked, deleted, leaving]) expect(await reminders(member)).toBe(0);
    await world.rows(`update users set payment_status = 'rejected' where id = ?`, [reviewed.userId]);
    await runAt(reviewed, 3);
    expect(await reminders(reviewed)).toBe(1);
  });
});
