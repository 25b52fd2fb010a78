import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scaled } from '../../../src/platform/domain/scaled.js';
import { accounts } from '../../../src/money/ledger/index.js';
import type { InvoicePaymentWire } from '../../../src/platform/wire/index.js';
import { signedInMember } from '../../support/people.js';
import { get, kycWithKey, mustBe, send } from '../payments/paying.js';
import { InvoiceWorld, type StoredInvoice } from './invoice-world.js';

let world: InvoiceWorld;
beforeAll(async () => {
  world = await InvoiceWorld.start();
});
afterAll(() => world.stop());

const system = { actorId: null, actorRole: null };
const numberText = expect.stringMatching(/^TM-\d{4}-\d{6}$/) as unknown as string;
const newInvoice = (userId: string) => ({
  userId,
  kind: 'subscription' as const,
  lines: [{ formula: 'subscription' as const, version: 1, inputs: { fee: '50', membership: 'trade club' } }],
  by: system,
  notify: false,
});
const manual = () => world.ledger.balanceOf(world.api.em(), accounts.manualClearing, 'USD');

describe('the invoice of a subscription', () => {
  it('is issued when KYC is approved, with an email, and settled with the approval of the payment', async () => {
    const member = await world.verified();
    expect(await world.invoicesOf(member)).toEqual([
      { id: expect.any(String), number: numberText, status: 'issued', total: '50', outstanding: '50' },
    ]);
    expect(await world.lettersTo(member)).toEqual(['invoice-issued']);
    await world.sendProof(member);
    expect(await world.invoicesOf(member)).toHaveLength(1);
    const before = await manual();
    expect((await world.approve(member)).statusCode).toBe(200);
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'paid', total: '50', outstanding: '0' }]);
    expect((await manual()) - before).toBe(scaled('50'));
    expect(await world.lettersTo(member)).toEqual(['invoice-issued', 'invoice-paid']);
    const [invoice] = await world.invoicesOf(member);
    expect(await world.rows(`select action, actor_id from audit_events where target_id = ? order by at, id`, [invoice!.id])).toEqual([
      { action: 'invoice.issue', actor_id: world.admin.userId },
      { action: 'invoice.settle', actor_id: world.admin.userId },
    ]);
  });

  it('is issued with the proof where the payment comes first, and stays open after a rejection', async () => {
    const member = await world.paying('hedge fund');
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'issued', total: '20' }]);
    expect((await get(world.api, `/rejectpayment/${member.userId}`, world.admin)).statusCode).toBe(200);
    await world.sendProof(member, 'hedge fund');
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'issued', outstanding: '20' }]);
    await world.approve(member);
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'paid' }]);
  });

  it('is settled once when two admins approve at once', async () => {
    const member = await world.paying();
    const before = await manual();
    const answers = await Promise.all([world.approve(member), world.approve(member)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await manual()) - before).toBe(scaled('50'));
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
  });

  it('is made and paid at once for a payment that waits since before there were invoices, and never for one approved then', async () => {
    const waiting = await world.paying();
    const [old] = await world.invoicesOf(waiting);
    await world.inTransaction((tx) => world.invoices.void(tx, old!.id, 'as before the update', system));
    await world.approve(waiting);
    expect((await world.invoicesOf(waiting)).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(await world.lettersTo(waiting)).toEqual(['invoice-issued', 'invoice-paid']);
    const approved = await signedInMember(world.api);
    await world.rows(`update users set payment_status = 'approved' where id = ?`, [approved.userId]);
    expect(await world.invoicesOf(approved)).toEqual([]);
  });

  it('rolls back with the approval: neither number nor posting is left', async () => {
    const member = await signedInMember(world.api);
    const before = await world.rows<{ last: number }>('select last from invoice_counters order by 1');
    await expect(
      world.inTransaction(async (tx) => {
        await world.invoices.issue(tx, newInvoice(member.userId));
        throw new Error('the process ends here');
      }),
    ).rejects.toThrow('the process ends here');
    expect(await world.rows('select last from invoice_counters order by 1')).toEqual(before);
    expect(await world.invoicesOf(member)).toEqual([]);
  });

  it('takes numbers without a gap when many are issued and some roll back at once', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => signedInMember(world.api)));
    await Promise.allSettled(
      members.map((member, index) =>
        world.inTransaction(async (tx) => {
          await world.invoices.issue(tx, newInvoice(member.userId));
          if (index % 3 === 0) throw new Error('the process ends here');
        }),
      ),
    );
    const issued = await Promise.all(members.map((member) => world.invoicesOf(member)));
    expect(issued.map(({ length }) => length)).toEqual([0, 1, 1, 0, 1, 1]);
    expect((await world.verify()).faults).toEqual([]);
  });

  it('is one, also when two transactions issue it at once', async () => {
    const { userId } = await signedInMember(world.api);
    const results = await Promise.allSettled([1, 2].map(() => world.inTransaction((tx) => world.invoices.issue(tx, newInvoice(userId)))));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await world.invoicesOf({ userId })).toHaveLength(1);
  });
});

