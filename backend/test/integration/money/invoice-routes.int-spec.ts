import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { pdfTexts } from '../../support/pdf-text.js';
import type { Answer, InvoiceDetailWire, InvoiceWire, MyInvoiceDetailWire, MyInvoiceWire } from '../../../src/platform/wire/index.js';
import { get, post } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';

let world: InvoiceWorld;
let member: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  world = await InvoiceWorld.start();
  member = await world.verified();
  other = await world.paying('hedge fund');
});
afterAll(() => world.stop());

const mine = async (as: SignedIn) => (await get(world.api, '/me/invoices', as)).json<Answer<MyInvoiceWire[]>>().data;

describe('a member', () => {
  it('sees their own invoices, with lines and how each was calculated', async () => {
    const answer = await get(world.api, '/me/invoices?page=1&perPage=1', member);
    expect(answer.headers['x-total-count']).toBe('1');
    const [invoice] = answer.json<Answer<MyInvoiceWire[]>>().data;
    expect(invoice).toMatchObject({ status: 'issued', kind: 'subscription', period: null, total: '50.00', outstanding: '50.00' });
    expect(Date.parse(invoice!.dueAt) - Date.parse(invoice!.issuedAt)).toBe(14 * 86_400_000);
    const detail = (await get(world.api, `/me/invoices/${invoice!.id}`, member)).json<Answer<MyInvoiceDetailWire>>().data;
    expect(detail).toMatchObject({
      ...invoice,
      lines: [
        {
          line: 1,
          amount: '50.00',
          calculation: { formula: 'subscription', version: 1, inputs: { fee: '50', membership: 'trade club' }, result: '50.00' },
        },
      ],
    });
  });

  it('gets the PDF, the same bytes before and after the payment and a new name', async () => {
    const person = await world.paying();
    const [invoice] = await mine(person);
    const pdf = () => get(world.api, `/me/invoices/${invoice!.id}/pdf`, person);
    const first = await pdf();
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(first.headers['content-disposition']).toBe(`attachment; filename="tidemark-${invoice!.number}.pdf"`);
    await world.approve(person);
    await world.rows(`update users set surname = 'Renamed', language = 'ar' where id = ?`, [person.userId]);
    expect((await pdf()).rawPayload.equals(first.rawPayload)).toBe(true);
    expect(await mine(person)).toMatchObject([{ status: 'paid', outstanding: '0.00' }]);
  });

  it('gets the credit note of a void invoice as PDF, the same bytes after a new name', async () => {
    const person = await world.verified();
    const [invoice] = await mine(person);
    const pdf = (as: SignedIn) => get(world.api, `/me/invoices/${invoice!.id}/credit-note/pdf`, as);
    expect((await pdf(person)).statusCode).toBe(404);
    await post(world.api, `/admin/invoices/${invoice!.id}/void`, { reason: 'Issued by mistake' }, world.admin);
    const [{ creditNote }] = (await mine(person)) as unknown as [MyInvoiceWire];
    const first = await pdf(person);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(first.headers['content-disposition']).toBe(`attachment; filename="tidemark-${creditNote!.number}.pdf"`);
    const texts = pdfTexts(first.rawPayload).join('\n');
    for (const part of [creditNote!.number, invoice!.number, 'Ann Walker', 'Reason: Issued by mistake', '-50.00'])
      expect(texts).toContain(part);
    await world.rows(`update users set surname = 'Renamed', language = 'ar' where id = ?`, [person.userId]);
    expect((await pdf(person)).rawPayload.equals(first.rawPayload)).toBe(true);
    const admins = await get(world.api, `/admin/invoices/${invoice!.id}/credit-note/pdf`, world.admin);
    expect(admins.rawPayload.equals(first.rawPayload)).toBe(true);
    expect((await pdf(other)).statusCode).toBe(404);
  });

  it('does not reach invoices of others', async () => {
    const [invoice] = await mine(other);
    for (const path of [`/me/invoices/${invoice!.id}`, `/me/invoices/${invoice!.id}/pdf`]) {
      expect((await get(world.api, path, member)).statusCode).toBe(404);
      expect((await get(world.api, path, other)).statusCode).toBe(200);
    }
    expect((await mine(member)).map(({ id }) => id)).not.toContain(invoice!.id);
    expect((await get(world.api, `/admin/invoices/${invoice!.id}`, other)).statusCode).toBe(403);
  });
});

