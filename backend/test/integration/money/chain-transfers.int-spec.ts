import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChainTransferRecordWire } from '../../../src/platform/wire/index.js';
import { signedInTeam, type SignedIn } from '../../support/people.js';
import { get } from '../payments/paying.js';
import { ChainWorld } from './paying-on-chain.js';

let chains: ChainWorld;
/** In the order in which they were seen: a booked one in BTC, and one in USDT that matches no invoice. */
let booked: { txid: string; member: SignedIn; invoiceId: string; address: string };
let unmatched: { txid: string };
beforeAll(async () => {
  chains = await ChainWorld.start();
  const [first, second] = [await chains.billed(), await chains.billed()];
  const quote = await chains.quote(first.member, first.invoiceId, 'bitcoin');
  booked = { ...first, txid: (await chains.pay(quote))[0]!, address: quote.address };
  await chains.mine('bitcoin', 1);
  await chains.read();
  const other = await chains.quote(second.member, second.invoiceId, 'tron');
  unmatched = { txid: (await chains.pay(other, { how: 'short' }))[0]! };
  await chains.mine('tron', 20);
  await chains.read();
  await chains.world.rows(`update users set surname = 'Okonkwo' where id = ?`, [booked.member.userId]);
});
afterAll(() => chains.stop());

function ask(query: Record<string, unknown> = {}, as = chains.world.admin) {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]));
  return get(chains.world.api, `/admin/chain-transfers?${params}`, as);
}
const txidsOf = async (query: Record<string, unknown>) => (await ask(query)).json<ChainTransferRecordWire[]>().map(({ txid }) => txid);

describe('payments on chain in the console', () => {
  it('stand with their invoice, or without one and with a reason to look at them', async () => {
    const answer = await ask({ sort: ['seenAt', 'ASC'] });
    expect(answer.headers['content-range']).toBe('chain-transfers 0-1/2');
    const [invoice] = await chains.world.invoicesOf(booked.member);
    expect(answer.json()).toEqual([
      {
        id: `bitcoin:${booked.txid}:${answer.json<ChainTransferRecordWire[]>()[0]!.position}`,
        chain: 'bitcoin',
        coin: 'BTC',
        txid: booked.txid,
        position: expect.any(Number),
        address: booked.address,
        amount: expect.stringMatching(/^0\.\d+$/),
        state: 'final',
        reason: null,
        confirmations: { have: 1, need: 1 },
        seenAt: expect.any(String),
        blockTime: expect.any(String),
        invoice: { id: booked.invoiceId, number: invoice!.number },
        member: { userId: booked.member.userId, fullName: 'Ann Okonkwo' },
        attention: null,
        attentionAt: null,
        resolution: null,
      },
      expect.objectContaining({
        chain: 'tron',
        coin: 'USDT',
        txid: unmatched.txid,
        state: 'final',
        confirmations: { have: expect.any(Number), need: 19 },
        invoice: null,
        member: null,
        attention: 'unmatched',
        attentionAt: expect.any(String),
      }),
    ]);
  });

  it('are filtered by what needs attention, by state and by chain', async () => {
    expect(await txidsOf({ filter: { attention: 'needed' } })).toEqual([unmatched.txid]);
    expect(await txidsOf({ filter: { attention: 'unmatched' } })).toEqual([unmatched.txid]);
    expect(await txidsOf({ filter: { attention: 'late' } })).toEqual([]);
    expect(await txidsOf({ filter: { chain: 'bitcoin' } })).toEqual([booked.txid]);
    expect(await txidsOf({ filter: { state: 'final', chain: 'tron' } })).toEqual([unmatched.txid]);
    expect(await txidsOf({ filter: { state: 'seen' } })).toEqual([]);
  });

  it('are found by transaction id, address, invoice number and member', async () => {
    const [invoice] = await chains.world.invoicesOf(booked.member);
    for (const q of [
      booked.txid,
      booked.txid.slice(10, 30).toUpperCase(),
      booked.address,
      invoice!.number,
      'okonkwo',
      booked.member.userId,
    ])
      expect(await txidsOf({ filter: { q } })).toEqual([booked.txid]);
    expect(await txidsOf({ filter: { q: unmatched.txid } })).toEqual([unmatched.txid]);
    expect(await txidsOf({ filter: { q: '%' } })).toEqual([]);
  });

  it('are sorted and paged by the server', async () => {
    expect(await txidsOf({ sort: ['seenAt', 'DESC'] })).toEqual([unmatched.txid, booked.txid]);
    for (const order of ['ASC', 'DESC']) expect(await txidsOf({ sort: ['attentionAt', order] })).toEqual([unmatched.txid, booked.txid]);
    const second = await ask({ sort: ['seenAt', 'ASC'], range: [1, 1] });
    expect(second.headers['content-range']).toBe('chain-transfers 1-1/2');
    expect(second.json<ChainTransferRecordWire[]>().map(({ txid }) => txid)).toEqual([unmatched.txid]);
  });

  it('are read one by one', async () => {
    const [record] = (await ask({ filter: { q: booked.txid } })).json<ChainTransferRecordWire[]>();
    const one = await get(chains.world.api, `/admin/chain-transfers/${encodeURIComponent(record!.id)}`, chains.world.admin);
    expect([one.statusCode, one.json()]).toEqual([200, record]);
    const { txid } = record!;
    for (const id of [`tron:${txid}:0`, `doge:${txid}:0`, `bitcoin:${txid}:-1`, `bitcoin:${txid}:${'9'.repeat(12)}`, txid])
      expect((await get(chains.world.api, `/admin/chain-transfers/${encodeURIComponent(id)}`, chains.world.admin)).statusCode).toBe(404);
  });

  it('are for those alone who may read payments', async () => {
    for (const role of ['reviewer', 'auditor'] as const)
      expect((await ask({}, await signedInTeam(chains.world.api, role))).statusCode).toBe(200);
    for (const as of [await signedInTeam(chains.world.api, 'support'), booked.member]) expect((await ask({}, as)).statusCode).toBe(403);
  });
});
