import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PROXIES, inNetworks, parseTrustedProxies } from './trusted-proxies.config.js';

describe('TRUSTED_PROXIES', () => {
  it('is every private network where nothing is set', () => {
    const isProxy = inNetworks(parseTrustedProxies(DEFAULT_PROXIES));
    const inside = ['127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.1.1', 'fd00::1', 'fe80::1', '::ffff:10.1.2.3'];
    expect(inside.filter((address) => !isProxy(address))).toEqual([]);
    expect(['203.0.113.9', '172.32.0.1', '2001:db8::1', 'nonsense', ''].filter(isProxy)).toEqual([]);
  });

  it('is what is set, and nothing else', () => {
    const isProxy = inNetworks(parseTrustedProxies('203.0.113.7, 2001:db8:1::/48'));
    expect(['203.0.113.7', '2001:db8:1::9'].filter(isProxy)).toHaveLength(2);
    expect(['203.0.113.8', '127.0.0.1', '10.0.0.1', '2001:db8:2::9'].filter(isProxy)).toEqual([]);
    expect(parseTrustedProxies('none')).toEqual([]);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/x', '203.0.113.7,,', ' '])('refuses %j', (source) => {
    expect(() => parseTrustedProxies(source)).toThrow(/comma list/);
  });

  it.each(['0.0.0.0/0', '10.0.0.0/8,::/0'])('refuses everybody: %s', (source) => {
    expect(() => parseTrustedProxies(source)).toThrow(/everybody/);
  });
});
