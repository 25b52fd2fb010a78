import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SourceContradiction, SourceRejected, SourceShape } from '../../sources/index.js';
import { EsploraReader } from './esplora.reader.js';
import { TronReader } from './tron.reader.js';

// Answers written after public documents; values are examples.
// Bitcoin: API.md of github.com/Blockstream/esplora ("Transaction format", "Addresses", "Blocks").
// TRON: gettransactioninfobyid and getnowblock at developers.tron.network and tronprotocol.github.io/documentation-en; the index is
// TronGrid's "Get TRC20 transaction info by account address" at developers.tron.network.

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const SCRIPT = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
const TRON = 'TTbi4P7HzfNQYPT5rgbF4Xw8nSf3vMpjgN';
const TXID = '3760ab95'.repeat(8);
const BLOCK_HASH = `00000000${'9bf4'.repeat(14)}`;
const NOW = 1_795_421_700_000;
const clock = { now: () => new Date(NOW) };
const options = { since: new Date(0) };

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };
const answers = new Map<string, Answer>();
const asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      asked.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status = 200, headers = {}, body } = answers.get(path.split('?')[0]!) ?? { status: 404, body: 'Not Found' };
      response.writeHead(status, headers);
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);
beforeEach(() => {
  answers.clear();
  asked.length = 0;
});

const serve = (path: string, body: unknown, more: Omit<Answer, 'body'> = {}) => void answers.set(path, { ...more, body });

