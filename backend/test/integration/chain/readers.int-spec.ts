import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  SourceError,
  SourceContradiction,
  SourceLimited,
  SourceRejected,
  SourceShape,
  SourceUnavailable,
} from '../../../src/money/sources/index.js';
import { transferId } from '../../../src/money/chain/chain.types.js';
import type { InvoicePayment } from '../../../src/money/chain/payments/payment.rules.js';
import { viewPayment } from '../../../src/money/chain/payments/payment.rules.js';
import { openQuote } from '../../../src/money/chain/payments/quote.rules.js';
import { withReading } from '../../../src/money/chain/payments/reading.rules.js';
import { settle, withPostings } from '../../../src/money/chain/payments/settlement.rules.js';
import { lockRate } from '../../../src/money/chain/amounts.rules.js';
import { EsploraReader } from '../../../src/money/chain/sources/esplora.reader.js';
import { TronReader } from '../../../src/money/chain/sources/tron.reader.js';
import { scaled } from '../../../src/platform/domain/scaled.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const OTHER_BTC = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';
const TRON = 'TTbi4P7HzfNQYPT5rgbF4Xw8nSf3vMpjgN';
const OTHER_TRON = 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36';
const UNKNOWN = 'ab'.repeat(32);
const options = { since: new Date(0) };

let sandbox: OwnSandbox;
beforeAll(async () => {
  sandbox = await OwnSandbox.start();
});
afterAll(() => sandbox.stop());

/** A clock that stands still, so that pauses end when a test says so. */
const clock = { at: 0, now: () => new Date(clock.at) };
let bitcoin: EsploraReader;
let tron: TronReader;
beforeEach(() => {
  clock.at = Date.now();
  bitcoin = new EsploraReader({ url: `${sandbox.url}/chain/bitcoin`, clock });
  const url = `${sandbox.url}/chain/tron`;
  tron = new TronReader({ url, indexUrl: url, apiKey: 'the-key', clock });
});
afterEach(async () => {
  await sandbox.control('POST', 'reset');
});

const act = (what: string, body: object = {}) =>
  sandbox.control<{ txids: string[]; tip: number; head: number }>('POST', `chain/${what}`, body);
const fault = (body: object) => sandbox.control('POST', 'faults', body);
const pay = async (chain: 'bitcoin' | 'tron', body: object = {}) =>
  (await act(`${chain}/pay`, { address: chain === 'tron' ? TRON : BTC, amount: '300000', ...body })).txids;
const requests = async () => (await sandbox.control<{ name: string; params: Record<string, string> }[]>('GET', 'log?path=/chain/')).length;

