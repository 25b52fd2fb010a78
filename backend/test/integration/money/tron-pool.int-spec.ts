import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayAddressChangeWire } from '../../../src/platform/wire/index.js';
import { PayAddressesService } from '../../../src/money/pay-addresses/index.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { startTestWorker } from '../../support/test-app.js';
import { get } from '../payments/paying.js';
import { ChainWorld, XPUB } from './paying-on-chain.js';

/** Addresses that are hashes of words, so that nobody has their keys. */
const POOL = ['TFieVjYYScbZiaYVaWkw5gnt3Dw5Tk2g2u', 'TRRqHsJPxkfHRBTvz998YNguH9oAoCtbNf'];

let chains: ChainWorld;
let second: SignedIn;
const workers: INestApplicationContext[] = [];
beforeAll(async () => {
  chains = await ChainWorld.start(() => Promise.resolve({ TRON_POOL: POOL.join(', ') }));
  second = await signedInTeam(chains.world.api, 'admin');
});
// A worker takes some twenty connections: those of all tests together are more than the server has.
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});
afterAll(() => chains.stop());

const shared = () => chains.world.api.config.payAddresses.usdtTrc20;
const billed = (count: number) => Promise.all(Array.from({ length: count }, () => chains.billed()));
const quote = ({ member, invoiceId }: { member: SignedIn; invoiceId: string }) => chains.quote(member, invoiceId, 'tron');
const pools = async () =>
  (await get(chains.world.api, '/admin/pay-addresses', chains.world.admin))
    .json<{ data: PayAddressChangeWire[] }>()
    .data.filter(({ target }) => target === 'tron-pool');
/** A process starts with this pool in its settings. */
async function startWith(pool: readonly string[]): Promise<void> {
  const { config } = chains.world.api;
  const tron = Object.create(config.chains.tron, { pool: { value: pool, enumerable: true } }) as typeof config.chains.tron;
  const changed = Object.create(config, { chains: { value: { ...config.chains, tron } } }) as typeof config;
  workers.push(await startTestWorker(changed));
}
const valueOf = async (id: string) =>
  (await chains.world.rows<{ value: string }>('select value from pay_address_changes where id = ?', [id]))[0]!.value;
/** Lets the day of a scheduled change pass: its row is signed, so that the database alone cannot. */
async function pass(id: string): Promise<void> {
  const effectiveAt = new Date(Date.now() - 1000);
  const change = { id, target: 'tron-pool' as const, value: await valueOf(id) };
  const mac = chains.world.api.app.get(PayAddressesService, { strict: false }).macOf(change, effectiveAt);
  await chains.world.rows(`update pay_address_changes set effective_at = ?, mac = decode(?, 'hex') where id = ?`, [
    effectiveAt.toISOString(),
    mac.toString('hex'),
    id,
  ]);
}

describe('a pool of addresses on TRON', () => {
  it('gives each of two quotes at once an address of its own, keeps it, and leaves the third to the shared address', async () => {
    const [one, other, third] = (await billed(3)) as [Billed, Billed, Billed];
    const quotes = await Promise.all([quote(one), quote(other)]);
    expect(quotes.map(({ address }) => address).toSorted()).toEqual(POOL.toSorted());
    expect(quotes.map(({ isExact }) => isExact)).toEqual([false, false]);
    // None is free: the shared address and an exact amount.
    expect(await quote(third)).toMatchObject({ address: shared(), isExact: true });

    // A price that has ended long ago leaves the address with its invoice, which may still be paid.
    await chains.end(one.invoiceId, 60 * 48);
    expect(await quote(one)).toMatchObject({ address: quotes[0]!.address, isExact: false });
    const [fourth] = (await billed(1)) as [Billed];
    expect(await quote(fourth)).toMatchObject({ address: shared() });

    // Whatever comes to an own address is the invoice's, also in two parts.
    await chains.pay(quotes[0]!, { how: 'split' });
    await chains.mine('tron', 20);
    await chains.read();
    expect(await chains.payment(one.member, one.invoiceId)).toMatchObject({ phase: 'paid', transfers: [{}, {}] });
    const booked = await chains.world.rows<{ account: string }>(
      `select distinct p.account from ledger_postings p where p.account like 'chain:trc20:%'`,
    );
    expect(booked).toEqual([{ account: `chain:trc20:${quotes[0]!.address}` }]);

    // Paid, and reserved for a day after the price has ended.
    const [fifth] = (await billed(1)) as [Billed];
    expect(await quote(fifth)).toMatchObject({ address: shared() });
    await chains.end(one.invoiceId, 23 * 60);
    const [sixth] = (await billed(1)) as [Billed];
    expect(await quote(sixth)).toMatchObject({ address: shared() });
    await chains.end(one.invoiceId, 2 * 60);
    const [seventh] = (await billed(1)) as [Billed];
    expect(await quote(seventh)).toMatchObject({ address: quotes[0]!.address, isExact: false });

    // What the invoice before was paid with stays its own, and is not read as money of the next.
    await chains.read();
    expect(await chains.payment(seventh.member, seventh.invoiceId)).toMatchObject({ phase: 'waiting', transfers: [] });
    expect(await chains.payment(one.member, one.invoiceId)).toMatchObject({ phase: 'paid', transfers: [{}, {}] });
  });

  it('stays reserved while a transfer to it is not final, and every address that was issued is read', async () => {
    const rows = await chains.world.rows<{ address: string; read_at: string | null }>(
      `select address, read_at from receiving_addresses where chain = 'tron' and address = any(?) order by address`,
      [`{${POOL.join(',')}}`],
    );
    expect(rows.map(({ address }) => address)).toEqual(POOL.toSorted());
    expect(rows.every(({ read_at }) => read_at !== null)).toBe(true);

    const [owner] = await chains.world.rows<{ address: string; invoice_id: string }>(
      `select a.address, a.invoice_id from receiving_addresses a join invoices i on i.id = a.invoice_id
        where a.chain = 'tron' and a.address = any(?) and i.status = 'issued' order by a.created_at limit 1`,
      [`{${POOL.join(',')}}`],
    );
    const path = `/admin/invoices/${owner!.invoice_id}/void`;
    expect((await chains.post(chains.world.admin, path, { reason: 'Issued by mistake' })).statusCode).toBeLessThan(300);
    await chains.end(owner!.invoice_id, 25 * 60);
    await chains.act('tron/pay', { address: owner!.address, amount: '5000000' });
    await chains.mine('tron', 1);
    await chains.read();
    const [before, after] = (await billed(2)) as [Billed, Billed];
    expect(await quote(before)).toMatchObject({ address: shared() });
    await chains.mine('tron', 20);
    await chains.read();
    expect(await quote(after)).toMatchObject({ address: owner!.address, isExact: false });
  });
});

