import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { Client, code, NOW, open, sign, unlimited } from './support/client.ts';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => NOW });
  await unlimited(sandbox);
  client = new Client(sandbox, 'small');
});
afterAll(() => sandbox.close());

const ACCOUNT = '/api/v3/account';

function signed(payload: string, secret = client.secret): string {
  return `${ACCOUNT}?${payload}&signature=${sign(secret, payload)}`;
}

describe('a signed request', () => {
  it('is answered when key, signature and time are right', async () => {
    const answer = await client.raw(signed(`timestamp=${NOW}&recvWindow=5000`));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-sandbox')).toBe('1');
    expect(answer.json).toMatchObject({ accountType: 'SPOT', uid: expect.any(Number) });
  });

  it('takes the signature in capitals, and in front of other parameters', async () => {
    const payload = `timestamp=${NOW}&recvWindow=5000`;
    const signature = sign(client.secret, payload);
    expect((await client.raw(`${ACCOUNT}?${payload}&signature=${signature.toUpperCase()}`)).status).toBe(200);
    expect((await client.raw(`${ACCOUNT}?signature=${signature}&${payload}`)).status).toBe(200);
  });

  it('signs the bytes that were sent, query and body together', async () => {
    const funding = '/sapi/v1/asset/get-funding-asset';
    const [inQuery, inBody] = [`timestamp=${NOW}`, 'asset=USDT'];
    const post = (body: string) =>
      open(sandbox, `${funding}?${inQuery}`, { method: 'POST', headers: { 'X-MBX-APIKEY': new Client(sandbox, 'typical').apiKey }, body });
    const signature = sign(new Client(sandbox, 'typical').secret, inQuery + inBody);
    const answer = await post(`${inBody}&signature=${signature}`);
    expect({ status: answer.status, json: answer.json }).toMatchObject({ status: 200, json: [{ asset: 'USDT' }] });
    expect(code(await post(`asset=BTC&signature=${signature}`))).toBe(-1022);
  });
});

describe('the order of the checks', () => {
  const cases: [string, () => Promise<unknown>, number, number][] = [
    ['no key at all, whatever else is wrong', async () => open(sandbox, `${ACCOUNT}?signature=00`), 401, -2014],
    ['an unknown key, before its signature', async () => new Client(sandbox, 'nobody').raw(`${ACCOUNT}?signature=00`), 401, -2015],
    ['a revoked key, before its signature', async () => new Client(sandbox, 'small', `revoked-at-${NOW}`).get(ACCOUNT), 401, -2015],
    ['a key bound to another address', async () => new Client(sandbox, 'small', 'ip-locked').get(ACCOUNT), 401, -2015],
    ['a missing signature', async () => client.raw(`${ACCOUNT}?timestamp=${NOW}`), 400, -1102],
    ['a wrong secret, before a wrong time', async () => client.raw(signed('timestamp=1&recvWindow=99999', 'other')), 400, -1022],
    ['the wrong-secret profile', async () => new Client(sandbox, 'small', 'wrong-secret').get(ACCOUNT), 400, -1022],
    ['a recvWindow above a minute, before a wrong time', async () => client.raw(signed('timestamp=1&recvWindow=60001')), 400, -1131],
    ['a missing timestamp', async () => client.raw(signed('recvWindow=5000')), 400, -1102],
    ['a time one second ahead', async () => client.raw(signed(`timestamp=${NOW + 1000}`)), 400, -1021],
    ['a time older than recvWindow', async () => client.raw(signed(`timestamp=${NOW - 5001}`)), 400, -1021],
    ['a wrong time, before a missing symbol', async () => clientTrades('timestamp=1'), 400, -1021],
    ['a missing symbol, before a wrong limit', async () => clientTrades(`timestamp=${NOW}&limit=x`), 400, -1102],
    ['an unknown symbol', async () => clientTrades(`timestamp=${NOW}&symbol=NOPEUSDT`), 400, -1121],
  ];

  function clientTrades(payload: string) {
    return client.raw(`/api/v3/myTrades?${payload}&signature=${sign(client.secret, payload)}`);
  }

  it.each(cases)('%s', async (_name, request, status, wire) => {
    const answer = (await request()) as Awaited<ReturnType<typeof open>>;
    expect({ status: answer.status, code: code(answer) }).toEqual({ status, code: wire });
  });

  it('accepts a time just under a second ahead and exactly recvWindow behind', async () => {
    expect((await client.raw(signed(`timestamp=${NOW + 999}`))).status).toBe(200);
    expect((await client.raw(signed(`timestamp=${NOW - 5000}`))).status).toBe(200);
  });
});

describe('keys', () => {
  it('of one member share the account, of two members do not', async () => {
    const uid = async (c: Client): Promise<unknown> => ((await c.get(ACCOUNT)).json as { uid: number }).uid;
    const mine = await uid(client);
    expect(await uid(new Client(sandbox, 'small', 'can-trade'))).toBe(mine);
    expect(await uid(new Client(sandbox, 'small', 'read-only', { n: 2 }))).not.toBe(mine);
  });

  it('without futures rights get -2015 on fapi only', async () => {
    const limited = new Client(sandbox, 'futures-only', 'read-only-no-futures');
    const refused = await limited.get('/fapi/v3/positionRisk');
    expect({ status: refused.status, code: code(refused) }).toEqual({ status: 401, code: -2015 });
    expect((await limited.get(ACCOUNT)).status).toBe(200);
  });

  it("tell their rights under the exchange's names", async () => {
    const rights = async (keyProfile: string) =>
      (await new Client(sandbox, 'small', keyProfile).get('/sapi/v1/account/apiRestrictions')).json as Record<string, unknown>;
    const powers = (r: Record<string, unknown>) =>
      Object.keys(r)
        .filter((name) => r[name] === true)
        .sort();
    expect(powers(await rights('read-only'))).toEqual(['enableReading']);
    expect(powers(await rights('read-only-no-futures'))).toEqual(['enableReading']);
    expect(powers(await rights('can-trade'))).toContain('enableSpotAndMarginTrading');
    expect(powers(await rights('can-withdraw'))).toEqual(expect.arrayContaining(['enableWithdrawals', 'ipRestrict']));
  });
});

it('answers 404 JSON for a route it does not have', async () => {
  const answer = await open(sandbox, '/dapi/v1/exchangeInfo');
  expect({ status: answer.status, code: code(answer) }).toEqual({ status: 404, code: -1099 });
});
