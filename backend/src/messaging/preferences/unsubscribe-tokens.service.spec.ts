import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { loadConfig, type AppConfig } from '../../platform/config/index.js';
import { optionalEmails } from './notification-table.rules.js';
import { emailTopicOf, UnsubscribeTokens } from './unsubscribe-tokens.service.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const config = (ring: object): AppConfig =>
  loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    EXCHANGE_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: 'https://club.example',
    ENCRYPTION_KEYS: JSON.stringify(ring),
  });
const tokens = new UnsubscribeTokens(config({ current: 'a', keys: { a: key(1) }, index: key(9) }));

describe('an unsubscribe token', () => {
  const userId = randomUUID();
  const token = tokens.issue(userId);

  it('is one a member and topic, and names them', () => {
    expect(tokens.issue(userId)).toBe(token);
    expect(tokens.issue(randomUUID())).not.toBe(token);
    expect(tokens.read(token)).toEqual({ userId, topic: 'news', kinds: ['news'], only: null });
    expect(tokens.linkFor(userId)).toBe(`https://club.example/api/v1/public/unsubscribe/${token}`);
  });

  it('of one topic ends no other', () => {
    const other = tokens.issue(userId, 'signal-ended');
    expect(other).not.toBe(token);
    expect(tokens.read(other)).toEqual({ userId, topic: 'signal-ended', kinds: ['signal-ended'], only: null });
  });

  it('of an email of earlier versions ends every email about signals', () => {
    const kinds = ['signal-published', 'signal-changed', 'signal-ended'];
    expect(tokens.read(tokens.issue(userId, 'signals'))).toEqual({ userId, topic: 'signals', kinds, only: null });
  });

  it('of the daily email ends only what comes in it', () => {
    expect(tokens.read(tokens.issue(userId, 'signal-digest'))).toMatchObject({ topic: 'signal-digest', only: 'digest' });
  });

  it('can be made for every kind of email that a member can turn off, and for no other', () => {
    expect(optionalEmails.map(emailTopicOf)).toEqual(optionalEmails);
    expect([emailTopicOf('security'), emailTopicOf('payment')]).toEqual([null, null]);
    for (const kind of optionalEmails) expect(tokens.read(tokens.issue(userId, emailTopicOf(kind)!))?.kinds).toEqual([kind]);
  });

  it('is good after the keys were rotated', () => {
    const rotated = new UnsubscribeTokens(config({ current: 'b', keys: { b: key(2) }, index: key(9) }));
    expect(rotated.read(token)?.userId).toBe(userId);
  });

  it('cannot be made without the key', () => {
    const stranger = new UnsubscribeTokens(config({ current: 'a', keys: { a: key(1) }, index: key(8) }));
    expect(tokens.read(stranger.issue(userId))).toBeNull();
  });

  it('cannot be changed in any bit', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(tokens.read(changed.toString('base64url'))).toBeNull();
    }
  });

  it.each(['', 'x', token.slice(1), `${token}A`, 'A'.repeat(66), `${token.slice(0, 65)}=`])('is not %p', (wrong) => {
    expect(tokens.read(wrong)).toBeNull();
  });
});
