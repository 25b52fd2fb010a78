import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { control, NOW, open } from './support/client.ts';
import type { Fields } from './support/client.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const SCRIPT = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
const TRON = 'TTbi4P7HzfNQYPT5rgbF4Xw8nSf3vMpjgN';
const TRON_WORD = '000000000000000000000000c1615e66c09f0918ac8b22a155e2d020c67308de';
const USDT_HEX = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => NOW });
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', 'reset');
});

const act = (what: string, body: Fields = {}): Promise<Fields> => control(sandbox, 'POST', `chain/${what}`, body);
const pay = async (chain: string, body: Fields): Promise<string[]> =>
  (await act(`${chain}/pay`, { address: chain === 'tron' ? TRON : BTC, amount: '50000000', ...body }))['txids'] as string[];

describe('the Esplora API', () => {
  const get = (path: string) => open(sandbox, `/chain/bitcoin${path}`);
  const list = async (): Promise<Fields[]> => (await get(`/address/${BTC}/txs`)).json as Fields[];
  const tip = async (): Promise<number> => Number((await get('/blocks/tip/height')).text);

  it('lists a payment without a block, then in one', async () => {
    const [txid] = await pay('bitcoin', {});
    const [seen] = await list();
    expect(seen).toMatchObject({ txid, status: { confirmed: false }, vin: [{ is_coinbase: false }] });
    expect((seen!['vout'] as Fields[])[1]).toMatchObject({ scriptpubkey: SCRIPT, scriptpubkey_address: BTC, value: 50_000_000 });
    expect(Object.keys(seen!['status'] as Fields)).toEqual(['confirmed']);
    const before = await tip();
    await act('bitcoin/mine', { blocks: 2 });
    const [mined] = await list();
    const { block_hash: hash, ...status } = mined!['status'] as Fields;
    expect(status).toEqual({ confirmed: true, block_height: before + 1, block_time: NOW / 1000 });
    expect([(await get(`/block-height/${before + 1}`)).text, await tip()]).toEqual([hash, before + 2]);
    expect((await get(`/block/${hash}/status`)).json).toMatchObject({ in_best_chain: true, height: before + 1 });
    expect((await get(`/tx/${txid}`)).json).toEqual(mined);
  });

  it('answers in plain text what it does not know', async () => {
    const unknown = 'ab'.repeat(32);
    for (const [path, status, text] of [
      [`/tx/${unknown}`, 404, 'Transaction not found'],
      ['/tx/xyz', 400, 'Invalid hex string'],
      ['/address/nobody/txs', 400, 'Invalid Bitcoin address'],
      [`/block-height/${(await tip()) + 1}`, 404, 'Block not found'],
      ['/nothing', 404, 'endpoint does not exist'],
    ] as const) {
      const answer = await get(path);
      expect([path, answer.status, answer.text]).toEqual([path, status, text]);
    }
    expect((await get(`/tx/${unknown}/status`)).json).toEqual({ confirmed: false });
  });

  it('pages through confirmed transactions', async () => {
    for (let i = 0; i < 30; i++) await pay('bitcoin', {});
    await act('bitcoin/mine', { blocks: 1 });
    await pay('bitcoin', {});
    const first = await list();
    expect(first).toHaveLength(26);
    const rest = (await get(`/address/${BTC}/txs/chain/${String(first.at(-1)?.['txid'])}`)).json as Fields[];
    expect(rest).toHaveLength(5);
    expect(new Set([...first, ...rest].map(({ txid }) => txid)).size).toBe(31);
  });

  it('takes payments that are short, double, split, to others, and for several at once', async () => {
    const values = async (body: Fields): Promise<unknown[]> => {
      await pay('bitcoin', body);
      const rows = await list();
      await control(sandbox, 'POST', 'reset', { only: ['chains'] });
      return rows.map(({ vout }) => (vout as Fields[]).filter((out) => out['scriptpubkey'] === SCRIPT).map((out) => out['value']));
    };
    expect(await values({ how: 'short' })).toEqual([[45_000_000]]);
    expect(await values({ how: 'twice' })).toEqual([[50_000_000], [50_000_000]]);
    expect(await values({ how: 'split', amount: '101' })).toEqual([[50, 51]]);
    expect(await values({ how: 'wrong-recipient' })).toEqual([]);
    expect(await values({ address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g', also: { [BTC]: 7 } })).toEqual([[7]]);
    await expect(pay('bitcoin', { how: 'reverted' })).rejects.toThrow('cannot be paid like that');
  });

  it('shows a payment later: in the mempool, or in a block', async () => {
    await pay('bitcoin', { delayMs: 60_000 });
    expect(await list()).toEqual([]);
    await control(sandbox, 'POST', 'clock', { advanceMs: 60_000 });
    expect(await list()).toHaveLength(1);
    await pay('bitcoin', { delayBlocks: 2 });
    await act('bitcoin/mine', { blocks: 1 });
    expect((await list()).map(({ status }) => (status as Fields)['confirmed'])).toEqual([false, true]);
  });

  it('replaces and drops what has no block', async () => {
    const [first] = await pay('bitcoin', {});
    const before = await list();
    const [second] = await pay('bitcoin', { amount: '60000000', replaces: first });
    const [replaced] = await list();
    expect([replaced!['txid'], (await get(`/tx/${first}`)).status]).toEqual([second, 404]);
    const input = (row: Fields): unknown => (row['vin'] as Fields[])[0]?.['txid'];
    expect(input(replaced!)).toBe(input(before[0]!));
    await act('bitcoin/drop', { txid: second });
    expect(await list()).toEqual([]);
    await expect(act('bitcoin/drop', { txid: second })).rejects.toThrow('not in the mempool');
  });

  it.each([
    ['back in the mempool', {}, [false]],
    ['in a new block', { keep: true }, [true]],
    ['gone', { drop: true }, []],
  ])('reorganises: a payment is %s', async (_what, how, expected) => {
    await pay('bitcoin', {});
    await act('bitcoin/mine', { blocks: 2 });
    const height = await tip();
    const before = ((await list())[0]!['status'] as Fields)['block_hash'];
    await act('bitcoin/reorganise', { depth: 2, ...how });
    expect(await tip()).toBe(height + 1);
    const after = (await list()).map(({ status }) => status as Fields);
    expect(after.map(({ confirmed }) => confirmed)).toEqual(expected);
    for (const { block_hash: hash } of after) expect(hash).not.toBe(before);
    expect((await get(`/block/${String(before)}/status`)).json).toEqual({ in_best_chain: false });
  });

  it('lies when it is told to', async () => {
    await pay('bitcoin', {});
    const height = await tip();
    await act('bitcoin/lies', { mempoolConfirmed: true });
    expect((await list())[0]!['status']).toMatchObject({ confirmed: true, block_height: height });
    await act('bitcoin/mine', { blocks: 1 });
    await act('bitcoin/lies', { buried: 3, tipAhead: 5 });
    expect((await list())[0]!['status']).toMatchObject({ block_height: height + 1 - 3 });
    expect(await tip()).toBe(height + 6);
    await act('bitcoin/lies', { tipFrozen: height });
    await act('bitcoin/mine', { blocks: 4 });
    expect(await tip()).toBe(height);
  });
});

describe("TRON's API", () => {
  const post = async (path: string, body: Fields = {}): Promise<unknown> =>
    (await open(sandbox, `/chain/tron${path}`, { method: 'POST', body: JSON.stringify(body) })).json;
  const index = async (query = ''): Promise<Fields> =>
    (await open(sandbox, `/chain/tron/v1/accounts/${TRON}/transactions/trc20?only_to=true${query}`)).json as Fields;
  const receipt = async (node: string, value: string): Promise<Fields> =>
    (await post(`/${node}/gettransactioninfobyid`, { value })) as Fields;
  const numberOf = (block: unknown): unknown => (block as { block_header: { raw_data: Fields } }).block_header.raw_data['number'];

  it('knows a payment at the head first, and after 18 more blocks as solid', async () => {
    const [txid = ''] = await pay('tron', {});
    expect([await receipt('wallet', txid), await receipt('walletsolidity', txid)]).toEqual([{}, {}]);
    await act('tron/mine', { blocks: 1 });
    const seen = await receipt('wallet', txid);
    expect(seen).toMatchObject({
      id: txid,
      contractResult: ['0'.repeat(64)],
      contract_address: `41${USDT_HEX}`,
      receipt: { result: 'SUCCESS' },
    });
    expect((seen['log'] as Fields[])[0]).toMatchObject({ address: USDT_HEX, data: '2faf080'.padStart(64, '0') });
    expect(((seen['log'] as Fields[])[0]!['topics'] as string[])[2]).toBe(TRON_WORD);
    await act('tron/mine', { blocks: 17 });
    expect(await receipt('walletsolidity', txid)).toEqual({});
    const { head, solid } = await act('tron/mine', { blocks: 1 });
    expect(await receipt('walletsolidity', txid)).toEqual(seen);
    expect([numberOf(await post('/wallet/getnowblock')), numberOf(await post('/walletsolidity/getnowblock'))]).toEqual([head, solid]);
    expect([Number(head) - Number(solid), solid]).toEqual([18, seen['blockNumber']]);
    expect(await post('/walletsolidity/gettransactioninfobyblocknum', { num: solid })).toEqual([seen]);
  });

  it('finds transfers through the index, page by page', async () => {
    for (let i = 0; i < 3; i++) await pay('tron', {});
    await act('tron/mine', { blocks: 1 });
    const first = await index('&limit=2');
    const { fingerprint } = first['meta'] as Fields;
    const second = await index(`&limit=2&fingerprint=${String(fingerprint)}`);
    const rows = [...(first['data'] as Fields[]), ...(second['data'] as Fields[])];
    expect(new Set(rows.map((row) => row['transaction_id'])).size).toBe(3);
    expect(rows[0]).toMatchObject({ to: TRON, type: 'Transfer', value: '50000000', token_info: { decimals: 6 }, block_timestamp: NOW });
    expect(second['meta']).not.toHaveProperty('fingerprint');
    expect((await index(`&min_timestamp=${NOW + 1}`))['data']).toEqual([]);
    expect((await index('&only_confirmed=true'))['data']).toEqual([]);
  });

  it.each([
    ['exact', [['50000000']]],
    ['short', [['45000000']]],
    ['twice', [['50000000'], ['50000000']]],
    ['split', [['25000000', '25000000']]],
    ['wrong-contract', [['50000000']]],
    ['wrong-recipient', [['50000000']]],
    ['no-value', [['0']]],
  ])('takes payments that are %s', async (how, expected) => {
    const txids = await pay('tron', { how });
    await act('tron/mine', { blocks: 1 });
    const logs = (await Promise.all(txids.map((txid) => receipt('wallet', txid)))).map((one) => one['log'] as Fields[]);
    expect(logs.map((log) => log.map(({ data }) => String(BigInt(`0x${String(data)}`))))).toEqual(expected);
    expect(logs.flat().every((log) => log['address'] === USDT_HEX)).toBe(how !== 'wrong-contract');
    expect(logs.flat().every((log) => (log['topics'] as string[])[2] === TRON_WORD)).toBe(how !== 'wrong-recipient');
    const found = async (query: string) => ((await index(query))['data'] as Fields[]).length;
    expect(await found('')).toBe(how === 'wrong-recipient' ? 0 : expected.flat().length);
    const isUsdt = how !== 'wrong-contract' && how !== 'wrong-recipient';
    expect(await found('&contract_address=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(isUsdt ? expected.flat().length : 0);
  });

  it('reverts without a log', async () => {
    const [txid = ''] = await pay('tron', { how: 'reverted' });
    await act('tron/mine', { blocks: 1 });
    const failed = await receipt('wallet', txid);
    expect(failed).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' }, resMessage: expect.stringMatching(/^[0-9a-f]+$/) });
    expect(failed).not.toHaveProperty('log');
  });

  it('shows a payment later: in time, in blocks, in the index', async () => {
    await pay('tron', { delayMs: 1_000 });
    await pay('tron', { delayBlocks: 3 });
    await pay('tron', { indexDelay: 2 });
    const rows = async (): Promise<number> => ((await act('tron/mine', { blocks: 1 })) && ((await index())['data'] as Fields[])).length;
    expect([await rows(), await rows(), await rows(), await rows()]).toEqual([0, 0, 1, 2]);
    await control(sandbox, 'POST', 'clock', { advanceMs: 1_000 });
    expect(await rows()).toBe(3);
  });

  it('reorganises what is not solid, and nothing else', async () => {
    const [txid = ''] = await pay('tron', {});
    await act('tron/mine', { blocks: 3 });
    await act('tron/reorganise', { depth: 3, drop: true });
    expect(await receipt('wallet', txid)).toEqual({});
    await expect(act('tron/reorganise', { depth: 19 })).rejects.toThrow('1 to 18');
  });

  it('lies when it is told to', async () => {
    const [txid = ''] = await pay('tron', {});
    const { solid } = await act('tron/mine', { blocks: 1 });
    await act('tron/lies', { headAsSolid: true });
    expect(await receipt('walletsolidity', txid)).toMatchObject({ id: txid });
    await act('tron/lies', { indexValues: true });
    expect(((await index())['data'] as Fields[])[0]).toMatchObject({ value: '51000000' });
    await act('tron/lies', { solidFrozen: solid });
    expect(await act('tron/mine', { blocks: 50 })).toMatchObject({ solid });
  });

  it('answers 200 also to what it does not understand', async () => {
    expect(await receipt('wallet', 'xyz')).toEqual({});
    const bad = await open(sandbox, '/chain/tron/wallet/gettransactioninfobyid', { method: 'POST', body: '{' });
    expect([bad.status, bad.json]).toEqual([200, { Error: expect.stringContaining('class ') }]);
    expect((await open(sandbox, '/chain/tron/v1/accounts/nobody/transactions/trc20')).status).toBe(400);
  });
});

describe('faults and control of the chains', () => {
  const url = `/chain/bitcoin/address/${BTC}/txs`;

  it('faults hit a path like those of the exchange, and show in the log', async () => {
    await control(sandbox, 'POST', 'faults', {
      path: '/chain/bitcoin/*',
      times: 1,
      do: { status: 429, text: 'Too Many Requests', retryAfter: 5 },
    });
    const limited = await open(sandbox, url);
    expect([limited.status, limited.text, limited.headers.get('retry-after')]).toEqual([429, 'Too Many Requests', '5']);
    expect((await open(sandbox, url)).status).toBe(200);
    await pay('bitcoin', {});
    await control(sandbox, 'POST', 'faults', { path: url, times: 1, do: { cutAt: 40 } });
    expect((await open(sandbox, url)).json).toBeUndefined();
    await control(sandbox, 'POST', 'faults', { path: url, times: 1, do: { rows: 'duplicate' } });
    expect((await open(sandbox, url)).json).toHaveLength(3);
    await control(sandbox, 'POST', 'faults', { path: url, times: 1, do: { reset: true } });
    await expect(open(sandbox, url)).rejects.toThrow();
    const log = (await control(sandbox, 'GET', 'log?path=/chain/')) as unknown as Fields[];
    expect(log.map(({ status }) => status)).toEqual([429, 200, 200, 200, 0]);
  });

  it.each([
    ['bitcoin/pay', { address: 'nobody', amount: '1' }, 'no Bitcoin address'],
    ['tron/pay', { address: BTC, amount: '1' }, 'no TRON address'],
    ['bitcoin/pay', { address: BTC, amount: 1 }, 'amount is a text'],
    ['bitcoin/pay', { address: BTC, amount: '1.5' }, 'whole number of the smallest unit'],
    ['bitcoin/pay', { address: BTC, amount: '1', how: 'nicely' }, 'how is one of'],
    ['bitcoin/mine', { block: 1 }, 'unknown field block'],
    ['bitcoin/lies', { headAsSolid: true }, 'unknown field headAsSolid'],
    ['tron/drop', { txid: '' }, 'drop is for bitcoin'],
    ['bitcoin/dance', {}, 'unknown act'],
    ['dogecoin/mine', {}, 'unknown chain'],
  ])('%s %j is refused', async (what, body, message) => {
    await expect(act(what, body)).rejects.toThrow(message);
  });

  it('a reset begins with new chains', async () => {
    await pay('bitcoin', {});
    await act('bitcoin/lies', { tipAhead: 3 });
    await control(sandbox, 'POST', 'reset', { only: ['chains'] });
    expect((await open(sandbox, url)).json).toEqual([]);
    expect(Number((await open(sandbox, '/chain/bitcoin/blocks/tip/height')).text)).toBe(
      (await control(sandbox, 'GET', 'chain/bitcoin/state'))['tip'],
    );
  });
});

describe('chains in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chains-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('go on after the process was killed or ended: no payment is lost, and no transaction has the id of another', async () => {
    const chainFile = join(folder, 'chains.json');
    const told = async (of: Sandbox) => [
      (await open(of, `/chain/bitcoin/address/${BTC}/txs`)).json,
      (await open(of, '/chain/bitcoin/blocks/tip/height')).text,
      (await open(of, `/chain/tron/v1/accounts/${TRON}/transactions/trc20?only_to=true&limit=200`)).json,
    ];
    const payments = async (of: Sandbox) => {
      const bitcoin = await control(of, 'POST', 'chain/bitcoin/pay', { address: BTC, amount: '77860' });
      const tron = await control(of, 'POST', 'chain/tron/pay', { address: TRON, amount: '50004200' });
      for (const [name, blocks] of Object.entries({ bitcoin: 2, tron: 20 })) await control(of, 'POST', `chain/${name}/mine`, { blocks });
      return [...(bitcoin['txids'] as string[]), ...(tron['txids'] as string[])];
    };
    const first = await startSandbox({ now: () => NOW, chainFile });
    const txids = await payments(first);
    await control(first, 'POST', 'chain/bitcoin/reorganise', { depth: 1 });
    const before = await told(first);

    const second = await startSandbox({ now: () => NOW, chainFile });
    expect(await told(second)).toEqual(before);
    txids.push(...(await payments(second)));
    const after = await told(second);
    await first.close();
    await second.close();

    const third = await startSandbox({ now: () => NOW, chainFile });
    expect(await told(third)).toEqual(after);
    txids.push(...(await payments(third)));
    await third.close();
    expect(new Set(txids).size).toBe(6);
    expect(JSON.stringify(after)).toContain(txids[3]);
  });

  it('have new solid blocks at once where blocks appear by themselves, however long nothing ran', async () => {
    const chainFile = join(folder, 'old.json');
    await (await startSandbox({ now: () => NOW, chainFile })).close();
    const later = NOW + 3_600_000;
    const sandbox = await startSandbox({ now: () => later, chainFile, mines: true });
    const { json } = await open(sandbox, '/chain/tron/walletsolidity/getnowblock', { method: 'POST', body: '{}' });
    expect(json).toMatchObject({ block_header: { raw_data: { timestamp: later } } });
    await sandbox.close();
  });

  it('stop the start where the file cannot be read, instead of beginning anew', async () => {
    const chainFile = join(folder, 'broken.json');
    writeFileSync(chainFile, '{"bitcoin":');
    await expect(startSandbox({ now: () => NOW, chainFile })).rejects.toThrow(`the chains cannot be read from ${chainFile}`);
  });
});