describe('Bitcoin', () => {
  const read = async () => (await bitcoin.transfersTo(BTC, options)).sightings;
  const confirmations = async () => (await read()).map((one) => one.confirmations);

  it('counts confirmations from the mempool on', async () => {
    const [txid] = await pay('bitcoin');
    const [seen] = await read();
    expect(seen).toEqual({
      chain: 'bitcoin',
      txid,
      index: 1,
      address: BTC,
      units: 300_000n,
      confirmations: 0,
      irreversible: false,
      block: null,
      blockTime: null,
      rejected: null,
    });
    await act('bitcoin/mine', { blocks: 3 });
    const [mined] = await read();
    expect(mined).toMatchObject({ txid, confirmations: 3, block: expect.stringMatching(/^[0-9a-f]{64}$/), blockTime: expect.any(Date) });
  });

  it.each([
    ['short', ['270000']],
    ['twice', ['300000', '300000']],
    ['split', ['150000', '150000']],
    ['wrong-recipient', []],
  ])('reads each output of payments that are %s', async (how, expected) => {
    await pay('bitcoin', { how });
    const found = await read();
    expect(found.map(({ units }) => String(units))).toEqual(expected);
    expect(new Set(found.map(transferId)).size).toBe(expected.length);
  });

  it('reads one transaction that pays two invoices for each of them', async () => {
    await pay('bitcoin', { also: { [OTHER_BTC]: 7_000 } });
    const [mine, other] = [await read(), (await bitcoin.transfersTo(OTHER_BTC, options)).sightings];
    expect([mine[0]!.units, other[0]!.units, mine[0]!.txid === other[0]!.txid]).toEqual([300_000n, 7_000n, true]);
    expect(transferId(mine[0]!)).not.toBe(transferId(other[0]!));
  });

  it('pages through a long history, back to the start of the window', async () => {
    for (let i = 0; i < 60; i++) await pay('bitcoin');
    await act('bitcoin/mine');
    expect(new Set((await read()).map(({ txid }) => txid)).size).toBe(60);
    const later = { since: new Date(Date.now() + 86_400_000) };
    expect((await bitcoin.transfersTo(BTC, later)).sightings).toHaveLength(25);
  });

  it('says that a list of 50 unconfirmed transactions proves no absence', async () => {
    for (let i = 0; i < 49; i++) await pay('bitcoin');
    expect((await bitcoin.transfersTo(BTC, options)).isComplete).toBe(true);
    await pay('bitcoin');
    expect((await bitcoin.transfersTo(BTC, options)).isComplete).toBe(false);
  });

  it('looks up a proof: unknown, of another address, ours', async () => {
    const [txid = ''] = await pay('bitcoin');
    expect(await bitcoin.transfersIn(UNKNOWN, [BTC])).toBeNull();
    expect((await bitcoin.transfersIn(txid, [OTHER_BTC]))?.sightings).toEqual([]);
    expect((await bitcoin.transfersIn(txid, [BTC]))?.sightings).toMatchObject([{ txid, units: 300_000n, confirmations: 0 }]);
    // Asked for several addresses, it says each payment once.
    expect((await bitcoin.transfersIn(txid, [OTHER_BTC, BTC, BTC]))?.sightings).toHaveLength(1);
  });

  it('follows a replacement and a reorganisation', async () => {
    const [first] = await pay('bitcoin');
    const [second] = await pay('bitcoin', { replaces: first });
    expect((await read()).map(({ txid }) => txid)).toEqual([second]);
    await act('bitcoin/mine', { blocks: 2 });
    const [before] = await read();
    await act('bitcoin/reorganise', { depth: 2, keep: true });
    const [after] = await read();
    expect([after!.txid, after!.confirmations > 0, after!.block === before!.block]).toEqual([second, true, false]);
    await act('bitcoin/reorganise', { depth: 3 });
    expect(await confirmations()).toEqual([0]);
    await act('bitcoin/drop', { txid: second });
    expect(await read()).toEqual([]);
  });

  it('counts at least one confirmation where the tip stands still', async () => {
    const { tip } = await act('bitcoin/state');
    await act('bitcoin/lies', { tipFrozen: tip });
    await pay('bitcoin');
    await act('bitcoin/mine', { blocks: 2 });
    expect(await confirmations()).toEqual([1]);
  });

  it('never believes more confirmations than there are, whatever the source says', async () => {
    const lie = fc.record(
      { tipAhead: fc.integer({ min: 1, max: 40 }), buried: fc.integer({ min: 1, max: 5 }), mempoolConfirmed: fc.constant(true) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(lie, fc.integer({ min: 0, max: 4 }), async (lies, depth) => {
        await sandbox.control('POST', 'reset', { only: ['chains'] });
        await act('bitcoin/mine', { blocks: 5 });
        await pay('bitcoin');
        await act('bitcoin/mine', { blocks: depth });
        await act('bitcoin/lies', lies);
        const own = new EsploraReader({ url: `${sandbox.url}/chain/bitcoin`, clock });
        const told = await own.transfersTo(BTC, options).catch((error: unknown) => error);
        if (told instanceof Error) expect(told).toBeInstanceOf(SourceContradiction);
        else expect((told as Awaited<ReturnType<typeof own.transfersTo>>).sightings).toMatchObject([{ confirmations: depth }]);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a tip that falls by three or rises by twenty within ten minutes', async () => {
    await act('bitcoin/mine', { blocks: 5 });
    const { height } = await bitcoin.tip();
    await act('bitcoin/lies', { tipFrozen: height - 2 });
    expect((await bitcoin.tip()).height).toBe(height - 2);
    await act('bitcoin/lies', { tipFrozen: height - 5 });
    await expect(bitcoin.tip()).rejects.toThrow('the tip fell');
    await act('bitcoin/lies');
    await act('bitcoin/mine', { blocks: 18 });
    await expect(bitcoin.tip()).rejects.toThrow('the tip rose');
    clock.at += 10 * 60_000 + 1;
    expect((await bitcoin.tip()).height).toBe(height + 18);
  });
});

describe('TRON', () => {
  const read = async () => (await tron.transfersTo(TRON, options)).sightings;

  it('shows a payment at the head, and is sure when it is solid', async () => {
    const [txid] = await pay('tron');
    expect(await read()).toEqual([]);
    await act('tron/mine');
    expect(await read()).toMatchObject([{ txid, index: 0, address: TRON, units: 300_000n, confirmations: 1, irreversible: false }]);
    await act('tron/mine', { blocks: 17 });
    expect(await read()).toMatchObject([{ confirmations: 18, irreversible: false }]);
    await act('tron/mine');
    expect(await read()).toMatchObject([{ confirmations: 19, irreversible: true, rejected: null, blockTime: expect.any(Date) }]);
  });

  it.each([
    ['short', ['270000']],
    ['twice', ['300000', '300000']],
    ['split', ['150000', '150000']],
    ['wrong-contract', []],
    ['wrong-recipient', []],
    ['reverted', []],
    ['no-value', []],
  ])('reads each log of payments that are %s', async (how, expected) => {
    await pay('tron', { how });
    await act('tron/mine', { blocks: 20 });
    const found = await read();
    expect(found.map(({ units }) => String(units))).toEqual(expected);
    expect(new Set(found.map(transferId)).size).toBe(expected.length);
  });

  it.each([
    ['wrong-contract', { rejected: 'wrong-contract', units: 300_000n }],
    ['reverted', { rejected: 'reverted', units: 0n }],
    ['no-value', { rejected: 'no-value', units: 0n }],
    ['exact', { rejected: null, units: 300_000n }],
  ])('says of a proof that it is %s', async (how, expected) => {
    const [txid = ''] = await pay('tron', { how });
    expect(await tron.transfersIn(txid, [TRON])).toBeNull();
    await act('tron/mine', { blocks: 20 });
    expect((await tron.transfersIn(txid, [TRON]))?.sightings).toMatchObject([{ txid, ...expected }]);
    expect((await tron.transfersIn(txid, [TRON, TRON]))?.sightings).toHaveLength(1);
    expect((await tron.transfersIn(UNKNOWN, [TRON]))?.sightings).toBeUndefined();
  });

  it('does not call a payment reverted while the head alone says so', async () => {
    const [txid = ''] = await pay('tron', { how: 'reverted' });
    await act('tron/mine');
    expect((await tron.transfersIn(txid, [TRON]))?.sightings).toEqual([]);
  });

  it('reads one transaction that pays two invoices for each of them', async () => {
    await pay('tron', { also: { [OTHER_TRON]: '7' } });
    await act('tron/mine');
    const other = (await tron.transfersTo(OTHER_TRON, options)).sightings;
    expect([await read(), other].map((found) => found.map(({ index, units }) => [index, units]))).toEqual([[[0, 300_000n]], [[1, 7n]]]);
  });

  it('finds rows that the index has late, and pages through many', async () => {
    await pay('tron', { indexDelay: 3 });
    await act('tron/mine', { blocks: 3 });
    expect(await read()).toEqual([]);
    await act('tron/mine');
    expect(await read()).toHaveLength(1);
    for (let i = 0; i < 120; i++) await pay('tron', { how: 'split' });
    await act('tron/mine');
    expect(await read()).toHaveLength(241);
  });

  it('asks again for no transaction that it may skip, and for 200 at once at most', async () => {
    const [txid = ''] = await pay('tron');
    await act('tron/mine');
    expect((await tron.transfersTo(TRON, { ...options, skip: new Set([txid]) })).sightings).toEqual([]);
    for (let i = 0; i < 200; i++) await pay('tron');
    await act('tron/mine');
    const reading = await tron.transfersTo(TRON, options);
    expect([reading.sightings.length, reading.isComplete]).toEqual([200, false]);
  });

  it('is not sure because a node answers from its head as if it were solid', async () => {
    await pay('tron');
    await act('tron/mine');
    await act('tron/lies', { headAsSolid: true });
    expect(await read()).toMatchObject([{ confirmations: 1, irreversible: false }]);
  });

  it('holds a transaction of which index and receipt disagree, and reads the others', async () => {
    const [txid] = await pay('tron');
    await act('tron/mine', { blocks: 20 });
    await act('tron/lies', { indexValues: true });
    const { sightings, contradictions } = await tron.transfersTo(TRON, options);
    expect([sightings, contradictions]).toEqual([[], [{ txid, problem: expect.stringContaining('1300000 units') }]]);
  });

  it('takes a newest block of more than five minutes ago for an outage', async () => {
    clock.at += 5 * 60_000 - 30_000;
    await tron.tip();
    clock.at += 60_000;
    await expect(tron.transfersTo(TRON, options)).rejects.toThrow(SourceContradiction);
  });

  it('sends the key of the index and of the node to both', async () => {
    await fault({ path: '/chain/tron/*', member: 'the-key', times: 1, do: { status: 500, text: 'x' } });
    await expect(tron.tip()).rejects.toThrow(SourceUnavailable);
    await fault({ path: '/chain/tron/v1/*', member: 'the-key', times: 1, do: { status: 500, text: 'x' } });
    await expect(read()).rejects.toThrow(SourceUnavailable);
  });
});

describe.each(['bitcoin', 'tron'] as const)('a source of %s that fails', (chain) => {
  const reader = () => (chain === 'bitcoin' ? bitcoin : tron);
  const failure = () =>
    reader()
      .transfersTo(chain === 'bitcoin' ? BTC : TRON, options)
      .catch((error: unknown) => error);
  const every = { path: `/chain/${chain}/*` };

  it.each([
    ["a proxy's page", { html: true }, SourceShape],
    ['an empty body', { empty: true }, SourceShape],
    ['another JSON', { json: { a: 1 } }, SourceShape],
    ['a list of nothing', { json: [null] }, SourceShape],
    ['half an answer', { cutAt: 5 }, SourceShape],
    ['not found', { status: 404, text: 'Not Found' }, SourceShape],
    ['an error of the server', { status: 500, text: 'x' }, SourceUnavailable],
    ['a bad request', { status: 400, text: 'x' }, SourceRejected],
    ['a broken connection', { reset: true }, SourceUnavailable],
    ['a redirect', { status: 302, text: '' }, SourceRejected],
    ['a limit', { status: 429, text: 'Too Many Requests', retryAfter: 7 }, SourceLimited],
  ])('gives a typed error for %s', async (_what, how, kind) => {
    await pay(chain);
    await act(`${chain}/mine`);
    // The last kind of request: everything before it goes well.
    const path = chain === 'bitcoin' ? `/chain/bitcoin/address/${BTC}/txs` : `/chain/tron/v1/accounts/${TRON}/transactions/trc20`;
    await fault({ path, do: how });
    expect(await failure()).toBeInstanceOf(kind);
    await sandbox.control('DELETE', 'faults');
    await fault({ ...every, do: how });
    expect(await failure()).toBeInstanceOf(SourceError);
  });

  it('is asked no more until the pause has passed', async () => {
    await fault({ ...every, times: 1, do: { status: 429, text: 'x', retryAfter: 7 } });
    expect(await failure()).toMatchObject({ retryAfterMs: 7_000, passing: true });
    const before = await requests();
    clock.at += 6_999;
    expect(await failure()).toMatchObject({ retryAfterMs: 1 });
    expect(await requests()).toBe(before);
    clock.at += 1;
    expect(await failure()).not.toBeInstanceOf(Error);
  });

  it('is given up after its time, and when the caller gives up', async () => {
    await fault({ ...every, do: { delayMs: 20_000 } });
    const url = `${sandbox.url}/chain/${chain}`;
    const quick =
      chain === 'bitcoin' ? new EsploraReader({ url, clock, timeoutMs: 50 }) : new TronReader({ url, indexUrl: url, clock, timeoutMs: 50 });
    await expect(quick.tip()).rejects.toThrow(SourceUnavailable);
    const reason = new Error('the worker ends');
    await expect(reader().tip(AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('is cut off beyond the size of an answer', async () => {
    const url = `${sandbox.url}/chain/${chain}`;
    const small =
      chain === 'bitcoin' ? new EsploraReader({ url, clock, maxBytes: 8 }) : new TronReader({ url, indexUrl: url, clock, maxBytes: 8 });
    await expect(small.transfersTo(chain === 'bitcoin' ? BTC : TRON, options)).rejects.toThrow('longer than 8 bytes');
  });

  it('is not asked about an address of another chain', async () => {
    const before = await requests();
    await expect(reader().transfersTo(chain === 'bitcoin' ? TRON : BTC, options)).rejects.toThrow('must be a');
    expect(await requests()).toBe(before);
  });

  it('shows neither key nor body in its errors', async () => {
    await fault({ ...every, do: { text: 'the-key and a secret body' } });
    const { message } = (await failure()) as Error;
    expect(message).not.toMatch(/the-key|secret/);
  });
});

describe('a payment, from the chain to the ledger', () => {
  const RATE = lockRate('50000');
  const rates = { bitcoin: RATE, tron: null };
  const issued = (): InvoicePayment => ({
    dueUsd: scaled('150'),
    toleranceUsd: 0n,
    voided: false,
    quotes: [openQuote('bitcoin', scaled('150'), RATE, new Date(clock.at))],
    transfers: [],
    postings: [],
  });
  const poll = async (payment: InvoicePayment): Promise<InvoicePayment> => {
    clock.at += 15_000;
    const next = withReading(payment, await bitcoin.transfersTo(BTC, options), new Date(clock.at)).payment;
    return withPostings(next, settle(next, rates));
  };
  const phase = (payment: InvoicePayment) => viewPayment(payment, new Date(clock.at)).phase;

  it('is waiting, seen, confirming, paid, and taken back when its block is', async () => {
    let payment = await poll(issued());
    expect(phase(payment)).toBe('waiting');
    await pay('bitcoin', { how: 'split' });
    payment = await poll(payment);
    expect([phase(payment), payment.transfers.length]).toEqual(['seen', 2]);
    await act('bitcoin/mine', { blocks: 2 });
    payment = await poll(await poll(payment));
    expect([phase(payment), payment.postings]).toEqual(['confirming', []]);
    await act('bitcoin/mine');
    payment = await poll(await poll(payment));
    expect([phase(payment), payment.postings.map(({ units }) => units)]).toEqual(['paid', [150_000n, 150_000n]]);
    await act('bitcoin/reorganise', { depth: 3, drop: true });
    payment = await poll(await poll(payment));
    expect(phase(payment)).toBe('paid');
    payment = await poll(payment);
    expect([phase(payment), payment.postings.reduce((sum, { usd }) => sum + usd, 0n)]).toEqual(['waiting', 0n]);
  });
});
