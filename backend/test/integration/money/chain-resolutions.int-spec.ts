import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingPreviewWire, ChainTransferRecordWire } from '../../../src/platform/wire/index.js';
import { signedInTeam, type SignedIn } from '../../support/people.js';
import { get } from '../payments/paying.js';
import { ChainWorld } from './paying-on-chain.js';

let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start();
});
afterAll(() => chains.stop());
afterEach(async () => {
  await chains.sandbox.control('DELETE', 'faults');
});

type Billed = { member: SignedIn; invoiceId: string };

/** A payment on TRON that is half a dollar short, so that it matches no invoice. */
async function unmatched(): Promise<Billed & { id: string; txid: string; number: string }> {
  const billed = await chains.billed();
  const quote = await chains.quote(billed.member, billed.invoiceId, 'tron');
  const amount = String(Math.round(Number(quote.amount) * 1e6) - 500_000);
  const [txid = ''] = (await chains.act('tron/pay', { address: quote.address, amount })).txids;
  await chains.mine('tron', 20);
  await chains.read();
  return { ...billed, txid, id: (await transferOf(txid)).id, number: await numberOf(billed) };
}

/** A payment in Bitcoin that is worth far less than it has to be after its quote ended. */
async function late(): Promise<Billed & { id: string; txid: string; number: string }> {
  const billed = await chains.billed();
  const quote = await chains.quote(billed.member, billed.invoiceId, 'bitcoin');
  await chains.end(billed.invoiceId, 30);
  const amount = String(Math.round(Number(quote.amount) * 1e8 * 0.5));
  const [txid = ''] = (await chains.act('bitcoin/pay', { address: quote.address, amount })).txids;
  await chains.mine('bitcoin', 1);
  await chains.read();
  return { ...billed, txid, id: (await transferOf(txid)).id, number: await numberOf(billed) };
}

const numberOf = async ({ member }: Billed) => (await chains.world.invoicesOf(member))[0]!.number;
async function transferOf(txid: string): Promise<ChainTransferRecordWire> {
  const filter = encodeURIComponent(JSON.stringify({ q: txid }));
  const rows = (await get(chains.world.api, `/admin/chain-transfers?filter=${filter}`, chains.world.admin)).json<
    ChainTransferRecordWire[]
  >();
  return rows[0]!;
}
const pathOf = (id: string, what: string) => `/admin/chain-transfers/${encodeURIComponent(id)}/${what}`;
const preview = (id: string, invoice: string, as = chains.world.admin) =>
  get(chains.world.api, `${pathOf(id, 'booking')}?${new URLSearchParams({ invoice }).toString()}`, as);
const act = (id: string, what: string, body: object, as = chains.world.admin) => chains.post(as, pathOf(id, what), body);
async function book(id: string, invoice: string) {
  const { value } = (await preview(id, invoice)).json<BookingPreviewWire>();
  return act(id, 'book', { invoice, value });
}
const statusOf = async ({ userId }: SignedIn) =>
  (await chains.world.rows<{ payment_status: string | null }>('select payment_status from users where id = ?', [userId]))[0]!
    .payment_status;
const creditOf = async ({ userId }: SignedIn) =>
  Number(
    (
      await chains.world.rows<{ usd: string }>(
        `select coalesce(round(-sum(amount), 2), 0)::text as usd from ledger_postings where account = 'credit:' || ?`,
        [userId],
      )
    )[0]!.usd,
  );

