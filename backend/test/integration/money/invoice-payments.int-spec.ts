import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedIn } from '../../support/people.js';
import { clubPayment, get, send } from '../payments/paying.js';
import { ChainWorld, type Chain } from './paying-on-chain.js';

let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start();
});
afterAll(() => chains.stop());
afterEach(async () => {
  await chains.sandbox.control('DELETE', 'faults');
});

const depth: Readonly<Record<Chain, number>> = { bitcoin: 1, tron: 20 };
const statusOf = async (userId: string) =>
  (await chains.world.rows<{ payment_status: string | null }>('select payment_status from users where id = ?', [userId]))[0]!
    .payment_status;

// Before any price was read: a price of a few seconds ago serves another quote.
describe('without prices', () => {
  it('no quote is opened, and nothing is stored', async () => {
    const { member, invoiceId } = await chains.billed();
    await chains.sandbox.control('POST', 'faults', { path: '/v5/market/tickers', do: { status: 503 } });
    await chains.sandbox.control('POST', 'faults', { path: '/api/v5/market/ticker', do: { status: 503 } });
    const refused = await chains.post(member, `/me/invoices/${invoiceId}/quotes`, { chain: 'bitcoin' });
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('price of the coin is unknown') });
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'unquoted', quote: null });
    expect(await chains.world.rows('select 1 from receiving_addresses')).toEqual([]);
  });
});

describe.each(['bitcoin', 'tron'] as const)('a payment on %s', (chain) => {
  it('is quoted, seen, confirmed, booked once, and approves the subscription', async () => {
    const { member, invoiceId } = await chains.billed();
    expect(await chains.payment(member, invoiceId)).toMatchObject({
      phase: 'unquoted',
      rest: '50.00',
      chains: ['bitcoin', 'tron'],
      quote: null,
    });
    const quote = await chains.quote(member, invoiceId, chain);
    expect(quote).toMatchObject({ chain, usd: '50.00', isExact: chain === 'tron' });
    expect(quote.sources.length).toBeGreaterThanOrEqual(2);
    expect(await chains.quote(member, invoiceId, chain)).toEqual(quote);

    const [txid] = await chains.pay(quote);
    if (chain === 'tron') await chains.mine(chain, 1);
    await chains.read();
    const phase = chain === 'tron' ? 'confirming' : 'seen';
    expect(await chains.payment(member, invoiceId)).toMatchObject({
      phase,
      refusal: 'payment-on-its-way',
      transfers: [{ txid, amount: quote.amount }],
    });
    expect(await statusOf(member.userId)).toBeNull();

    await chains.mine(chain, depth[chain]);
    await chains.read();
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({
      phase: 'paid',
      status: 'paid',
      rest: '0.00',
      flags: { under: false, over: false, late: false },
    });
    expect(await chains.world.invoicesOf(member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
    expect(await statusOf(member.userId)).toBe('approved');
    expect(
      await chains.world.rows(
        'select status, txid, trim_scale(amount)::text as amount, proof_file_id, decided_by from payments where user_id = ?',
        [member.userId],
      ),
    ).toEqual([{ status: 'approved', txid, amount: '50', proof_file_id: null, decided_by: null }]);
    expect(await chains.world.ledger.findUnbalanced(chains.world.api.em())).toEqual([]);
    const coins = await chains.world.rows<{ sum: string }>(
      `select trim_scale(sum(p.amount))::text as sum from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where p.account like 'chain:%' and t.reference = ?`,
      [`invoice:${invoiceId}`],
    );
    expect(coins).toEqual([{ sum: quote.amount }]);
  });

  it('twice is paid, and the rest is credit', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, chain);
    await chains.pay(quote, { how: 'twice' });
    await chains.mine(chain, depth[chain]);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { over: true } });
    const credit = await chains.world.rows<{ usd: string }>(
      `select round(-sum(amount), 2)::text as usd from ledger_postings where account = 'credit:' || ?`,
      [member.userId],
    );
    expect(Number(credit[0]!.usd)).toBeGreaterThanOrEqual(50);
    expect(Number(credit[0]!.usd)).toBeLessThan(50.05);
  });

  it('waits while the chain cannot be read, says so, and is booked afterwards', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, chain);
    await chains.sandbox.control('POST', 'faults', { path: `/chain/${chain}/*`, do: { status: 500 } });
    await chains.pay(quote);
    await chains.mine(chain, depth[chain]);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', delayedSince: expect.any(String) });
    await chains.sandbox.control('DELETE', 'faults');
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', delayedSince: null });
  });
});

