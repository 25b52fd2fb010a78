import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedIn } from '../../support/people.js';
import { ChainWorld } from './paying-on-chain.js';

// A payment on chain gave credit, the credit paid another invoice, and then the chain loses the payment.

let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start();
});
afterAll(() => chains.stop());

const creditOf = async ({ userId }: SignedIn) =>
  Number(
    (
      await chains.world.rows<{ usd: string }>(
        `select coalesce(round(-sum(amount), 2), 0)::text as usd from ledger_postings where account = 'credit:' || ?`,
        [userId],
      )
    )[0]!.usd,
  );
const invoicesOf = async (member: SignedIn) =>
  (await chains.world.invoicesOf(member)).map(({ status, outstanding }) => `${status} ${outstanding}`);
const confirm = async () => {
  await chains.mine('bitcoin', 1);
  await chains.read();
};
const lose = async () => {
  await chains.act('bitcoin/reorganise', { depth: 1 });
  await chains.read();
};

/** One more invoice of 50 dollars, which the member's credit pays as far as it goes. */
async function issueAnother({ userId }: SignedIn): Promise<string> {
  const by = { actorId: null, actorRole: null };
  const line = { formula: 'subscription' as const, version: 1, inputs: { membership: 'trade club', fee: '50' } };
  const { invoices } = chains.world;
  return chains.world.inTransaction(async (tx) => {
    const { id } = await invoices.issue(tx, { userId, kind: 'subscription', lines: [line], by, notify: false });
    await invoices.useCredit(tx, await invoices.locked(tx, id), by);
    return id;
  });
}

/** A member who has paid an invoice and, with a second payment alone in its block, the next one by credit. */
async function paidByCredit() {
  const { member, invoiceId } = await chains.billed();
  const quote = await chains.quote(member, invoiceId, 'bitcoin');
  await chains.pay(quote);
  await confirm();
  await chains.pay(quote);
  await confirm();
  const nextId = await issueAnother(member);
  expect(await invoicesOf(member)).toEqual(['paid 0', 'paid 0']);
  return { member, nextId };
}

describe('credit of a payment that the chain loses', () => {
  it('is taken back: the invoice that it paid is due again, and paid again once the payment returns', async () => {
    const { member, nextId } = await paidByCredit();
    const before = await creditOf(member);
    await lose();
    expect(await invoicesOf(member)).toEqual(['paid 0', 'issued 50']);
    expect(await creditOf(member)).toBe(0);
    expect(await chains.payment(member, nextId)).toMatchObject({ phase: 'unquoted', rest: '50.00' });
    const letters = await chains.world.rows(`select 1 from mail_deliveries where user_id = ? and letter = 'credit-undone'`, [
      member.userId,
    ]);
    expect(letters).toHaveLength(1);
    expect(await chains.world.rows(`select 1 from chain_transfers where attention = 'reorganised'`)).toHaveLength(1);

    await confirm();
    await chains.read();
    expect(await invoicesOf(member)).toEqual(['paid 0', 'paid 0']);
    expect(await creditOf(member)).toBe(before);
    expect(await chains.world.ledger.findUnbalanced(chains.world.api.em())).toEqual([]);
  });

  it('pays its part again with what other payments left', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'bitcoin');
    await chains.pay(quote);
    await chains.pay(quote, { how: 'short' });
    await confirm();
    await chains.pay(quote, { how: 'short' });
    await confirm();
    await issueAnother(member);
    expect(await invoicesOf(member)).toEqual(['paid 0', 'paid 0']);
    await lose();
    const [first, next] = await invoicesOf(member);
    expect(first).toBe('paid 0');
    expect(next).toMatch(/^partially_paid (4\.9\d*|5(\.0\d*)?)$/);
    // What is left is less than a cent.
    const credit = await creditOf(member);
    expect(credit).toBeGreaterThanOrEqual(0);
    expect(credit).toBeLessThanOrEqual(0.01);
  });

  it('of a void invoice is taken back too', async () => {
    const { member, invoiceId } = await chains.billed();
    const quote = await chains.quote(member, invoiceId, 'bitcoin');
    await chains.pay(quote, { how: 'short' });
    await confirm();
    const voided = await chains.post(chains.world.admin, `/admin/invoices/${invoiceId}/void`, { reason: 'Issued by mistake' });
    expect(voided.statusCode).toBe(200);
    await issueAnother(member);
    expect(await invoicesOf(member)).toEqual(['void 0', expect.stringMatching(/^partially_paid /)]);
    await lose();
    expect(await invoicesOf(member)).toEqual(['void 0', 'issued 50']);
    expect(await creditOf(member)).toBe(0);
    expect(await chains.world.ledger.findUnbalanced(chains.world.api.em())).toEqual([]);
  });
});
