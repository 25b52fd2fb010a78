import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSigner } from 'fast-jwt';
import fc from 'fast-check';
import type { AppConfig } from '../config/index.js';
import { SessionTokens } from './session-token.js';

const key = (fill: number) => Buffer.alloc(32, fill);
const ring = (current: string, ids: Record<string, number>) =>
  ({ deriveKeys: () => ({ current, keys: new Map(Object.entries(ids).map(([id, fill]) => [id, key(fill)])) }) }) as unknown as AppConfig;
const inAnHour = () => Date.now() / 1000 + 3600;
const who = () => ({ userId: randomUUID(), sessionId: randomUUID() });
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('session tokens', () => {
  const tokens = new SessionTokens(ring('b', { a: 1, b: 2 }));

  it('carry ids and times and nothing else', () => {
    const claims = who();
    const token = tokens.issue(claims, inAnHour());
    expect(tokens.read(token)).toEqual(claims);
    expect(Object.keys(payloadOf(token)).sort()).toEqual(['exp', 'iat', 'jti', 'sid', 'sub']);
    expect(headerOf(token)).toMatchObject({ alg: 'HS256', kid: 'b' });
  });

  it('differ, also for one session', () => {
    const claims = who();
    const end = inAnHour();
    expect(tokens.issue(claims, end)).not.toBe(tokens.issue(claims, end));
  });

  it('outlive one rotation of the keys, not two', () => {
    const old = new SessionTokens(ring('a', { a: 1 })).issue(who(), inAnHour());
    expect(tokens.read(old)).not.toBeNull();
    expect(new SessionTokens(ring('c', { a: 1, b: 2, c: 3 })).read(old)).toBeNull();
  });

  it('are refused once they have run out, with a minute of leeway for clocks', () => {
    expect(tokens.read(tokens.issue(who(), Date.now() / 1000 - 30))).not.toBeNull();
    expect(tokens.read(tokens.issue(who(), Date.now() / 1000 - 90))).toBeNull();
  });

  it('are refused without the right algorithm, key, key id or claims', () => {
    const { userId: sub, sessionId: sid } = who();
    const body = { sub, sid, jti: 'x', exp: Math.floor(inAnHour()) };
    const signed = (payload: object, options: object) => createSigner({ algorithm: 'HS256', key: key(2), kid: 'b', ...options })(payload);
    expect(tokens.read(signed(body, {}))).not.toBeNull();
    expect(tokens.read(signed(body, { key: key(9) }))).toBeNull();
    expect(tokens.read(signed(body, { kid: 'a' }))).toBeNull();
    expect(tokens.read(signed(body, { kid: 'unknown' }))).toBeNull();
    expect(tokens.read(signed(body, { algorithm: 'HS512' }))).toBeNull();
    expect(tokens.read(signed({ ...body, role: 'admin' }, {}))).toBeNull();
    expect(tokens.read(signed({ ...body, sid: undefined }, {}))).toBeNull();
    const none = `${Buffer.from('{"alg":"none","kid":"b"}').toString('base64url')}.${Buffer.from(JSON.stringify(body)).toString('base64url')}.`;
    expect(tokens.read(none)).toBeNull();
  });

  it('do not survive the change of a single character', () => {
    const token = tokens.issue(who(), inAnHour());
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(...'AZaz09-_.'), (at, character) => {
        fc.pre(token[at] !== character);
        expect(tokens.read(token.slice(0, at) + character + token.slice(at + 1))).toBeNull();
      }),
    );
  });

  it('have one spelling: the unused bits of the last character are no second one', () => {
    for (let i = 0; i < 40; i++) {
      const token = tokens.issue(who(), inAnHour());
      const read = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
        (character) => tokens.read(token.slice(0, -1) + character) !== null,
      );
      expect(read).toEqual([token.at(-1)]);
      expect(tokens.read(`${token}=`)).toBeNull();
    }
  });

  it('never throw on rubbish', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.string(), fc.string(), fc.string()).map((parts) => parts.join('.')),
        ),
        (rubbish) => expect(tokens.read(rubbish)).toBeNull(),
      ),
    );
  });
});