describe('a payment', () => {
  it('short is partly paid, and the rest is quoted again', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'bitcoin');
    await chains.pay(quote, { how: 'short' });
    await chains.mine('bitcoin', 1);
    await chains.read();
    const payment = await chains.payment(member, invoiceId);
    expect(payment).toMatchObject({ phase: 'waiting', status: 'partially_paid', flags: { under: true, over: false } });
    const rest = await chains.quote(member, invoiceId, 'bitcoin');
    expect(payment.rest).toMatch(/^5\.0[01]$/);
    expect(rest).toMatchObject({ usd: payment.rest, address: quote.address });
    await chains.pay(rest);
    await chains.mine('bitcoin', 1);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { under: false, over: false } });
  });
});

describe('a subscription that was paid on chain', () => {
  const payOnChain = async (invoiceId: string, member: SignedIn) => {
    await chains.pay(await chains.quote(member, invoiceId, 'bitcoin'));
    await chains.mine('bitcoin', 1);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid' });
  };

  it('approves the proof that waits, and no second payment is stored', async () => {
    const { member, invoiceId } = await chains.billed();
    await chains.world.sendProof(member);
    expect(await statusOf(member.userId)).toBe('pending');
    await payOnChain(invoiceId, member);
    expect(await statusOf(member.userId)).toBe('approved');
    expect(await chains.world.rows('select status, decided_by from payments where user_id = ?', [member.userId])).toEqual([
      { status: 'approved', decided_by: null },
    ]);
    expect((await chains.world.approve(member)).statusCode).toBe(409);
  });

  it('shares its transaction with another member’s, as exchanges send them', async () => {
    const [first, second] = [await chains.billed(), await chains.billed()];
    const [one, other] = [
      await chains.quote(first.member, first.invoiceId, 'tron'),
      await chains.quote(second.member, second.invoiceId, 'tron'),
    ];
    const units = (amount: string) => String(Math.round(Number(amount) * 1e6));
    await chains.act('tron/pay', { address: one.address, amount: units(one.amount), also: { [other.address]: units(other.amount) } });
    await chains.mine('tron', 20);
    await chains.read();
    expect([await statusOf(first.member.userId), await statusOf(second.member.userId)]).toEqual(['approved', 'approved']);
    const ids = await chains.world.rows<{ txid: string | null }>('select txid from payments where user_id = any(?::uuid[])', [
      `{${first.member.userId},${second.member.userId}}`,
    ]);
    expect(ids.map(({ txid }) => txid)).toEqual([expect.any(String), ids[0]!.txid]);
    // The transaction is counted: as a proof it is used.
    const { member } = await chains.billed();
    const proof = await send(chains.world.api, 'createpayment', member.token, await clubPayment({ txid: ids[0]!.txid! }));
    expect(proof.statusCode).toBe(409);
  });

  it('is left to a person after a final rejection', async () => {
    const { member, invoiceId } = await chains.billed();
    await chains.world.sendProof(member);
    await chains.world.rows(`update payments set status = 'rejected', is_final = true, decided_at = now() where user_id = ?`, [
      member.userId,
    ]);
    await chains.world.rows(`update users set payment_status = 'rejected' where id = ?`, [member.userId]);
    await payOnChain(invoiceId, member);
    expect(await statusOf(member.userId)).toBe('rejected');
  });
});

describe('a quote', () => {
  it('is for the member alone, on offered chains, and not for a paid invoice', async () => {
    const [first, second] = [await chains.billed(), await chains.billed()];
    for (const response of [
      await get(chains.world.api, `/me/invoices/${first.invoiceId}/payment`, second.member),
      await chains.post(second.member, `/me/invoices/${first.invoiceId}/quotes`, { chain: 'tron' }),
    ])
      expect(response.statusCode).toBe(404);
    expect(await chains.payment(first.member, first.invoiceId)).toMatchObject({ phase: 'unquoted', quote: null });
    const wrong = await chains.post(first.member, `/me/invoices/${first.invoiceId}/quotes`, { chain: 'doge' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ errors: [{ field: 'chain' }] });
    expect((await chains.post(first.member, `/me/invoices/${first.invoiceId}/demo-payment`)).statusCode).toBe(404);
  });

  it('gives every invoice an address of its own on Bitcoin, and an amount of its own on TRON', async () => {
    const members = [await chains.billed(), await chains.billed(), await chains.billed()];
    const quotes = await Promise.all(
      members.flatMap(({ member, invoiceId }) => [chains.quote(member, invoiceId, 'bitcoin'), chains.quote(member, invoiceId, 'tron')]),
    );
    const [bitcoin, tron] = [quotes.filter(({ chain }) => chain === 'bitcoin'), quotes.filter(({ chain }) => chain === 'tron')];
    expect(new Set(bitcoin.map(({ address }) => address)).size).toBe(3);
    // The example address of the settings is the first one of the example account.
    const given = await chains.world.rows<{ address: string }>(`select address from receiving_addresses where chain = 'bitcoin'`);
    expect(given.map(({ address }) => address)).not.toContain(chains.world.api.config.payAddresses.btc);
    expect(new Set(tron.map(({ address }) => address)).size).toBe(1);
    expect(new Set(tron.map(({ amount }) => amount)).size).toBe(3);
  });
});

