import { describe, expect, it } from '@jest/globals';
import { errorFields, scrub } from './logger.js';

describe('the log', () => {
  it.each([
    ['GET https://api.example/x?timestamp=1&signature=deadbeef&x=1', 'deadbeef'],
    ['connect postgres://user:hunter2@db.example/x', 'hunter2'],
    ['Authorization: Bearer abc.def.ghi', 'abc.def.ghi'],
    ['see http://x/#/emailconfirm/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAA'],
    ['see https://x/api/v1/public/unsubscribe/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB', 'BBBBBBBBBBBBBBBB'],
    ['POST https://api.telegram.org/bot7000000001:AAsecret_of-the_bot_0123456789abcd/sendMessage', 'AAsecret'],
    ['GET /bot7000000001%3AAAsecret_of-the_bot_0123456789abcd/getMe', 'AAsecret'],
    ['the token 7000000001:AAsecret_of-the_bot_0123456789abcd is refused', 'AAsecret'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
  ])('keeps the secret out of %s', (text, secret) => {
    expect(scrub(text)).not.toContain(secret);
    expect(scrub(text)).toContain('[redacted]');
  });

  it('writes of an error its name, code, message and cause, and no other property', () => {
    const error = Object.assign(new TypeError('bad signature=abc', { cause: new Error('postgres://a:b@c/') }), {
      code: 'E1',
      parameters: ['hunter2'],
      request: { password: 'x' },
    });
    const fields = errorFields(error);
    expect(fields).toMatchObject({
      type: 'TypeError',
      code: 'E1',
      message: 'bad signature=[redacted]',
      cause: { message: 'postgres://a:[redacted]@c/' },
    });
    expect(JSON.stringify(fields)).not.toContain('hunter2');
  });
});
