import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { FileLinkRefused, FileLinksService } from './file-links.service.js';

class FixedClock extends Clock {
  constructor(public at: Date) {
    super();
  }
  now() {
    return this.at;
  }
}

const keys = new Map([
  ['k1', Buffer.alloc(32, 1)],
  ['k0', Buffer.alloc(32, 2)],
]);
const configOf = (ring: ReadonlyMap<string, Buffer>, current = 'k1') =>
  new AppConfig({ keyring: { current, keys: ring, index: Buffer.alloc(32) } } as ConstructorParameters<typeof AppConfig>[0]);
const clock = new FixedClock(new Date('2026-11-21T10:00:00Z'));
const links = new FileLinksService(configOf(keys), clock);
const actor = { userId: randomUUID(), sessionId: randomUUID(), role: 'admin' as const };
const fileId = randomUUID();

function parts(link: string) {
  const url = new URL(link, 'http://site');
  const { exp = '', kid = '', sig = '' } = Object.fromEntries(url.searchParams);
  return { id: url.pathname.split('/').at(-1)!, query: { exp, kid, sig } };
}

describe('links to files', () => {
  it('name the file, the expiry, the key and the signature, and tell whom they were made for', () => {
    const link = links.linkFor(fileId, actor);
    expect(link).toMatch(new RegExp(`^/api/v1/files/${fileId}\\?exp=1795255500&kid=k1&sig=[\\w-]+$`));
    const { id, query } = parts(link);
    expect(links.verify(id, query)).toEqual({ sessionId: actor.sessionId, userId: actor.userId, staff: true });
    expect(links.verify(id, parts(links.linkFor(fileId, { ...actor, role: 'trade club' })).query).staff).toBe(false);
  });

  it('live five minutes', () => {
    const { id, query } = parts(links.linkFor(fileId, actor));
    const later = (seconds: number) => new FileLinksService(configOf(keys), new FixedClock(new Date(clock.at.getTime() + seconds * 1000)));
    expect(later(300).verify(id, query).userId).toBe(actor.userId);
    expect(() => later(301).verify(id, query)).toThrow(FileLinkRefused);
  });

  it('open no other file and bear no later expiry', () => {
    const { id, query } = parts(links.linkFor(fileId, actor));
    expect(() => links.verify(randomUUID(), query)).toThrow(FileLinkRefused);
    expect(() => links.verify(id, { ...query, exp: String(Number(query.exp) + 1) })).toThrow(FileLinkRefused);
    expect(() => links.verify(id, { ...query, exp: '' })).toThrow(FileLinkRefused);
    expect(() => links.verify(id, { ...query, exp: '9e9' })).toThrow(FileLinkRefused);
  });

  it('do not verify after any single bit of the signature is turned: session, viewer and rank are bound', () => {
    const { id, query } = parts(links.linkFor(fileId, actor));
    const bytes = Buffer.from(query.sig, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => links.verify(id, { ...query, sig: altered.toString('base64url') })).toThrow(FileLinkRefused);
    }
    for (const sig of ['', query.sig.slice(0, -2), `${query.sig}AA`, '!!!!'])
      expect(() => links.verify(id, { ...query, sig })).toThrow(FileLinkRefused);
  });

  it('still open after a new key became current, and no longer once theirs is retired', () => {
    const { id, query } = parts(new FileLinksService(configOf(keys, 'k0'), clock).linkFor(fileId, actor));
    expect(links.verify(id, query).userId).toBe(actor.userId);
    expect(() => new FileLinksService(configOf(new Map([['k1', keys.get('k1')!]])), clock).verify(id, query)).toThrow(FileLinkRefused);
    expect(() => links.verify(id, { ...query, kid: 'k1' })).toThrow(FileLinkRefused);
    expect(() => links.verify(id, { ...query, kid: '__proto__' })).toThrow(FileLinkRefused);
  });
});