describe('a payment that matches no invoice', () => {
  it('is shown with what booking it would do, and booked for the invoice that an admin names', async () => {
    const one = await unmatched();
    const shown = await preview(one.id, one.number.toLowerCase());
    expect([shown.statusCode, shown.json()]).toEqual([
      200,
      {
        invoice: { id: one.invoiceId, number: one.number, status: 'issued' },
        member: { userId: one.member.userId, fullName: 'Ann Walker' },
        rate: '1',
        value: expect.stringMatching(/^49\.5\d*$/),
        due: '50',
        covers: shown.json<BookingPreviewWire>().value,
        credit: '0',
      },
    ]);
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'issued' }]);

    const booked = await book(one.id, one.number);
    expect(booked.statusCode).toBe(200);
    expect(booked.json()).toMatchObject({
      data: {
        invoice: { id: one.invoiceId },
        attention: null,
        resolution: { outcome: 'booked', by: expect.any(String), note: null },
      },
    });
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'partially_paid' }]);
    // The rest is quoted and paid as any other, and reading the chain again changes nothing.
    const rest = await chains.quote(one.member, one.invoiceId, 'tron');
    expect(Number(rest.usd)).toBeLessThanOrEqual(0.5);
    await chains.pay(rest);
    await chains.mine('tron', 20);
    await chains.read();
    await chains.read();
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
    expect(await statusOf(one.member)).toBe('approved');
    expect(await chains.world.ledger.findUnbalanced(chains.world.api.em())).toEqual([]);
    expect(
      await chains.world.rows(`select detail->>'invoiceId' as invoice from audit_events where action = 'chain-transfer.booked'`),
    ).toEqual([{ invoice: one.invoiceId }]);
  });

  it('becomes credit of a member who has paid', async () => {
    const one = await unmatched();
    const other = await chains.billed();
    await chains.pay(await chains.quote(other.member, other.invoiceId, 'bitcoin'));
    await chains.mine('bitcoin', 1);
    await chains.read();
    const before = await creditOf(other.member);
    const number = await numberOf(other);
    expect((await preview(one.id, number)).json()).toMatchObject({ invoice: { status: 'paid' }, due: '0', covers: '0' });
    expect((await book(one.id, number)).statusCode).toBe(200);
    expect((await creditOf(other.member)) - before).toBeCloseTo(49.5, 1);
    await chains.read();
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'issued', outstanding: '50' }]);
  });

  it('is booked once, whoever comes first', async () => {
    const one = await unmatched();
    const { value } = (await preview(one.id, one.number)).json<BookingPreviewWire>();
    const body = { invoice: one.number, value };
    const answers = await Promise.all([act(one.id, 'book', body), act(one.id, 'book', body), act(one.id, 'return', { note: 'Sent back' })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    await chains.read();
    const bookings = await chains.world.rows(`select 1 from ledger_transactions where idempotency_key like ?`, [
      `chain-transfer:${one.id}:%`,
    ]);
    const { resolution } = await transferOf(one.txid);
    expect(bookings).toHaveLength(resolution?.outcome === 'booked' ? 1 : 0);
    expect((await act(one.id, 'dismiss', { note: 'Nothing to do' })).statusCode).toBe(409);
  });

  it('is sent back: nothing is booked, and later readings leave it alone', async () => {
    const one = await unmatched();
    expect((await act(one.id, 'return', { note: 'Refund abc, agreed by email' })).statusCode).toBe(200);
    await chains.read();
    expect(await transferOf(one.txid)).toMatchObject({
      attention: null,
      invoice: null,
      resolution: { outcome: 'returned', note: 'Refund abc, agreed by email' },
    });
    expect((await preview(one.id, one.number)).statusCode).toBe(409);
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'issued', outstanding: '50' }]);
  });
});