describe('the console', () => {
  const listed = async (filter: object, sort = '["number","ASC"]') => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), sort });
    return (await get(world.api, `/admin/invoices?${query}`, world.admin)).json<InvoiceWire[]>();
  };

  it('lists, filters, sorts and searches invoices', async () => {
    const all = await listed({});
    expect(all.map(({ number }) => number)).toEqual(all.map(({ number }) => number).toSorted());
    expect((await listed({}, '["number","DESC"]')).map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
    for (const field of ['issuedAt', 'dueAt', 'total', 'status']) expect(await listed({}, `["${field}","ASC"]`)).toHaveLength(all.length);
    expect(await listed({ userId: other.userId })).toMatchObject([{ userId: other.userId, total: '20.00', fullName: 'Ann Walker' }]);
    expect(await listed({ status: 'paid' })).toHaveLength(all.filter(({ status }) => status === 'paid').length);
    expect(await listed({ q: all[0]!.number })).toEqual([all[0]]);
    expect((await listed({ q: 'walker' })).map(({ id }) => id)).toEqual(
      all.filter(({ fullName }) => fullName === 'Ann Walker').map(({ id }) => id),
    );
    expect(await listed({ id: [all[1]!.id] })).toEqual([all[1]]);
    const today = all[0]!.issuedAt.slice(0, 10);
    expect((await listed({ from: today, kind: 'subscription' })).length).toBeGreaterThan(0);
    expect(await listed({ to: '2020-01-01' })).toEqual([]);
    const answer = await get(world.api, '/admin/invoices?range=[0,0]', world.admin);
    expect(answer.headers['content-range']).toBe(`invoices 0-0/${all.length}`);
  });

  it('exports them as CSV, and records it', async () => {
    const answer = await get(world.api, `/admin/invoices.csv?filter={"userId":"${other.userId}"}`, world.admin);
    expect(answer.statusCode).toBe(200);
    const lines = answer.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('number,issued_at,due_at,member_id,member,kind,status,currency,total,outstanding,paid_at,voided_at,credit_note');
    expect(lines[1]).toContain(`${other.userId},Ann Walker,subscription,issued,USD,20.00,20.00,,,`);
    const events = await world.rows(`select detail from audit_events where action = 'invoice.export'`);
    expect(events).toEqual([{ detail: { filter: { userId: other.userId } } }]);
  });

  it('shows one with its recipient, and voids an open one once', async () => {
    const person = await world.verified();
    const [invoice] = await mine(person);
    const one = await get(world.api, `/admin/invoices/${invoice!.id}`, world.admin);
    expect(one.json()).toMatchObject({ recipient: { name: 'Ann Walker', country: 'Nigeria' }, lines: [{ amount: '50.00' }] });
    expect((await get(world.api, `/admin/invoices/${invoice!.id}/pdf`, world.admin)).statusCode).toBe(200);
    const voided = await post(world.api, `/admin/invoices/${invoice!.id}/void`, { reason: 'Issued by mistake' }, world.admin);
    expect(voided.json<Answer<InvoiceDetailWire>>().data).toMatchObject({
      status: 'void',
      outstanding: '0.00',
      creditNote: { number: expect.stringMatching(/^TM-CN-/), reason: 'Issued by mistake' },
    });
    const again = await post(world.api, `/admin/invoices/${invoice!.id}/void`, { reason: 'Issued by mistake' }, world.admin);
    expect(again.statusCode).toBe(409);
    expect((await world.verify()).faults).toEqual([]);
  });

  it('lets roles read, export and void as the table says', async () => {
    const [{ id }] = (await mine(member)) as unknown as [MyInvoiceWire];
    const body = { reason: 'Issued by mistake' };
    for (const [role, read, file] of [
      ['auditor', 200, 200],
      ['reviewer', 200, 403],
      ['support', 403, 403],
    ] as const) {
      const { token } = await signedInTeam(world.api, role);
      expect((await call(world.api, 'GET', '/admin/invoices', undefined, { token })).statusCode).toBe(read);
      expect((await call(world.api, 'GET', '/admin/invoices.csv', undefined, { token })).statusCode).toBe(file);
      // Who may read gets 404: this invoice is not void.
      const note = await call(world.api, 'GET', `/admin/invoices/${id}/credit-note/pdf`, undefined, { token });
      expect(note.statusCode).toBe(read === 200 ? 404 : 403);
      expect((await call(world.api, 'POST', `/admin/invoices/${id}/void`, body, { token })).statusCode).toBe(403);
    }
  });
});

describe('personal data', () => {
  it('of an invoice are kept while it is open, and erased after the legal period once it is void', async () => {
    const person = await world.verified();
    const [invoice] = await mine(person);
    const recipient = () => world.rows('select name from invoice_recipients where invoice_id = ?', [invoice!.id]);
    await world.leave(person);
    await world.eraseDue();
    expect(await recipient()).toEqual([{ name: 'Ann Walker' }]);
    await post(world.api, `/admin/invoices/${invoice!.id}/void`, { reason: 'The member has left' }, world.admin);
    await world.eraseDue();
    expect(await recipient()).toEqual([]);
    for (const file of ['pdf', 'credit-note/pdf']) {
      const pdf = await get(world.api, `/admin/invoices/${invoice!.id}/${file}`, world.admin);
      expect(pdf.statusCode).toBe(200);
      expect(pdfTexts(pdf.rawPayload).join()).not.toContain('Walker');
    }
    expect((await world.verify()).faults).toEqual([]);
  });
});