describe('the credit of a member', () => {
  const creditOf = (userId: string) => world.ledger.balanceOf(world.api.em(), accounts.credit(userId), 'USD');
  /** A member who has credit when their verification is approved. */
  async function verifiedWith(usd: string) {
    const member = await signedInMember(world.api);
    await mustBe(201, send(world.api, 'createkyc', member.token, (await kycWithKey()).parts));
    await world.inTransaction((tx) =>
      world.ledger.post(tx, {
        kind: 'payment',
        reference: `test:${member.userId}`,
        idempotencyKey: `test-credit:${member.userId}`,
        postings: [
          { account: accounts.manualClearing, currency: 'USD', amount: scaled(usd) },
          { account: accounts.credit(member.userId), currency: 'USD', amount: -scaled(usd) },
        ],
      }),
    );
    await mustBe(200, get(world.api, `/approvekyc/${member.userId}`, world.admin));
    return member;
  }
  const subscriptionOf = async ({ userId }: { userId: string }) =>
    (await world.rows<{ status: string | null }>('select payment_status as status from users where id = ?', [userId]))[0]!.status;

  it('pays the next invoice, which approves the subscription; the rest stays credit', async () => {
    const member = await verifiedWith('60');
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
    expect([await creditOf(member.userId), await subscriptionOf(member)]).toEqual([-scaled('10'), 'approved']);
    expect(await world.lettersTo(member)).toEqual(['invoice-paid']);
    expect((await world.verify()).faults).toEqual([]);
  });

  it('pays a part of it, and only the rest is due', async () => {
    const member = await verifiedWith('20.005');
    const [invoice] = await world.invoicesOf(member);
    expect(invoice).toMatchObject({ status: 'partially_paid', outstanding: '30' });
    expect([await creditOf(member.userId), await subscriptionOf(member)]).toEqual([-scaled('0.005'), null]);
    const payment = await get(world.api, `/me/invoices/${invoice!.id}/payment`, member);
    expect(payment.json<{ data: InvoicePaymentWire }>().data).toMatchObject({ rest: '30.00', status: 'partially_paid' });
    expect(await world.lettersTo(member)).toEqual(['invoice-issued']);
  });

  it('of less than a cent pays nothing', async () => {
    const member = await verifiedWith('0.0099');
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'issued', outstanding: '50' }]);
    expect(await creditOf(member.userId)).toBe(-scaled('0.0099'));
  });
});

describe('payments of an invoice', () => {
  const settle = (invoiceId: string, usd: string, key: string = randomUUID()) =>
    world.inTransaction((tx) =>
      world.invoices.settle(tx, { invoiceId, amount: scaled(usd), from: accounts.manualClearing, key, by: system }),
    );

  it('add up: a part, the rest, and what is too much becomes credit', async () => {
    const member = await world.verified();
    const [{ id }] = (await world.invoicesOf(member)) as unknown as [StoredInvoice];
    expect((await settle(id, '20', `${id}:1`)).status).toBe('partially_paid');
    await settle(id, '20', `${id}:1`);
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'partially_paid', outstanding: '30' }]);
    expect((await settle(id, '35.5')).status).toBe('paid');
    expect((await settle(id, '1')).status).toBe('paid');
    // Told once more when nothing is due any longer: it would be divided differently now.
    expect((await settle(id, '20', `${id}:1`)).status).toBe('paid');
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
    expect(await world.ledger.balanceOf(world.api.em(), accounts.credit(member.userId), 'USD')).toBe(-scaled('6.5'));
  });

  it('of a void invoice become credit; the credit note has a number of its own', async () => {
    const member = await world.verified();
    const [{ id }] = (await world.invoicesOf(member)) as unknown as [StoredInvoice];
    await settle(id, '20');
    const note = await world.inTransaction((tx) => world.invoices.void(tx, id, 'Cancelled', system));
    expect(note).toMatch(/^TM-CN-\d{4}-\d{6}$/);
    expect(await world.invoicesOf(member)).toMatchObject([{ status: 'void', outstanding: '0' }]);
    expect(await world.ledger.balanceOf(world.api.em(), accounts.receivable(member.userId), 'USD')).toBe(0n);
    expect(await world.ledger.balanceOf(world.api.em(), accounts.credit(member.userId), 'USD')).toBe(-scaled('20'));
    await expect(world.inTransaction((tx) => world.invoices.void(tx, id, 'Again', system))).rejects.toThrow('Only an open invoice');
    expect((await world.verify()).faults).toEqual([]);
  });
});

