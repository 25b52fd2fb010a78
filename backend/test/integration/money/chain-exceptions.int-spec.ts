import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChainTransferRecordWire } from '../../../src/platform/wire/index.js';
import { clubPayment, get, send } from '../payments/paying.js';
import { ChainWorld, type Chain } from './paying-on-chain.js';

// What members and admins are shown of payments that are not as they should be. The words for each are in the tests of both screens,
// `invoice-payment.test.tsx` and `console-chain-transfers.test.tsx`.

let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start();
});
afterAll(() => chains.stop());

async function quoted(chain: Chain) {
  const billed = await chains.billed();
  return { ...billed, quote: await chains.quote(billed.member, billed.invoiceId, chain) };
}
async function confirmed(chain: Chain) {
  await chains.mine(chain, chain === 'bitcoin' ? 1 : 20);
  await chains.read();
}
/** What the console shows of a transaction, by the position in it. */
async function recordsOf(txid: string) {
  const filter = encodeURIComponent(JSON.stringify({ q: txid }));
  const answer = await get(chains.world.api, `/admin/chain-transfers?filter=${filter}`, chains.world.admin);
  return answer.json<ChainTransferRecordWire[]>().toSorted((a, b) => a.position - b.position);
}
/** Moves the end of the invoice's quote to so many milliseconds after its payment was first seen. */
const endAfterPayment = (invoiceId: string, ms: number) =>
  chains.world.rows(
    `update payment_quotes q set opened_at = t.first_seen_at - interval '20 minutes', ends_at = t.first_seen_at + make_interval(secs => ?)
      from chain_transfers t where q.invoice_id = ? and t.invoice_id = q.invoice_id`,
    [ms / 1000, invoiceId],
  );
const bookingsOf = async (invoiceId: string) =>
  (
    await chains.world.rows<{ n: number }>(
      `select count(*)::int as n from ledger_transactions where reference = 'invoice:' || ? and kind <> 'invoice'`,
      [invoiceId],
    )
  )[0]!.n;

describe('a payment in Bitcoin', () => {
  it('to another address leaves the invoice waiting', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const [txid] = await chains.pay(quote, { how: 'wrong-recipient' });
    await confirmed('bitcoin');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect(await recordsOf(txid!)).toEqual([]);
  });

  it('in two transfers of one transaction is counted with both', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const [txid] = await chains.pay(quote, { how: 'split' });
    await confirmed('bitcoin');
    const payment = await chains.payment(member, invoiceId);
    expect(payment).toMatchObject({ phase: 'paid', flags: { under: false, over: false, late: false } });
    expect(payment.transfers.map((one) => [one.txid, one.state])).toEqual([
      [txid, 'final'],
      [txid, 'final'],
    ]);
    const records = await recordsOf(txid!);
    expect(records.map(({ position, state, attention }) => [position, state, attention])).toEqual([
      [1, 'final', null],
      [2, 'final', null],
    ]);
    expect(await bookingsOf(invoiceId)).toBe(2);
  });

  it('of too little says what is missing on its way and afterwards, and asks no admin', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const [txid] = await chains.pay(quote, { how: 'short' });
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'seen', flags: { under: true }, refusal: 'payment-on-its-way' });
    await confirmed('bitcoin');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', status: 'partially_paid', flags: { under: true } });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'final', attention: null, member: { userId: member.userId } }]);
  });

  it('of too much says so on its way and afterwards, and asks no admin', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const txids = await chains.pay(quote, { how: 'twice' });
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'seen', flags: { over: true } });
    await confirmed('bitcoin');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { over: true } });
    for (const txid of txids) expect(await recordsOf(txid)).toMatchObject([{ state: 'final', attention: null }]);
  });

  it('that was counted is used: as a proof it is refused, and read again it books nothing', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const [txid] = await chains.pay(quote);
    await confirmed('bitcoin');
    const { member: other } = await chains.billed();
    expect((await send(chains.world.api, 'createpayment', other.token, await clubPayment({ txid: txid! }))).statusCode).toBe(409);
    await chains.read();
    expect(await bookingsOf(invoiceId)).toBe(1);
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { over: false } });
    expect(await recordsOf(txid!)).toMatchObject([{ invoice: { id: invoiceId }, attention: null }]);
  });

  it.each([
    ['in the last millisecond of its quote is in time', 0, false],
    // Blocks tell their time in whole seconds.
    ['a second after its quote is late, and counts by its value', -1_000, true],
  ])('%s', async (_, ms, late) => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const [txid] = await chains.pay(quote);
    await chains.read();
    await endAfterPayment(invoiceId, ms);
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'seen', flags: { late }, refusal: 'payment-on-its-way' });
    await confirmed('bitcoin');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { late } });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'final', attention: null }]);
  });

  it('that came late with too little waits for an admin, and the member is asked for nothing', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    await chains.end(invoiceId, 30);
    const [txid] = await chains.pay(quote, { how: 'short' });
    await confirmed('bitcoin');
    expect(await chains.payment(member, invoiceId)).toMatchObject({
      phase: 'expired',
      status: 'issued',
      flags: { late: true },
      transfers: [{ state: 'final' }],
    });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'final', attention: 'late', invoice: { id: invoiceId } }]);
    expect(await bookingsOf(invoiceId)).toBe(0);
  });

  it('that disappears before it is confirmed is shown as gone, and the invoice waits again', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const [txid] = await chains.pay(quote, { delayBlocks: 5 });
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'seen' });
    await chains.act('bitcoin/drop', { txid });
    await chains.read();
    await chains.world.rows(
      `update chain_transfers set missing_since = missing_since - interval '1 minute' where missing_since is not null`,
    );
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({
      phase: 'waiting',
      refusal: null,
      transfers: [{ txid, state: 'gone' }],
    });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'gone', attention: null }]);
  });

  it('for an invoice that was voided meanwhile matches nothing, and an admin is told', async () => {
    const { member, invoiceId, quote } = await quoted('bitcoin');
    const path = `/admin/invoices/${invoiceId}/void`;
    expect((await chains.post(chains.world.admin, path, { reason: 'Issued by mistake' })).statusCode).toBeLessThan(300);
    const [txid] = await chains.pay(quote);
    await confirmed('bitcoin');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'void', refusal: 'void' });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'final', attention: 'unmatched' }]);
  });
});

describe('two transfers of one transaction on TRON', () => {
  it('of half the amount each match nothing: only the exact amount does', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay(quote, { how: 'split' });
    await confirmed('tron');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect((await recordsOf(txid!)).map(({ position, attention, invoice }) => [position, attention, invoice])).toEqual([
      [0, 'unmatched', null],
      [1, 'unmatched', null],
    ]);
  });
});

describe('a transfer on TRON', () => {
  it('of more than the amount matches nothing, and an admin is told', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay({ ...quote, amount: '61.5' });
    await confirmed('tron');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect(await recordsOf(txid!)).toMatchObject([{ amount: '61.5', state: 'final', attention: 'unmatched', invoice: null }]);
  });
});
