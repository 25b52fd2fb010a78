import { createECDH } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import webPush from 'web-push';
import { isBrowserKey, isBrowserSecret, pushEndpoint } from './push-endpoint.rules.js';
import { PushServiceClient } from './push-service.client.js';

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];
const rules = { hosts, allowLoopback: false };

describe('pushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('takes %s', (text) => {
    expect(pushEndpoint(text, rules)).toEqual(new URL(text));
  });

  it.each([
    ['nonsense', 'unreadable'],
    ['http://fcm.googleapis.com/abc', 'not-https'],
    ['ftp://fcm.googleapis.com/abc', 'not-https'],
    ['https://fcm.googleapis.com:8443/abc', 'port'],
    ['https://fcm.googleapis.com:80/abc', 'port'],
    ['https://user@fcm.googleapis.com/abc', 'user-info'],
    ['https://user:secret@fcm.googleapis.com/abc', 'user-info'],
    ['https://fcm.googleapis.com.example.com/abc', 'service'],
    ['https://example.com/fcm.googleapis.com', 'service'],
    ['https://evilpush.apple.com/abc', 'service'],
    ['https://push.apple.com/abc', 'service'],
    ['https://fcm.googleapis.com./abc', 'service'],
    ['https://127.0.0.1/abc', 'service'],
    ['https://2130706433/abc', 'service'],
    ['https://[::ffff:127.0.0.1]/abc', 'service'],
    ['https://localhost/abc', 'service'],
    ['https://169.254.169.254/latest', 'service'],
    [`https://${'a'.repeat(60)}.push.apple.com/abc`, 'service'],
    [`https://fcm.googleapis.com/${'x'.repeat(1000)}`, 'too-long'],
  ])('refuses %s as %s', (text, problem) => {
    expect(pushEndpoint(text, rules)).toBe(problem);
  });

  it('takes this machine where that is allowed and named, on any port', () => {
    const local = { hosts: ['localhost'], allowLoopback: true };
    expect(pushEndpoint('https://localhost:8443/push', local)).toBeInstanceOf(URL);
    expect(pushEndpoint('https://localhost:8443/push', { ...local, allowLoopback: false })).toBe('port');
    expect(pushEndpoint('https://127.0.0.1/push', local)).toBe('service');
  });
});

describe('the keys of a browser', () => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const point = curve.getPublicKey();

  it('are a point of the curve, and 16 bytes', () => {
    expect([isBrowserKey(point.toString('base64url')), isBrowserSecret(Buffer.alloc(16).toString('base64url'))]).toEqual([true, true]);
  });

  it.each([
    ['a point beside the curve', Buffer.concat([point.subarray(0, 64), Buffer.from([point[64]! ^ 1])])],
    ['a compressed point', curve.getPublicKey(null, 'compressed')],
    ['too few bytes', point.subarray(1)],
    ['nothing', Buffer.alloc(0)],
  ])('are not %s', (_, bytes) => {
    expect(isBrowserKey(bytes.toString('base64url'))).toBe(false);
  });

  it('are base64url of the right length', () => {
    expect([isBrowserSecret(Buffer.alloc(15).toString('base64url')), isBrowserSecret('a secret of spaces!!'), isBrowserKey('+/=')]).toEqual(
      [false, false, false],
    );
  });
});

describe('a request to a push service', () => {
  const vapid = webPush.generateVAPIDKeys();
  const browser = createECDH('prime256v1');
  browser.generateKeys();

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '64:ff9b::7f00:1', '0.0.0.0'])(
    'is not made where its name leads to %s',
    async (address) => {
      const lookup: LookupFunction = (_host, options, found) => {
        const family = address.includes(':') ? 6 : 4;
        if (options.all) found(null, [{ address, family }]);
        else found(null, address, family);
      };
      const settings = { ...vapid, subject: 'mailto:support@tidemark-club.com', hosts };
      const client = new PushServiceClient(settings, { allowLoopback: false, deniedAddresses: [], lookup, timeoutMs: 5000 });
      const answer = await client.send({
        endpoint: new URL('https://fcm.googleapis.com/fcm/send/abc'),
        p256dh: browser.getPublicKey('base64url'),
        auth: Buffer.alloc(16).toString('base64url'),
        payload: '{}',
        timeToLive: 60,
        urgency: 'high',
        topic: 'abc',
      });
      expect(answer).toEqual({ kind: 'refused', code: 'private-address' });
    },
  );
});
