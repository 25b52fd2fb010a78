import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ChainEvidenceWire, PaymentDetailWire } from '../../../src/platform/wire/index.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import { clubPayment, freshTxid, get, mustBe, pay, paymentsOf, post } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';
import { ChainWorld, type Chain } from './paying-on-chain.js';

let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start();
});
afterAll(() => chains.stop());
afterEach(async () => {
  await chains.sandbox.control('DELETE', 'faults');
});

const amounts: Readonly<Record<Chain, string>> = { bitcoin: '0.00077861', tron: '50.0042' };
/** Blocks that make a payment final. */
const depth: Readonly<Record<Chain, number>> = { bitcoin: 1, tron: 20 };
const coins: Readonly<Record<Chain, string>> = { bitcoin: 'BTC', tron: 'USDT' };
const both = ['bitcoin', 'tron'] as const;
const other = (chain: Chain): Chain => (chain === 'bitcoin' ? 'tron' : 'bitcoin');
const fixedAddress = (chain: Chain) => {
  const { btc, usdtTrc20 } = chains.world.api.config.payAddresses;
  return chain === 'bitcoin' ? btc : usdtTrc20;
};
const send = async (chain: Chain, changes: object = {}) =>
  (await chains.pay({ chain, address: fixedAddress(chain), amount: amounts[chain] }, changes))[0]!;

async function caseOf(world: InvoiceWorld, member: SignedIn): Promise<PaymentDetailWire> {
  const [payment] = await paymentsOf(world.api, member);
  const answer = await get(world.api, `/admin/payments/${payment!.id}`, world.admin);
  expect(answer.statusCode).toBe(200);
  return answer.json<PaymentDetailWire>();
}
/** What an admin is shown of a new proof with this transaction id. */
async function evidenceOf(txid: string, world = chains.world): Promise<Record<Chain, ChainEvidenceWire>> {
  const member = await signedInMember(world.api);
  await mustBe(201, pay(world.api, member, await clubPayment({ txid })));
  const { onChain } = await caseOf(world, member);
  return Object.fromEntries(onChain!.map((one) => [one.chain, one])) as Record<Chain, ChainEvidenceWire>;
}

describe.each(both)('a proof that names a transaction on %s', (chain) => {
  it('is shown with address, amount, time and confirmations, before and after it is confirmed', async () => {
    const txid = await send(chain);
    if (chain === 'tron') await chains.mine(chain, 1);
    const early = await evidenceOf(txid);
    const found = { chain, coin: coins[chain], result: 'found' };
    const transfer = { address: fixedAddress(chain), amount: amounts[chain], reason: null, countedFor: null };
    expect(early[chain]).toMatchObject({ ...found, transfers: [{ ...transfer, state: chain === 'tron' ? 'confirming' : 'seen' }] });
    expect(early[other(chain)]).toEqual({ chain: other(chain), coin: coins[other(chain)], result: 'not-found', transfers: [] });

    await chains.mine(chain, depth[chain]);
    await chains.world.rows(`update payments set status = 'rejected' where txid = ?`, [txid]);
    const late = await evidenceOf(txid);
    expect(late[chain]).toEqual({
      ...found,
      transfers: [
        {
          ...transfer,
          state: 'final',
          confirmations: { have: expect.any(Number), need: chain === 'tron' ? 19 : 1 },
          blockTime: expect.any(String),
        },
      ],
    });
    expect(late[chain].transfers[0]!.confirmations.have).toBeGreaterThanOrEqual(depth[chain]);
  });

  it('that pays somebody else is found, and pays no address of ours', async () => {
    const txid = await send(chain, { how: 'wrong-recipient' });
    await chains.mine(chain, depth[chain]);
    expect((await evidenceOf(txid))[chain]).toEqual({ chain, coin: coins[chain], result: 'found', transfers: [] });
  });

  it('to the address of an invoice of the member is found, with the invoice it was counted for', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, chain);
    const [txid] = await chains.pay(quote);
    await chains.mine(chain, depth[chain]);
    await mustBe(201, pay(chains.world.api, member, await clubPayment({ txid: txid! })));
    const before = await caseOf(chains.world, member);
    const transfers = [{ address: quote.address, amount: quote.amount, state: 'final', countedFor: null as object | null }];
    expect(before.onChain!.find((one) => one.chain === chain)).toMatchObject({ result: 'found', transfers });
    await chains.read();
    const [invoice] = await chains.world.invoicesOf(member);
    transfers[0]!.countedFor = { id: invoiceId, number: invoice!.number };
    expect((await caseOf(chains.world, member)).onChain!.find((one) => one.chain === chain)).toMatchObject({ result: 'found', transfers });
  });

  it('cannot be looked up while the chain cannot be read, which says nothing of the proof', async () => {
    const txid = await send(chain);
    await chains.mine(chain, depth[chain]);
    await chains.sandbox.control('POST', 'faults', { path: `/chain/${chain}/*`, do: { status: 500 } });
    expect(await evidenceOf(txid)).toMatchObject({
      [chain]: { result: 'unavailable', transfers: [] },
      [other(chain)]: { result: 'not-found', transfers: [] },
    });
  });
});