describe('a transfer to the shared address that was booked long ago', () => {
  it('stays with its invoice when it is read again, though another one has got its amount since', async () => {
    const [first, second] = [await chains.billed(), await chains.billed()];
    const quote = await chains.quote(first.member, first.invoiceId, 'tron');
    const [txid] = await chains.pay(quote);
    await chains.mine('tron', 20);
    await chains.read();
    // The reservation is over, and a reading goes back further than what is looked up by time.
    await chains.end(first.invoiceId, 3 * 24 * 60);
    await chains.world.rows(`update chain_transfers set first_seen_at = first_seen_at - interval '3 days' where txid = ?`, [txid]);
    const again = await chains.quote(second.member, second.invoiceId, 'tron');
    await chains.world.rows(`update payment_quotes set units = (select units from chain_transfers where txid = ?) where id = ?`, [
      txid,
      again.id,
    ]);
    await chains.read();
    expect(await chains.payment(second.member, second.invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect(await chains.world.rows('select invoice_id, attention from chain_transfers where txid = ?', [txid])).toEqual([
      { invoice_id: first.invoiceId, attention: null },
    ]);
  });
});

describe('money that matches nothing', () => {
  it('on the shared address is kept for the admins', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'tron');
    const [txid] = await chains.pay(quote, { how: 'short' });
    await chains.mine('tron', 20);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect(await chains.world.rows('select invoice_id, state, attention from chain_transfers where txid = ?', [txid])).toEqual([
      { invoice_id: null, state: 'final', attention: 'unmatched' },
    ]);
  });

  it('comes late: in time for its value it pays, and the quote says that it ended', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'bitcoin');
    await chains.end(invoiceId, 30);
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'expired', refusal: null });
    await chains.pay(quote);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'seen', flags: { late: true } });
    await chains.mine('bitcoin', 1);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', flags: { late: true } });
  });

  it('is lost in a reorganisation: the booking is reversed, the invoice opens again, and an admin is told', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'bitcoin');
    const [txid] = await chains.pay(quote);
    await chains.mine('bitcoin', 1);
    await chains.read();
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid' });
    await chains.act('bitcoin/reorganise', { depth: 1 });
    await chains.read();
    expect(await chains.world.invoicesOf(member)).toMatchObject([{ status: 'issued', outstanding: '50' }]);
    expect(await chains.world.rows('select attention from chain_transfers where txid = ?', [txid])).toEqual([{ attention: 'reorganised' }]);
    await chains.mine('bitcoin', 3);
    await chains.read();
    expect(await chains.world.invoicesOf(member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
    expect(await chains.world.ledger.findUnbalanced(chains.world.api.em())).toEqual([]);
  });

  it('is lost while another one had become credit: that one covers the invoice now', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'bitcoin');
    await chains.pay(quote);
    await chains.mine('bitcoin', 1);
    await chains.read();
    await chains.pay(quote);
    await chains.act('bitcoin/reorganise', { depth: 1, drop: true });
    await chains.read();
    await chains.world.rows(
      `update chain_transfers set missing_since = missing_since - interval '1 minute' where missing_since is not null`,
    );
    await chains.read();
    const states = await chains.world.rows('select state from chain_transfers where invoice_id = ? order by first_seen_at', [invoiceId]);
    expect(states).toEqual([{ state: 'gone' }, { state: 'final' }]);
    expect(await chains.payment(member, invoiceId)).toMatchObject({ phase: 'paid', status: 'paid', flags: { over: false } });
    expect(await chains.world.invoicesOf(member)).toMatchObject([{ status: 'paid', outstanding: '0' }]);
  });
});
