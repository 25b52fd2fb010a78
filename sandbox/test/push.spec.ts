import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as https from 'node:https';
import webPush from 'web-push';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { control, type Fields } from './support/client.ts';

const keys = webPush.generateVAPIDKeys();
const subject = 'mailto:support@tidemark-club.com';
let sandbox: Sandbox;
let cert: string;
beforeAll(async () => {
  sandbox = await startSandbox({ push: true });
  ({ cert } = (await control(sandbox, 'GET', 'push/service')) as { cert: string });
});
afterAll(() => sandbox.close());
beforeEach(() => control(sandbox, 'POST', 'reset', { only: ['push'] }));

interface Given {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
const subscribe = (more: object = {}) => control(sandbox, 'POST', 'push/subscriptions', more) as unknown as Promise<Given>;
const messages = () => control(sandbox, 'GET', 'push/messages') as unknown as Promise<Fields[]>;
const calls = () => control(sandbox, 'GET', 'push/calls') as unknown as Promise<Fields[]>;

interface Change {
  headers?: Record<string, string>;
  body?: Buffer;
  subject?: string;
  audience?: string;
  keys?: typeof keys;
}

/** Posts a message as the product does, with changes. */
function send(
  { endpoint, keys: { p256dh, auth } }: Given,
  text: string,
  change: Change = {},
): Promise<{ status: number; retryAfter?: string }> {
  const { cipherText } = webPush.encrypt(p256dh, auth, text, 'aes128gcm');
  const { publicKey, privateKey } = change.keys ?? keys;
  const audience = change.audience ?? new URL(endpoint).origin;
  const { Authorization } = webPush.getVapidHeaders(audience, change.subject ?? subject, publicKey, privateKey, 'aes128gcm');
  const headers = { authorization: Authorization, 'content-encoding': 'aes128gcm', ttl: '60', ...change.headers };
  return new Promise((resolve, reject) => {
    const request = https.request(endpoint, { method: 'POST', headers, ca: cert, agent: false }, (response) => {
      response.resume();
      const retryAfter = response.headers['retry-after'];
      resolve({ status: response.statusCode!, ...(retryAfter !== undefined && { retryAfter }) });
    });
    request.on('error', reject);
    request.end(change.body ?? cipherText);
  });
}

describe('the push service', () => {
  it('shows what the browser reads', async () => {
    const browser = await subscribe();
    expect(await send(browser, 'Grüße, سلام', { headers: { topic: 'abc', urgency: 'high' } })).toEqual({ status: 201 });
    expect(await messages()).toMatchObject([{ subscription: browser.id, text: 'Grüße, سلام', ttl: 60, topic: 'abc', urgency: 'high' }]);
  });

  it.each<[string, Change, number]>([
    ['a signature for another origin', { audience: 'https://push.example.com' }, 403],
    ['a subject that nobody reaches', { subject: 'mailto:admin@club.local' }, 403],
    ['no signature', { headers: { authorization: '' } }, 403],
    ['no TTL', { headers: { ttl: '' } }, 400],
    ['a long topic', { headers: { topic: 'x'.repeat(33) } }, 400],
    ['an unknown urgency', { headers: { urgency: 'now' } }, 400],
    ['another encoding', { headers: { 'content-encoding': 'aesgcm' } }, 400],
    ['more than 4,096 bytes', { body: Buffer.alloc(4097) }, 413],
  ])('refuses %s', async (_, change, status) => {
    expect(await send(await subscribe(), 'x', change)).toEqual({ status });
    expect(await messages()).toEqual([]);
  });

  it('knows the key with which a browser subscribed', async () => {
    const browser = await subscribe({ key: keys.publicKey });
    expect((await send(browser, 'x')).status).toBe(201);
    expect((await send(browser, 'x', { keys: webPush.generateVAPIDKeys() })).status).toBe(403);
  });

  it('says that a browser has gone', async () => {
    const browser = await subscribe();
    await control(sandbox, 'POST', 'push/unsubscribe', { id: browser.id });
    expect((await send(browser, 'x')).status).toBe(410);
    expect((await send({ ...browser, endpoint: `${browser.endpoint}x` }, 'x')).status).toBe(404);
  });

  it('fails as it is told to, also after it has taken the message', async () => {
    const browser = await subscribe();
    const arm = (action: object) => control(sandbox, 'POST', 'push/faults', { times: 1, do: action });
    await arm({ status: 429, retryAfter: 7 });
    expect(await send(browser, 'a')).toEqual({ status: 429, retryAfter: '7' });
    await arm({ reset: true, delivered: true });
    await expect(send(browser, 'b')).rejects.toThrow();
    await arm({ status: 502, delivered: true });
    expect((await send(browser, 'c')).status).toBe(502);
    expect((await messages()).map(({ text }) => text)).toEqual(['b', 'c']);
    expect((await calls()).map(({ status }) => status)).toEqual([429, 0, 502]);
  });
});