describe('a proof', () => {
  it('that names an unknown transaction is not found yet', async () => {
    expect(await evidenceOf(freshTxid())).toMatchObject({
      bitcoin: { result: 'not-found', transfers: [] },
      tron: { result: 'not-found', transfers: [] },
    });
  });

  it('that names a transaction that failed says so, without an amount', async () => {
    const txid = await send('tron', { how: 'reverted' });
    await chains.mine('tron', 20);
    expect((await evidenceOf(txid)).tron).toMatchObject({
      result: 'found',
      transfers: [{ amount: null, state: 'rejected', reason: 'reverted' }],
    });
  });

  it('that names a transfer of another token says so', async () => {
    const txid = await send('tron', { how: 'wrong-contract' });
    await chains.mine('tron', 20);
    expect((await evidenceOf(txid)).tron).toMatchObject({ result: 'found', transfers: [{ state: 'rejected', reason: 'wrong-contract' }] });
  });

  it('without a transaction id asks no chain, and neither does a decision', async () => {
    const { world } = chains;
    const without = await world.paying();
    expect((await caseOf(world, without)).onChain).toBeNull();
    const member = await signedInMember(world.api);
    await mustBe(201, pay(world.api, member, await clubPayment({ txid: freshTxid() })));
    const [payment] = await paymentsOf(world.api, member);
    const decided = await post(world.api, `/admin/payments/${payment!.id}/approve`, {}, world.admin);
    expect(decided.json<Answer<PaymentDetailWire>>().data).toMatchObject({ status: 'approved', onChain: null });
  });
});

describe('a payment that the chain itself showed', () => {
  it('has no document, and stands in list and case', async () => {
    const { member, invoiceId } = await chains.billed();
    const [txid] = await chains.pay(await chains.quote(member, invoiceId, 'bitcoin'));
    await chains.mine('bitcoin', 1);
    await chains.read();
    const shown = await caseOf(chains.world, member);
    expect(shown).toMatchObject({ proofOfPaymentUrl: null, status: 'approved', txid, decidedBy: null });
    expect(shown.onChain!.find(({ chain }) => chain === 'bitcoin')).toMatchObject({ transfers: [{ countedFor: { id: invoiceId } }] });
    const query = new URLSearchParams({ filter: JSON.stringify({ userId: member.userId }) });
    expect((await get(chains.world.api, `/admin/payments?${query}`, chains.world.admin)).json()).toMatchObject([
      { proofOfPaymentUrl: null },
    ]);
  });
});

describe('without sources of the chains', () => {
  it('says that they are not set up', async () => {
    const world = await InvoiceWorld.start();
    try {
      expect(await evidenceOf(freshTxid(), world)).toMatchObject({
        bitcoin: { result: 'not-set-up', transfers: [] },
        tron: { result: 'not-set-up', transfers: [] },
      });
    } finally {
      await world.stop();
    }
  });
});
