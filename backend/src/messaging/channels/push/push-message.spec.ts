import { describe, expect, it } from '@jest/globals';
import { MAX_PAYLOAD_BYTES, payloadText, timeToLive, topicOf, type PushPayload } from './push-message.rules.js';
import { pushText, SUBSCRIBED } from './push-texts.rules.js';

const id = '0190b5a0-6f1c-7000-8000-000000000001';
const signal = {
  id,
  symbol: 'BTC/USDT',
  side: 'long',
  entry: '64100',
  stop: '62650',
  targets: ['65400', '66900'],
  changes: [] as object[],
  outcome: null as object | null,
};
const shown = (changes: Partial<typeof signal> = {}, kind = 'signal.published', language: 'en' | 'es' | 'ar' = 'en') =>
  pushText(kind, JSON.stringify({ data: { ...signal, ...changes } }), language, 'event')!;
const payload = (body: string): PushPayload => ({ v: 1, title: 'x', body, tag: 't', url: '/', lang: 'en', dir: 'ltr', silent: false });

describe('topicOf', () => {
  it('names a subject in 22 characters of base64url', () => {
    expect(topicOf(id)).toMatch(/^[\w-]{22}$/);
    expect(topicOf('0190b5a0-6f1c-7000-8000-000000000002')).not.toBe(topicOf(id));
  });
});

describe('timeToLive', () => {
  it.each([
    ['signal.published', 7200, 3600],
    ['signal.published', 90.7, 90],
    ['signal.changed', 86_400, 3600],
    ['signal.ended', 3 * 86_400, 86_400],
    ['signal.published', -5, 0],
    ['push.subscribed', Infinity, 3600],
  ])('of %s with %d seconds left is %d', (kind, left, seconds) => {
    expect(timeToLive(kind, left)).toBe(seconds);
  });
});

describe('payloadText', () => {
  it.each(['x', 'é', '漢', '😀', '"', '\u0001'])('stays below 2,000 bytes with any number of %j', (character) => {
    for (const count of [1, 1900, 2000, 5000]) {
      const text = payloadText(payload(character.repeat(count)));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
      expect(JSON.parse(text)).toMatchObject({ title: 'x' });
    }
  });

  it('changes nothing that fits', () => {
    expect(JSON.parse(payloadText(payload('Entry 1')))).toEqual(payload('Entry 1'));
  });
});

describe('pushText', () => {
  it('has side and pair, entry, stop and targets, and leads to the signal', () => {
    expect(shown()).toEqual({
      title: 'LONG BTC/USDT',
      body: 'Entry 64100\nStop 62650\nTargets 65400 · 66900',
      dir: 'ltr',
      subjectId: id,
      path: `/#/user-trade-signal/${id}`,
    });
  });

  it.each([
    [{ kind: 'move_stop', stop: '64100', price: null }, 'Stop moved to 64100'],
    [{ kind: 'cancel', stop: null, price: null }, 'CANCELLED before entry'],
    [{ kind: 'close_now', stop: null, price: '64500' }, 'CLOSE NOW at about 64500'],
    [{ kind: 'close_now', stop: null, price: null }, 'CLOSE NOW'],
  ])('begins with the newest change: %j', (change, line) => {
    expect(shown({ changes: [{ kind: 'move_stop', stop: '1', price: null }, change] }, 'signal.changed').body.split('\n')[0]).toBe(line);
  });

  it.each([
    ['0.904', 'RESULT +0.90R after costs'],
    ['-1', 'RESULT −1.00R after costs'],
    ['0.001', 'RESULT 0.00R after costs'],
    [null, 'ENDED without an entry'],
  ])('shows the result %p', (r, body) => {
    expect(shown({ outcome: { r } }, 'signal.ended').body).toBe(body);
  });

  it('is from right to left in Arabic, with figures that keep their direction', () => {
    const { dir, body } = shown({}, 'signal.published', 'ar');
    expect([dir, body]).toEqual(['rtl', expect.stringContaining('\u206864100\u2069')]);
  });

  it('knows its greeting, and no other kind', () => {
    expect(pushText(SUBSCRIBED, '{}', 'en', 'event')).toMatchObject({ subjectId: 'event', path: '/#/notification-settings' });
    expect(pushText('webhook.test', '{}', 'en', 'event')).toBeNull();
  });
});