describe('Esplora', () => {
  const output = {
    scriptpubkey: SCRIPT,
    scriptpubkey_asm: 'OP_0 …',
    scriptpubkey_type: 'v0_p2wpkh',
    scriptpubkey_address: BTC,
    value: 77_860,
  };
  const status = { confirmed: true, block_height: 900_001, block_hash: BLOCK_HASH, block_time: 1_795_421_641 };
  const transaction = (changes: object = {}) => ({
    txid: TXID,
    version: 2,
    locktime: 0,
    vin: [
      {
        txid: '15285c53'.repeat(8),
        vout: 0,
        prevout: { ...output, value: 1_312_709 },
        scriptsig: '',
        scriptsig_asm: '',
        witness: ['3044'],
        is_coinbase: false,
        sequence: 4_294_967_293,
      },
    ],
    vout: [{ scriptpubkey: '6a', scriptpubkey_asm: 'OP_RETURN', scriptpubkey_type: 'op_return', value: 0 }, output],
    size: 222,
    weight: 561,
    sigops: 1,
    fee: 282,
    status,
    ...changes,
  });
  const list = `/address/${BTC}/txs`;
  const read = () => new EsploraReader({ url, clock }).transfersTo(BTC, options);
  beforeEach(() => {
    serve('/blocks/tip/height', '900003');
    serve('/block-height/900003', `00000000${'a'.repeat(56)}`);
    serve('/block-height/900001', BLOCK_HASH);
  });

  it('reads the documented transaction', async () => {
    serve(list, [transaction()]);
    expect(await read()).toEqual({
      tip: { height: 900_003, time: null },
      isComplete: true,
      contradictions: [],
      sightings: [
        {
          chain: 'bitcoin',
          txid: TXID,
          index: 1,
          address: BTC,
          units: 77_860n,
          confirmations: 3,
          irreversible: false,
          block: BLOCK_HASH,
          blockTime: new Date(1_795_421_641_000),
          rejected: null,
        },
      ],
    });
  });

  it.each([
    ['absent, as electrs writes them', { confirmed: false }],
    ['null, as the document says', { confirmed: false, block_height: null, block_hash: null, block_time: null }],
  ])('takes the fields of an unconfirmed transaction %s', async (_what, unconfirmed) => {
    serve(list, [transaction({ status: unconfirmed })]);
    expect((await read()).sightings).toMatchObject([{ confirmations: 0, block: null, blockTime: null }]);
  });

  it('takes a coinbase, which has no previous output, and outputs without an address', async () => {
    const coinbase = { txid: '0'.repeat(64), vout: 4_294_967_295, prevout: null, scriptsig: '03', is_coinbase: true, sequence: 0 };
    const { scriptpubkey_address: _address, ...bare } = output;
    serve(list, [transaction({ vin: [coinbase], vout: [bare] })]);
    expect((await read()).sightings).toMatchObject([{ index: 0, units: 77_860n }]);
  });

  it('takes the address from the script alone', async () => {
    serve(list, [transaction({ vout: [{ ...output, scriptpubkey: `0014${'0'.repeat(40)}` }] })]);
    expect((await read()).sightings).toEqual([]);
  });

  it.each([
    ['a value as text', { vout: [{ ...output, value: '77860' }] }],
    ['a fraction of a satoshi', { vout: [{ ...output, value: 0.5 }] }],
    ['a negative value', { vout: [{ ...output, value: -1 }] }],
    ['more than all bitcoin', { vout: [{ ...output, value: 2_100_000_000_000_001 }] }],
    ['no outputs', { vout: [] }],
    ['an id that is none', { txid: 'xyz' }],
    ['an id in upper case', { txid: TXID.toUpperCase() }],
    ['a confirmation without a block', { status: { confirmed: true } }],
    ['a confirmation as text', { status: { ...status, confirmed: 'true' } }],
    ['a time in milliseconds', { status: { ...status, block_time: 1_795_421_641_000_000 } }],
  ])('uses nothing of an answer with %s', async (_what, changes) => {
    serve(list, [transaction({ txid: 'cd'.repeat(32) }), transaction(changes)]);
    await expect(read()).rejects.toThrow(SourceShape);
  });

  it('names the field that is wrong, and not its content', async () => {
    serve(list, [transaction({ txid: 'hostile content' })]);
    await expect(read()).rejects.toThrow(`GET ${list}: 0.txid is not as documented (invalid_format)`);
  });

  it('refuses a confirmation whose block is not in the best chain', async () => {
    serve('/block-height/900001', `00000000${'b'.repeat(56)}`);
    serve(list, [transaction()]);
    await expect(read()).rejects.toThrow(SourceContradiction);
    answers.delete('/block-height/900001');
    await expect(read()).rejects.toThrow(SourceContradiction);
  });

  it('refuses an answer about another transaction', async () => {
    serve(`/tx/${'ef'.repeat(32)}`, transaction());
    await expect(new EsploraReader({ url, clock }).transfersIn('ef'.repeat(32), [BTC])).rejects.toThrow(SourceContradiction);
  });

  it('ends when a source repeats a page', async () => {
    const page = Array.from({ length: 25 }, (_, at) => transaction({ txid: String(at).padStart(64, '0') }));
    serve(list, page);
    serve(`${list}/chain/${page.at(-1)!.txid}`, page);
    await expect(read()).rejects.toThrow('repeats');
    expect(asked.length).toBeLessThan(8);
  });

  it('follows no redirect', async () => {
    serve('/blocks/tip/height', '', { status: 302, headers: { location: `${url}/elsewhere` } });
    await expect(read()).rejects.toThrow(SourceRejected);
    expect(asked.map(({ path }) => path)).toEqual(['/blocks/tip/height']);
  });

  it('keeps the path of its address before every request', async () => {
    for (const [path, answer] of Array.from(answers)) answers.set(`/api${path}`, answer);
    serve(`/api${list}`, [transaction()]);
    expect((await new EsploraReader({ url: `${url}/api/`, clock }).transfersTo(BTC, options)).sightings).toHaveLength(1);
    expect(asked.every(({ path }) => path.startsWith('/api/'))).toBe(true);
  });
});

