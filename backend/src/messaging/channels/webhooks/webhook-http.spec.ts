import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookHttpClient, type WebhookHttpSettings } from './webhook-http.client.js';

let server: Server;
let port: number;
const requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/redirect') return response.writeHead(302, { location: '/trap' }).end();
    if (request.url === '/reset') return void request.socket.destroy();
    if (request.url === '/garbage') return void request.socket.end('no HTTP at all\r\n\r\n');
    if (request.url === '/hang') return;
    if (request.url === '/cut')
      return void response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    if (request.url === '/endless') return void response.end('x'.repeat(1_000_000));
    response.writeHead(200).end('taken');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** Every name leads there. */
const leadsTo =
  (...addresses: string[]): LookupFunction =>
  (_host, options, found) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) found(null, all);
    else found(null, all[0]!.address, all[0]!.family);
  };
const post = (url: string, settings: Partial<WebhookHttpSettings> = {}) =>
  new WebhookHttpClient({ allowLoopback: false, deniedAddresses: [], timeoutMs: 5000, ...settings }).post({
    url: new URL(url),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
  });
const local = (path: string, settings: Partial<WebhookHttpSettings> = {}) =>
  post(`http://127.0.0.1:${port}${path}`, { allowLoopback: true, ...settings });

describe('a webhook request', () => {
  it.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
  ])('is not made to %s, over http or https', async (host) => {
    const before = requests.length;
    for (const scheme of ['http', 'https'])
      expect(await post(`${scheme}://${host}:${port}/in`)).toEqual({ kind: 'refused', code: 'private-address' });
    expect(requests.length).toBe(before);
  });

  it.each([
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.7'],
    ['fd00::1'],
    // One public address beside a private one.
    ['93.184.216.34', '127.0.0.1'],
  ])('is not made to a name that leads to %s', async (...addresses) => {
    const before = requests.length;
    for (const scheme of ['http', 'https'])
      expect(await post(`${scheme}://rebound.example:${port}/in`, { lookup: leadsTo(...addresses) })).toEqual({
        kind: 'refused',
        code: 'private-address',
      });
    expect(requests.length).toBe(before);
  });

  it('is not made to an address of our own on the internet', async () => {
    expect(await post('https://rebound.example/in', { lookup: leadsTo('93.184.216.34'), deniedAddresses: ['93.184.216.34'] })).toEqual({
      kind: 'refused',
      code: 'private-address',
    });
  });

  it('does not follow a redirect', async () => {
    expect(await local('/redirect')).toMatchObject({ kind: 'answered', status: 302 });
    expect(requests).not.toContain('/trap');
  });

  it('reads an answer, of a long one its beginning, of one that breaks off its status', async () => {
    expect(await local('/in')).toEqual({ kind: 'answered', status: 200, retryAfter: undefined, text: 'taken' });
    expect(await local('/endless')).toMatchObject({ status: 200, text: 'x'.repeat(64 * 1024) });
    expect(await local('/cut')).toMatchObject({ kind: 'answered', status: 200 });
  });

  it.each([
    ['/reset', 'ECONNRESET'],
    ['/garbage', expect.stringMatching(/^HPE_/)],
  ])('may have arrived after %s', async (path, code) => {
    expect(await local(path)).toEqual({ kind: 'unknown', code });
  });

  it('may have arrived when nothing is answered in time', async () => {
    expect(await local('/hang', { timeoutMs: 100 })).toEqual({ kind: 'unknown', code: 'timeout' });
  });

  it('was not sent without a connection', async () => {
    expect(await post('http://127.0.0.1:1/in', { allowLoopback: true })).toEqual({ kind: 'unsent', code: 'ECONNREFUSED' });
    expect(await post(`https://127.0.0.1:${port}/in`, { allowLoopback: true })).toMatchObject({ kind: 'unsent' });
    const nowhere: LookupFunction = (_host, _options, found) =>
      found(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4);
    expect(await post('https://nowhere.example/in', { lookup: nowhere })).toEqual({ kind: 'unsent', code: 'ENOTFOUND' });
  });
});