describe('the database', () => {
  const issued = async () => {
    const member = await world.verified();
    return (await world.invoicesOf(member))[0]!;
  };

  it.each([
    `update invoices set total = 1 where id = ?`,
    `update invoices set number = 'TM-2026-999999' where id = ?`,
    `update invoices set due_at = now() where id = ?`,
    `update invoices set user_id = (select id from users where role = 'admin' limit 1) where id = ?`,
    `update invoices set language = 'es' where id = ?`,
    `update invoices set seller = '{"name": "Another", "address": "Elsewhere", "taxNumber": null}' where id = ?`,
    `update invoices set status = 'draft', number = null, issued_at = null, due_at = null where id = ?`,
    `update invoice_lines set amount = 1 where invoice_id = ?`,
    `update invoice_lines set calculation = '{}' where invoice_id = ?`,
    `delete from invoice_lines where invoice_id = ?`,
    `delete from invoices where id = ?`,
    `update invoice_recipients set name = 'Someone Else' where invoice_id = ?`,
    `insert into invoice_lines values (?, 2, 5, '{}', '0')`,
    `insert into invoice_lines values (?, 2, 0, '{}', '0')`,
  ])('refuses to change an issued invoice: %s', async (statement) => {
    const { id } = await issued();
    await expect(world.rows(statement, [id])).rejects.toThrow(/never change|append-only|do not make its total|cannot become/);
    expect((await world.rows(`select trim_scale(total)::text as total, status from invoices where id = ?`, [id]))[0]).toEqual({
      total: '50',
      status: 'issued',
    });
  });

  it('refuses an invoice without its lines, and a void invoice that opens again', async () => {
    const { userId } = await signedInMember(world.api);
    await expect(
      world.rows(
        `insert into invoices (id, user_id, kind, status, total, line_count, language, created_at)
          values (?, ?, 'subscription', 'draft', 50, 1, 'en', now())`,
        [randomUUID(), userId],
      ),
    ).rejects.toThrow('do not make its total');
    const { id } = await issued();
    await world.inTransaction((tx) => world.invoices.void(tx, id, 'Cancelled', system));
    await expect(world.rows(`update invoices set status = 'issued', voided_at = null where id = ?`, [id])).rejects.toThrow('cannot become');
  });
});

describe('the verification', () => {
  it('finds nothing in what the product wrote', async () => {
    const report = await world.verify();
    expect(report.faults).toEqual([]);
    expect(report.invoices).toBeGreaterThan(5);
    expect(report.lines).toBe(report.invoices);
    expect(report.numbers).toBeGreaterThan(report.invoices - 1);
  });

  it('finds a paid invoice that no posting covers, and a missing number', async () => {
    const member = await world.verified();
    const [{ id, number }] = (await world.invoicesOf(member)) as unknown as [StoredInvoice];
    await world.rows(`update invoices set status = 'paid', paid_at = now() where id = ?`, [id]);
    await world.rows(`update invoice_counters set last = last + 1 where series = 'TM'`);
    const { faults } = await world.verify();
    expect(faults).toEqual([
      `${number}: 50.000000000000000000 of it is not covered by postings`,
      expect.stringMatching(/^TM-\d{4}-\d{6} is missing$/),
    ]);
  });
});
