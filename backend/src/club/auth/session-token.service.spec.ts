import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { JwtService, type JwtSignOptions } from '@nestjs/jwt';
import fc from 'fast-check';
import type { AppConfig } from '../../platform/config/index.js';
import { SessionTokenService } from './session-token.service.js';

const key = (fill: number) => Buffer.alloc(32, fill);
const ring = (current: string, ids: Record<string, number>) =>
  ({ deriveKeys: () => ({ current, keys: new Map(Object.entries(ids).map(([id, fill]) => [id, key(fill)])) }) }) as unknown as AppConfig;
const jwt = new JwtService();
const serviceWith = (current: string, ids: Record<string, number>) => new SessionTokenService(ring(current, ids), jwt);
const inAnHour = () => Date.now() / 1000 + 3600;
const who = () => ({ userId: randomUUID(), sessionId: randomUUID() });
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('session tokens', () => {
  const tokens = serviceWith('b', { a: 1, b: 2 });

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
    const old = serviceWith('a', { a: 1 }).issue(who(), inAnHour());
    expect(tokens.read(old)).not.toBeNull();
    expect(serviceWith('c', { a: 1, b: 2, c: 3 }).read(old)).toBeNull();
  });

  it('are refused once they have run out, with a minute of leeway for clocks', () => {
    expect(tokens.read(tokens.issue(who(), Date.now() / 1000 - 30))).not.toBeNull();
    expect(tokens.read(tokens.issue(who(), Date.now() / 1000 - 90))).toBeNull();
  });

  it('are refused without the right algorithm, key, key id or claims', () => {
    const { userId: sub, sessionId: sid } = who();
    const body = { sub, sid, jti: 'x', exp: Math.floor(inAnHour()) };
    const signed = (payload: object, options: JwtSignOptions) =>
      jwt.sign(payload, { algorithm: 'HS256', secret: key(2), keyid: 'b', ...options });
    expect(tokens.read(signed(body, {}))).not.toBeNull();
    expect(tokens.read(signed(body, { secret: key(9) }))).toBeNull();
    expect(tokens.read(signed(body, { keyid: 'a' }))).toBeNull();
    expect(tokens.read(signed(body, { keyid: 'unknown' }))).toBeNull();
    expect(tokens.read(signed(body, { algorithm: 'HS512' }))).toBeNull();
    expect(tokens.read(signed({ ...body, role: 'admin' }, {}))).toBeNull();
    expect(tokens.read(signed({ ...body, sid: undefined }, {}))).toBeNull();
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    const none = `${encoded('{"alg":"none","kid":"b"}')}.${encoded(JSON.stringify(body))}.`;
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

  describe('that were verified before', () => {
    afterEach(() => void jest.restoreAllMocks());
    const verifications = () => {
      const spy = jest.spyOn(jwt, 'verify');
      return () => spy.mock.calls.length;
    };

    it('are not verified again', () => {
      const count = verifications();
      const claims = who();
      const token = tokens.issue(claims, inAnHour());
      expect([tokens.read(token), tokens.read(token)]).toEqual([claims, claims]);
      expect(count()).toBe(1);
    });

    it('expire all the same', () => {
      const now = Date.now();
      const token = tokens.issue(who(), now / 1000 + 10);
      expect(tokens.read(token)).not.toBeNull();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 69_000);
      expect(tokens.read(token)).not.toBeNull();
      clock.mockReturnValue(now + 71_000);
      expect(tokens.read(token)).toBeNull();
    });

    it('are remembered in their canonical spelling alone, which is looked at first', () => {
      const count = verifications();
      const token = tokens.issue(who(), inAnHour());
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const last = alphabet.indexOf(token.at(-1) ?? '');
      const sameBytes = [1, 2, 3].map((unused) => token.slice(0, -1) + alphabet[last + unused]);
      for (const spelling of sameBytes) expect(tokens.read(spelling)).toBeNull();
      expect(count()).toBe(0);
      expect(tokens.read(token)).not.toBeNull();
      for (const spelling of sameBytes) expect(tokens.read(spelling)).toBeNull();
      expect(count()).toBe(1);
    });

    it('leave no trace where they were refused', () => {
      const count = verifications();
      const forged = serviceWith('b', { b: 9 }).issue(who(), inAnHour());
      const claims = who();
      const early = tokens.issue(claims, Date.now() / 1000 - 90);
      for (const token of [forged, early, forged, early]) expect(tokens.read(token)).toBeNull();
      expect(count()).toBe(4);
    });
  });
});