describe('a payment that came late', () => {
  it('is booked for its invoice at the price of today', async () => {
    const one = await late();
    expect(await transferOf(one.txid)).toMatchObject({ attention: 'late', invoice: { number: one.number } });
    expect((await book(one.id, one.number)).statusCode).toBe(200);
    await chains.read();
    expect(await transferOf(one.txid)).toMatchObject({ attention: null, invoice: { number: one.number } });
    const [invoice] = await chains.world.invoicesOf(one.member);
    expect(invoice).toMatchObject({ status: 'partially_paid' });
    expect(Number(invoice!.outstanding)).toBeCloseTo(25, 0);
  });

  it('is booked for another invoice: its own address does not take it back', async () => {
    const [one, other] = [await late(), await chains.billed()];
    expect((await book(one.id, await numberOf(other))).statusCode).toBe(200);
    await chains.read();
    await chains.read();
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'issued', outstanding: '50' }]);
    expect(await chains.world.invoicesOf(other.member)).toMatchObject([{ status: 'partially_paid' }]);
    expect(await transferOf(one.txid)).toMatchObject({ invoice: { id: other.invoiceId }, attention: null });
  });

  it('that was sent back does not pay together with later money', async () => {
    const one = await late();
    expect((await act(one.id, 'return', { note: 'Refund abc' })).statusCode).toBe(200);
    await chains.read();
    expect(await chains.payment(one.member, one.invoiceId)).toMatchObject({ phase: 'expired', rest: '50.00' });
    const quote = await chains.quote(one.member, one.invoiceId, 'bitcoin');
    expect(quote.usd).toBe('50.00');
    await chains.pay(quote);
    await chains.mine('bitcoin', 1);
    await chains.read();
    expect(await chains.payment(one.member, one.invoiceId)).toMatchObject({ phase: 'paid', flags: { over: false } });
    expect(await creditOf(one.member)).toBe(0);
  });

  it('that was booked by hand and is lost in a reorganisation stands before the admins again', async () => {
    const one = await late();
    await book(one.id, one.number);
    await chains.act('bitcoin/reorganise', { depth: 1 });
    await chains.read();
    expect(await transferOf(one.txid)).toMatchObject({ attention: 'reorganised', resolution: null });
    expect(await chains.world.invoicesOf(one.member)).toMatchObject([{ status: 'issued', outstanding: '50' }]);
    expect((await preview(one.id, one.number)).statusCode).toBe(409);
    expect((await act(one.id, 'dismiss', { note: 'The member pays again' })).statusCode).toBe(200);
    await chains.read();
    expect(await transferOf(one.txid)).toMatchObject({ attention: null, resolution: { outcome: 'dismissed' } });
    expect(await chains.world.ledger.findUnbalanced(chains.world.api.em())).toEqual([]);
  });
});

describe('a decision about a payment', () => {
  it('is refused for what needs nobody, for void and unknown invoices, and for a value that nobody saw', async () => {
    const one = await unmatched();
    const other = await chains.billed();
    const voided = await chains.post(chains.world.admin, `/admin/invoices/${other.invoiceId}/void`, { reason: 'A mistake' });
    expect(voided.statusCode).toBe(200);
    expect((await preview(one.id, await numberOf(other))).json()).toMatchObject({ errors: [{ field: 'invoice' }] });
    expect((await preview(one.id, 'TM-1999-000001')).json()).toMatchObject({ errors: [{ field: 'invoice' }] });
    for (const value of ['45', '60', '0'])
      expect((await act(one.id, 'book', { invoice: one.number, value })).json()).toMatchObject({ errors: [{ field: 'value' }] });
    const paid = await chains.billed();
    const [txid = ''] = await chains.pay(await chains.quote(paid.member, paid.invoiceId, 'bitcoin'));
    await chains.mine('bitcoin', 1);
    await chains.read();
    const { id } = await transferOf(txid);
    for (const answer of [
      await preview(id, one.number),
      await act(id, 'return', { note: 'Sent back' }),
      await act(id, 'dismiss', { note: 'Nothing' }),
    ])
      expect(answer.statusCode).toBe(409);
    expect(await transferOf(one.txid)).toMatchObject({ attention: 'unmatched', resolution: null });
  });

  it('is for those alone who decide about payments', async () => {
    const one = await unmatched();
    const reviewer = await signedInTeam(chains.world.api, 'reviewer');
    expect((await preview(one.id, one.number, reviewer)).statusCode).toBe(200);
    for (const as of [await signedInTeam(chains.world.api, 'auditor'), one.member])
      for (const answer of [
        await preview(one.id, one.number, as),
        await act(one.id, 'book', { invoice: one.number, value: '50' }, as),
        await act(one.id, 'return', { note: 'Sent back' }, as),
        await act(one.id, 'dismiss', { note: 'Nothing' }, as),
      ])
        expect(answer.statusCode).toBe(403);
  });
});

describe('an invoice', () => {
  it('is not voided while its payment is on its way', async () => {
    const { member, invoiceId } = await chains.billed();
    await chains.pay(await chains.quote(member, invoiceId, 'bitcoin'));
    await chains.read();
    const answer = await chains.post(chains.world.admin, `/admin/invoices/${invoiceId}/void`, { reason: 'A mistake' });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      409,
      'A payment for this invoice is on its way. Void the invoice once it is confirmed',
    ]);
    await chains.mine('bitcoin', 1);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid' });
  });
});