describe('another pool in the settings', () => {
  const more = [...POOL, 'TKPydgdkmAT8tzAyMCui8sc76tPftTajVe'];

  it('waits for two people and a day, and is shown without its addresses', async () => {
    expect(await pools()).toMatchObject([{ state: 'in-use', value: expect.stringMatching(/^[0-9a-f]{16}$/), poolSize: 2 }]);
    await startWith(more.toReversed());
    const [announced] = await pools();
    expect(announced).toMatchObject({ state: 'announced', value: expect.stringMatching(/^[0-9a-f]{16}$/), poolSize: 3 });
    for (const { token } of [chains.world.admin, second])
      expect((await call(chains.world.api, 'POST', `/admin/pay-addresses/${announced!.id}/approve`, {}, { token })).statusCode).toBe(200);
    expect(await pools()).toMatchObject([{ state: 'scheduled' }, { state: 'in-use' }]);
    await startWith(more);
    expect(await pools()).toHaveLength(2);
    const [waiting] = (await billed(1)) as [Billed];
    expect(await quote(waiting)).toMatchObject({ address: shared() });
    await pass(announced!.id);
    const [next] = (await billed(1)) as [Billed];
    expect(await quote(next)).toMatchObject({ address: more[2] });
  });

  it('is refused where payments were shared on one of its addresses', async () => {
    await startWith([...more, shared()]);
    expect(await pools()).toHaveLength(2);
  });

  it('waits where it is the first of a club that members have paid before, as a first Bitcoin account does', async () => {
    const old = await ChainWorld.start(() => Promise.resolve({ BITCOIN_XPUB: '' }));
    try {
      await old.world.rows(`update pay_address_changes set announced_at = announced_at - interval '2 hours'`);
      const { config } = old.world.api;
      const bitcoin = Object.create(config.chains.bitcoin, {
        accountKey: { value: XPUB, enumerable: true },
      }) as typeof config.chains.bitcoin;
      const tron = Object.create(config.chains.tron, { pool: { value: POOL, enumerable: true } }) as typeof config.chains.tron;
      const changed = Object.create(config, { chains: { value: { bitcoin, tron } } }) as typeof config;
      const worker = await startTestWorker(changed);
      workers.push(worker);
      const shown = (await get(old.world.api, '/admin/pay-addresses', old.world.admin)).json<{ data: PayAddressChangeWire[] }>().data;
      const fixed = { state: 'in-use', may: [] };
      const waiting = { state: 'announced', may: ['approve', 'withdraw'] };
      expect(Object.fromEntries(shown.map((change) => [change.target, change]))).toMatchObject({
        btc: fixed,
        'usdt-trc20': fixed,
        'bitcoin-account': waiting,
        'tron-pool': { ...waiting, poolSize: 2 },
      });
      expect(await worker.get(PayAddressesService, { strict: false }).inUse()).toMatchObject({ bitcoinAccount: null, tronPool: [] });
    } finally {
      await old.stop();
    }
  });
});

type Billed = Awaited<ReturnType<ChainWorld['billed']>>;
