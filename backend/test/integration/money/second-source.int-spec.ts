import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingPreviewWire, ChainTransferRecordWire } from '../../../src/platform/wire/index.js';
import type { SignedIn } from '../../support/people.js';
import { get } from '../payments/paying.js';
import { ChainWorld, type Chain } from './paying-on-chain.js';
import { SecondSource } from './second-source.js';

/** Members owe $2,000, which one source alone cannot confirm. */
const FEE = '2000';

let second: SecondSource;
let chains: ChainWorld;
beforeAll(async () => {
  chains = await ChainWorld.start(async (sandbox) => {
    second = await SecondSource.start(sandbox);
    return {
      FEE_TRADE_CLUB: FEE,
      BITCOIN_SECOND_API_URL: `${second.url}/chain/bitcoin`,
      TRON_SECOND_API_URL: `${second.url}/chain/tron`,
      PAYMENT_TOLERANCE_PERCENT: '0.5',
    };
  });
});
afterAll(async () => {
  await chains.stop();
  await second.stop();
});
beforeEach(() => {
  second.change = (text) => text;
});

type Paid = { member: SignedIn; invoiceId: string; txid: string };

/** A payment that the first source calls final. `change`: what the second one makes of its own answers. */
async function paid(chain: Chain, change: SecondSource['change'], amount: (exact: string) => string = (exact) => exact): Promise<Paid> {
  const billed = await chains.billed();
  const quote = await chains.quote(billed.member, billed.invoiceId, chain);
  second.change = change;
  const [txid = ''] = await chains.pay({ ...quote, amount: amount(quote.amount) });
  await chains.mine(chain, chain === 'bitcoin' ? 3 : 20);
  await chains.read();
  return { ...billed, txid };
}
const statusOf = async ({ member }: Paid) => (await chains.world.invoicesOf(member))[0]!.status;
const phaseOf = async ({ member, invoiceId }: Paid) => (await chains.payment(member, invoiceId)).phase;
async function transferOf({ txid }: Paid): Promise<ChainTransferRecordWire> {
  const filter = encodeURIComponent(JSON.stringify({ q: txid }));
  return (await get(chains.world.api, `/admin/chain-transfers?filter=${filter}`, chains.world.admin)).json<ChainTransferRecordWire[]>()[0]!;
}
const bookings = async ({ txid }: Paid) =>
  (
    await chains.world.rows<{ n: number }>(`select count(*)::int as n from ledger_transactions where idempotency_key like ?`, [
      `chain-transfer:%${txid}%`,
    ])
  )[0]!.n;
const less = (units: bigint) => (text: string, path: string) =>
  path.includes('/tx/') ? text.replaceAll(/"value":(\d{4,})/g, (_, value: string) => `"value":${BigInt(value) - units}`) : text;

describe.each(['bitcoin', 'tron'] as const)('a large payment on %s', (chain) => {
  it('is booked once both sources agree', async () => {
    const before = second.asked;
    const one = await paid(chain, (text) => text);
    expect(second.asked).toBeGreaterThan(before);
    expect([await statusOf(one), await phaseOf(one), await bookings(one)]).toEqual(['paid', 'paid', 1]);
    expect(await transferOf(one)).toMatchObject({ attention: null });
    await chains.read();
    expect(await bookings(one)).toBe(1);
  });

  it('waits while the second source is away, and is booked as soon as that answers', async () => {
    const one = await paid(chain, null);
    expect([await statusOf(one), await phaseOf(one), await bookings(one)]).toEqual(['issued', 'confirming', 0]);
    expect(await transferOf(one)).toMatchObject({ state: 'final', attention: null });
    second.change = (text) => text;
    await chains.read();
    expect([await statusOf(one), await phaseOf(one), await bookings(one)]).toEqual(['paid', 'paid', 1]);
  });

  it('comes before an admin when the second source says nothing for two hours', async () => {
    const one = await paid(chain, null);
    await chains.world.rows(`update chain_transfers set first_seen_at = first_seen_at - interval '3 hours' where txid = ? returning txid`, [
      one.txid,
    ]);
    await chains.read();
    expect(await transferOf(one)).toMatchObject({ attention: 'second-source' });
    second.change = (text) => text;
    await chains.read();
    expect([await statusOf(one), await bookings(one)]).toEqual(['paid', 1]);
    expect(await transferOf(one)).toMatchObject({ attention: null });
  });
});

describe('a large payment that the second source contradicts', () => {
  it('is not booked, and an admin books it at the rate of its quote after looking it up', async () => {
    const one = await paid('bitcoin', less(1n));
    const { id, attention } = await transferOf(one);
    expect([attention, await statusOf(one), await phaseOf(one)]).toEqual(['second-source', 'issued', 'confirming']);
    second.change = (text) => text;
    await chains.read();
    expect([await statusOf(one), await bookings(one)]).toEqual(['issued', 0]);

    const { number } = (await chains.world.invoicesOf(one.member))[0]!;
    const path = `/admin/chain-transfers/${encodeURIComponent(id)}`;
    await chains.world.rows(`update payment_quotes set rate = rate * 2 where invoice_id = ? returning id`, [one.invoiceId]);
    const shown = await get(chains.world.api, `${path}/booking?${new URLSearchParams({ invoice: number }).toString()}`, chains.world.admin);
    const { value, rate } = shown.json<BookingPreviewWire>();
    const [quote] = await chains.world.rows<{ rate: string }>('select rate::text as rate from payment_quotes where invoice_id = ?', [
      one.invoiceId,
    ]);
    expect(Number(rate)).toBe(Number(quote!.rate));
    const booked = await chains.post(chains.world.admin, `${path}/book`, { invoice: number, value });
    expect(booked.statusCode).toBe(200);
    expect([await statusOf(one), await phaseOf(one)]).toEqual(['paid', 'paid']);
    expect(await transferOf(one)).toMatchObject({ attention: null, resolution: { outcome: 'booked' } });
  });
});

describe('a large payment that an admin has booked', () => {
  it('is asked about no more', async () => {
    const one = await paid('bitcoin', null);
    await chains.world.rows(`update chain_transfers set first_seen_at = first_seen_at - interval '3 hours' where txid = ? returning txid`, [
      one.txid,
    ]);
    await chains.read();
    const path = `/admin/chain-transfers/${encodeURIComponent((await transferOf(one)).id)}`;
    const { number } = (await chains.world.invoicesOf(one.member))[0]!;
    const shown = await get(chains.world.api, `${path}/booking?${new URLSearchParams({ invoice: number }).toString()}`, chains.world.admin);
    const { value } = shown.json<BookingPreviewWire>();
    expect((await chains.post(chains.world.admin, `${path}/book`, { invoice: number, value })).statusCode).toBe(200);
    const { asked } = second;
    await chains.read();
    expect([second.asked - asked, await statusOf(one), await bookings(one)]).toEqual([0, 'paid', 1]);
  });
});

describe('what is missing within the tolerance', () => {
  const short = (share: number) => (exact: string) => (Number(exact) * (1 - share)).toFixed(8);

  it('is written off on an address of its own', async () => {
    const one = await paid('bitcoin', (text) => text, short(0.004));
    expect([await statusOf(one), await phaseOf(one)]).toEqual(['paid', 'paid']);
    expect(
      (await chains.world.rows(`select 1 from ledger_transactions where idempotency_key like ?`, [`chain-write-off:${one.invoiceId}:%`]))
        .length,
    ).toBe(1);
  });

  it('is due beyond it', async () => {
    const one = await paid('bitcoin', (text) => text, short(0.006));
    expect(await statusOf(one)).toBe('partially_paid');
  });
});
