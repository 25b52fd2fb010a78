import { describe, expect, it } from '@jest/globals';
import type { AppConfig } from '../../../platform/config/index.js';
import { PasskeysNeedAName } from './mfa.errors.js';
import { RelyingPartyPolicy } from './relying-party.policy.js';

const site = (publicUrl: string, { production = false, port = 3000 } = {}) =>
  new RelyingPartyPolicy({ publicUrl, production, port } as AppConfig);

describe('the relying party in production', () => {
  const club = site('https://club.example.com', { production: true });

  it('is the host of PUBLIC_URL and believes its page alone, whatever page asks', () => {
    for (const page of [null, 'https://club.example.com', 'http://localhost:3000', 'https://evil.example', 'null', 'rubbish']) {
      expect(club.idFor(page)).toBe('club.example.com');
      expect(club.originsOf('club.example.com', page)).toEqual(['https://club.example.com']);
      expect(club.originsOf('localhost', page)).toEqual([]);
    }
  });

  it('keeps the port of PUBLIC_URL in the page and out of the id', () => {
    const other = site('https://club.example.com:8443', { production: true });
    expect([other.idFor(null), other.originsOf('club.example.com', null)]).toEqual(['club.example.com', ['https://club.example.com:8443']]);
  });

  it.each(['https://203.0.113.7', 'https://[2001:db8::1]:8443'])('has no passkeys at %s, and knows no other place', (address) => {
    expect(() => site(address, { production: true }).idFor(null)).toThrow(PasskeysNeedAName);
    expect(() => site(address, { production: true }).idFor('http://localhost:3000')).toThrow(
      'Passkeys do not work at this address. Use an authenticator app instead',
    );
  });
});

describe('the relying party outside production', () => {
  const local = site('http://127.0.0.1:3100', { port: 3100 });

  it('is localhost for a page there, on whatever port, and for a caller without a page', () => {
    for (const page of [null, 'http://localhost:3100', 'http://localhost:5173']) expect(local.idFor(page)).toBe('localhost');
    expect(local.originsOf('localhost', null)).toEqual(['http://localhost:3100']);
    expect(local.originsOf('localhost', 'http://localhost:5173')).toContain('http://localhost:5173');
  });

  it.each(['https://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1:3100'])('does not believe %s', (page) => {
    expect(local.originsOf('localhost', page)).toEqual(['http://localhost:3100']);
  });

  it('sends a page at an IP address to localhost', () => {
    expect(() => local.idFor('http://127.0.0.1:3100')).toThrow('Passkeys do not work at this address. Open http://localhost:3100 instead');
  });

  it('knows the site of PUBLIC_URL beside localhost, and does not mix the two', () => {
    const both = site('https://dev.example.com');
    expect([both.idFor('https://dev.example.com'), both.idFor(null), both.idFor('http://localhost:5173')]).toEqual([
      'dev.example.com',
      'dev.example.com',
      'localhost',
    ]);
    expect(both.originsOf('dev.example.com', 'http://localhost:5173')).toEqual(['https://dev.example.com']);
    expect(both.originsOf('localhost', 'http://localhost:5173')).not.toContain('https://dev.example.com');
  });
});