describe('TRON', () => {
  const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
  const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const FROM = '0000000000000000000000001a2965e2ed4456992b2b9879f521eb90b16bd6d9';
  const TO = '000000000000000000000000c1615e66c09f0918ac8b22a155e2d020c67308de';
  const AMOUNT = '0000000000000000000000000000000000000000000000000000000002fb00e8';
  const log = (changes: object = {}) => ({ address: USDT, topics: [TRANSFER, FROM, TO], data: AMOUNT, ...changes });
  const receipt = (changes: object = {}) => ({
    id: TXID,
    fee: 345_000,
    blockNumber: 80_000_001,
    blockTimeStamp: 1_795_421_641_000,
    contractResult: ['0'.repeat(64)],
    contract_address: `41${USDT}`,
    receipt: { energy_usage_total: 64_285, net_usage: 345, result: 'SUCCESS' },
    log: [log()],
    packingFee: 345_000,
    ...changes,
  });
  const row = (changes: object = {}) => ({
    transaction_id: TXID,
    token_info: { symbol: 'USDT', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6, name: 'Tether USD' },
    block_timestamp: 1_795_421_641_000,
    from: 'TCMYxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    to: TRON,
    type: 'Transfer',
    value: '50004200',
    ...changes,
  });
  const block = (number: number) => ({
    blockID: `0000000004c4b400${'1'.repeat(48)}`,
    block_header: { raw_data: { number, txTrieRoot: '…', witness_address: '41…', parentHash: '…', version: 31, timestamp: NOW - 3_000 } },
  });
  const index = (rows: unknown[], meta: object = {}) =>
    serve(`/v1/accounts/${TRON}/transactions/trc20`, { data: rows, success: true, meta: { at: NOW, page_size: rows.length, ...meta } });
  const solid = (body: unknown) => serve('/walletsolidity/gettransactioninfobyid', body);
  const reader = () => new TronReader({ url, indexUrl: url, clock });
  const read = () => reader().transfersTo(TRON, options);
  beforeEach(() => {
    serve('/walletsolidity/getnowblock', block(80_000_020));
    serve('/wallet/getnowblock', block(80_000_040));
    serve('/wallet/gettransactioninfobyid', {});
    index([row()]);
    solid(receipt());
  });

  const sighting = {
    chain: 'tron',
    txid: TXID,
    index: 0,
    address: TRON,
    units: 50_004_200n,
    confirmations: 40,
    irreversible: true,
    block: '80000001',
    blockTime: new Date(1_795_421_641_000),
    rejected: null,
  };

  it('reads the documented receipt', async () => {
    expect(await read()).toEqual({
      tip: { height: 80_000_020, time: new Date(NOW - 3_000) },
      isComplete: true,
      contradictions: [],
      sightings: [sighting],
    });
  });

  it('asks as the documents say, without `visible`', async () => {
    await read();
    const query = new URLSearchParams(asked.find(({ path }) => path.startsWith('/v1/'))!.path.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      only_to: 'true',
      contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      limit: '200',
      order_by: 'block_timestamp,asc',
      min_timestamp: '0',
    });
    const [post] = asked.filter(({ path }) => path === '/walletsolidity/gettransactioninfobyid');
    expect(JSON.parse(post!.body)).toEqual({ value: TXID });
    expect(asked.every(({ headers }) => headers['tron-pro-api-key'] === undefined)).toBe(true);
  });

  it('reads every transfer of a transaction by its position in the receipt', async () => {
    const stranger = log({ topics: [TRANSFER, TO, FROM] });
    const approval = log({ topics: ['8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', FROM, TO] });
    solid(receipt({ contract_address: `41${'2'.repeat(40)}`, log: [approval, stranger, log(), log({ data: '1'.padStart(64, '0') })] }));
    expect((await read()).sightings.map(({ index: at, units }) => [at, units])).toEqual([
      [2, 50_004_200n],
      [3, 1n],
    ]);
  });

  it.each([
    ['another contract', log({ address: 'b'.repeat(40) }), 'wrong-contract'],
    ['no value', log({ data: '0'.repeat(64) }), 'no-value'],
  ])('rejects a transfer of %s', async (_what, wrong, rejected) => {
    index([]);
    solid(receipt({ log: [wrong] }));
    expect((await reader().transfersIn(TXID, [TRON]))?.sightings).toMatchObject([{ rejected }]);
  });

  it.each([
    ['another event', log({ topics: ['a'.repeat(64), FROM, TO] })],
    ['another recipient', log({ topics: [TRANSFER, TO, FROM] })],
    ['two topics', log({ topics: [TRANSFER, TO] })],
    ['four topics, as tokens with numbers have', log({ topics: [TRANSFER, FROM, TO, TO] })],
    ['two words', log({ data: AMOUNT + AMOUNT })],
    ['no data', { address: USDT, topics: [TRANSFER, FROM, TO] }],
    ['no topics', { address: USDT, data: AMOUNT }],
  ])('overlooks a log with %s', async (_what, other) => {
    solid(receipt({ log: [other] }));
    expect((await reader().transfersIn(TXID, [TRON]))?.sightings).toEqual([]);
  });

  it.each(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'UNKNOWN'])(
    'rejects a call that ended with %s, whatever it logged',
    async (result) => {
      solid(receipt({ receipt: { result }, result: 'FAILED', resMessage: '524556455254' }));
      expect((await reader().transfersIn(TXID, [TRON]))?.sightings).toMatchObject([{ rejected: 'reverted', units: 0n }]);
      expect(await read()).toMatchObject({ sightings: [], contradictions: [{ txid: TXID }] });
    },
  );

  it('finds nothing in a transfer of TRX, which calls no contract', async () => {
    solid({ id: TXID, blockNumber: 80_000_001, blockTimeStamp: 1_795_421_641_000, contractResult: [''], receipt: { net_usage: 268 } });
    expect((await reader().transfersIn(TXID, [TRON]))?.sightings).toEqual([]);
  });

  it('shows what the head alone knows, and is not sure of it', async () => {
    solid({});
    serve('/wallet/gettransactioninfobyid', receipt({ blockNumber: 80_000_039 }));
    expect((await read()).sightings).toMatchObject([{ confirmations: 2, irreversible: false, rejected: null }]);
    // However deep: 40 confirmations at the head are not solid.
    serve('/wallet/gettransactioninfobyid', receipt());
    expect((await read()).sightings).toMatchObject([{ confirmations: 40, irreversible: false }]);
    serve('/wallet/gettransactioninfobyid', receipt({ blockNumber: 80_000_039, receipt: { result: 'REVERT' } }));
    expect(await read()).toMatchObject({ sightings: [], contradictions: [] });
  });

  it('overlooks rows that are no transfers to the address, and takes rows without token_info', async () => {
    index([row({ type: 'Approval' }), row({ to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }), row({ value: '0' })]);
    expect((await read()).sightings).toEqual([]);
    index([row({ token_info: {} })]);
    expect((await read()).sightings).toEqual([sighting]);
  });

  it('takes rows that are missing, and holds a transaction with one too many', async () => {
    solid(receipt({ log: [log(), log()] }));
    expect((await read()).sightings).toHaveLength(2);
    index([row(), row(), row()]);
    expect(await read()).toMatchObject({ sightings: [], contradictions: [{ txid: TXID }] });
  });

  it.each([
    ['an error of the node', { Error: 'class java.lang.NullPointerException : null' }],
    ['a receipt without a block', receipt({ blockNumber: undefined })],
    ['a number as text', receipt({ blockNumber: '80000001' })],
    ['an address as Base58', receipt({ log: [log({ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })] })],
    ['a list', [receipt()]],
    ['nothing', null],
  ])('uses nothing of an answer with %s', async (_what, body) => {
    solid(body);
    await expect(read()).rejects.toThrow(SourceShape);
  });

  it.each([
    ['a failure', { success: false, error: 'x', statusCode: 400 }],
    ['no list', { success: true, meta: {} }],
    ['a value with a fraction', { success: true, data: [row({ value: '1.5' })], meta: {} }],
    ['a negative value', { success: true, data: [row({ value: '-1' })], meta: {} }],
    ['a value as a number', { success: true, data: [row({ value: 1 })], meta: {} }],
  ])('uses nothing of an index with %s', async (_what, body) => {
    serve(`/v1/accounts/${TRON}/transactions/trc20`, body);
    await expect(read()).rejects.toThrow(SourceShape);
  });

  it('refuses an answer about another transaction', async () => {
    solid(receipt({ id: 'ef'.repeat(32) }));
    await expect(read()).rejects.toThrow(SourceContradiction);
  });

  it('ends when the index repeats a page', async () => {
    index([row()], { fingerprint: 'again' });
    await expect(read()).rejects.toThrow('repeats');
    expect(asked.length).toBeLessThan(6);
  });
});
