import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChainTransferRecordWire } from '../../../src/platform/wire/index.js';
import { get } from '../payments/paying.js';
import { ChainWorld, type Chain } from './paying-on-chain.js';

// Other tokens, failed transactions and transfers of nothing: who is told of them, and that they book nothing.

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
const bookingsOf = async (invoiceId: string) =>
  (
    await chains.world.rows<{ n: number }>(
      `select count(*)::int as n from ledger_transactions where reference = 'invoice:' || ? and kind <> 'invoice'`,
      [invoiceId],
    )
  )[0]!.n;

describe('a transfer without value on TRON', () => {
  it('of another token is shown to the member whose amount it has, and to admins, and counts for nothing', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay(quote, { how: 'wrong-contract' });
    await confirmed('tron');
    const transfers = [{ txid, state: 'rejected', reason: 'wrong-contract' }];
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', status: 'issued', refusal: null, transfers });
    const record = { state: 'rejected', reason: 'wrong-contract', attention: null, member: { userId: member.userId } };
    expect(await recordsOf(txid!)).toMatchObject([record]);
    await chains.read();
    expect(await recordsOf(txid!)).toMatchObject([record]);
    expect(await bookingsOf(invoiceId)).toBe(0);
    await chains.pay(quote);
    await confirmed('tron');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { over: false } });
  });

  it.each([
    ['of another token and amount', 'wrong-contract', '7'],
    ['of no value', 'no-value', undefined],
  ])('%s disturbs nobody until a member names it', async (_, how, amount) => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay({ ...quote, amount: amount ?? quote.amount }, { how });
    await confirmed('tron');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'rejected', reason: how, attention: null, invoice: null, member: null }]);
    const named = { result: 'rejected', payment: { phase: 'waiting', transfers: [{ txid, state: 'rejected', reason: how }] } };
    expect(await chains.check(member, invoiceId, txid!)).toMatchObject(named);
    expect(await chains.check(member, invoiceId, txid!)).toMatchObject(named);
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'rejected', invoice: { id: invoiceId } }]);
    // It is one member's now.
    const { member: other, invoiceId: another } = await quoted('tron');
    expect(await chains.check(other, another, txid!)).toMatchObject({ payment: { transfers: [] } });
    expect(await bookingsOf(invoiceId)).toBe(0);
  });

  it('that failed is in no list, and is shown once the member names it', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay(quote, { how: 'reverted' });
    expect(await chains.check(member, invoiceId, txid!)).toMatchObject({ result: 'not-found', payment: { transfers: [] } });
    await confirmed('tron');
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    const transfers = [{ txid, state: 'rejected', reason: 'reverted' }];
    expect(await chains.check(member, invoiceId, txid!)).toMatchObject({ result: 'rejected', payment: { phase: 'waiting', transfers } });
    expect(await recordsOf(txid!)).toMatchObject([{ state: 'rejected', reason: 'reverted', attention: null, invoice: { id: invoiceId } }]);
    expect(await bookingsOf(invoiceId)).toBe(0);
  });

  it('to another address leaves the invoice waiting, and the member is told when asking', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay(quote, { how: 'wrong-recipient' });
    await confirmed('tron');
    expect(await chains.check(member, invoiceId, txid!)).toMatchObject({
      result: 'elsewhere',
      payment: { phase: 'waiting', transfers: [] },
    });
    expect(await recordsOf(txid!)).toEqual([]);
  });

  it('that a member names is not booked by that: the reading of the address books it', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const [[txid], [short]] = [await chains.pay(quote), await chains.pay(quote, { how: 'short' })];
    await chains.mine('tron', 20);
    expect(await chains.check(member, invoiceId, short!)).toMatchObject({ result: 'other-amount' });
    expect(await chains.check(member, invoiceId, txid!)).toMatchObject({ result: 'found' });
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid' });
    expect(await bookingsOf(invoiceId)).toBe(1);
  });

  it('of somebody else cannot be looked up for their invoice', async () => {
    const { invoiceId, quote } = await quoted('tron');
    const [txid] = await chains.pay(quote, { how: 'reverted' });
    await confirmed('tron');
    const { member } = await chains.billed();
    const answer = await chains.post(member, `/me/invoices/${invoiceId}/transactions`, { txid });
    expect(answer.statusCode).toBe(404);
    expect(await recordsOf(txid!)).toEqual([]);
  });

  it('of strangers, however many, keeps no payment from being found', async () => {
    const { member, invoiceId, quote } = await quoted('tron');
    const spam = { [quote.address]: '0' };
    for (let n = 0; n < 12; n++) await chains.pay({ ...quote, amount: '0.000001' }, { how: 'wrong-contract', also: spam });
    for (let n = 0; n < 7; n++) await chains.pay(quote, { how: 'wrong-contract' });
    const [txid] = await chains.pay(quote);
    await chains.mine('tron', 20);
    for (let n = 0; n < 3; n++) await chains.read();
    const payment = await chains.payment(member, invoiceId);
    expect(payment).toMatchObject({ phase: 'paid', flags: { over: false } });
    expect(payment.transfers.filter(({ state }) => state === 'rejected')).toHaveLength(5);
    expect(payment.transfers.filter(({ state }) => state === 'final')).toMatchObject([{ txid }]);
    const [{ n }] = (await chains.world.rows<{ n: number }>(
      `select count(*)::int as n from chain_transfers where state = 'rejected' and invoice_id is null and units = 0`,
    )) as [{ n: number }];
    expect(n).toBeGreaterThan(0);
  });
});
