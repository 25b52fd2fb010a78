import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { messageIdOf, newSecret, signaturesOf } from './webhook-signature.rules.js';

/** What a receiver does, written from the text of Standard Webhooks 1.0: any of the signatures may match. */
function verified(secret: string, id: string, timestamp: string, header: string, body: string): boolean {
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const expected = createHmac('sha256', key).update([id, timestamp, body].join('.')).digest();
  return header.split(' ').some((part) => {
    const [version, signature] = part.split(',');
    const given = Buffer.from(signature ?? '', 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

describe('signaturesOf', () => {
  it('makes the signature of the published example', () => {
    const signature = signaturesOf(
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      '{"test": 2432232314}',
    );
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is accepted by receivers with either secret, and by nobody for another body, id or time', () => {
    const [fresh, old, other] = [newSecret(), newSecret(), newSecret()];
    const body = '{"side":"long","note":"ß €"}';
    const header = signaturesOf([fresh, old], 'msg_1', 1000, body);
    for (const secret of [fresh, old]) expect(verified(secret, 'msg_1', '1000', header, body)).toBe(true);
    expect(verified(other, 'msg_1', '1000', header, body)).toBe(false);
    expect(verified(fresh, 'msg_2', '1000', header, body)).toBe(false);
    expect(verified(fresh, 'msg_1', '1001', header, body)).toBe(false);
    expect(verified(fresh, 'msg_1', '1000', header, `${body} `)).toBe(false);
  });
});

describe('newSecret', () => {
  it('has 32 random bytes', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toBe(secret);
  });
});

describe('messageIdOf', () => {
  it('has no dots, which divide what is signed', () => {
    expect(messageIdOf('0190b5a0-0000-7000-8000-000000000001')).toBe('msg_0190b5a0-0000-7000-8000-000000000001');
  });
});
