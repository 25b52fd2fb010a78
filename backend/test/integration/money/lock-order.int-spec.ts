import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.js';
import { clubPayment, get, mustBe, pay, paymentsOf, post } from '../payments/paying.js';
import { ChainWorld } from './paying-on-chain.js';

// A proof locks the member, and then the invoice. Whoever locks in another order makes both wait for each other, and one of them fails.
let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start();
});
afterAll(() => chains.stop());

/** Holds a member's row while `act` runs; once that waits, `sql` has to get its row at once. */
async function lockedBeside(userId: string, act: () => Promise<unknown>, sql: string, id: string): Promise<void> {
  const holder = chains.world.api.em();
  await holder.begin();
  await holder.execute('select 1 from users where id = ? for no key update', [userId]);
  const acting = act();
  try {
    await until('transaction that waits for the member', async () => {
      const waiting = await chains.world.rows(
        `select 1 from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted`,
      );
      return waiting.length > 0 ? true : null;
    });
    expect(await holder.execute(`${sql} for update nowait`, [id])).toHaveLength(1);
  } finally {
    await holder.rollback();
    await acting;
  }
}
const ofInvoice = 'select 1 from invoices where id = ?';
const statusOf = async (userId: string) =>
  (await chains.world.rows<{ status: string }>('select payment_status as status from users where id = ?', [userId]))[0]!.status;

describe('the member is locked first', () => {
  it('by a payment on chain that is booked', async () => {
    const { member, invoiceId } = await chains.billed();
    await chains.pay(await chains.quote(member, invoiceId, 'bitcoin'));
    await chains.mine('bitcoin', 1);
    await lockedBeside(member.userId, () => chains.read(), ofInvoice, invoiceId);
    expect(await statusOf(member.userId)).toBe('approved');
  });

  it('by an admin who approves a proof', async () => {
    const { member, invoiceId } = await chains.billed();
    await mustBe(201, pay(chains.world.api, member, await clubPayment()));
    const [payment] = await paymentsOf(chains.world.api, member);
    const approve = () => mustBe(200, post(chains.world.api, `/admin/payments/${payment!.id}/approve`, {}, chains.world.admin));
    await lockedBeside(member.userId, approve, 'select 1 from payments where id = ?', payment!.id);
    expect(await statusOf(member.userId)).toBe('approved');
    expect((await get(chains.world.api, `/admin/payments/${payment!.id}`, chains.world.admin)).json()).toMatchObject({
      status: 'approved',
    });
    expect(await chains.world.invoicesOf(member)).toMatchObject([{ id: invoiceId, status: 'paid' }]);
  });
});
