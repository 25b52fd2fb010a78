import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { inNetworks } from '../../platform/config/index.js';
import { DEFAULT_PROXIES, parseTrustedProxies } from '../../platform/config/trusted-proxies.config.js';
import { clientAddress, countedAs } from './client-address.js';

const from = (remoteAddress: string, told?: string, proxies = DEFAULT_PROXIES) =>
  clientAddress(
    { socket: { remoteAddress } as IncomingMessage['socket'], headers: told === undefined ? {} : { 'x-forwarded-for': told } },
    inNetworks(parseTrustedProxies(proxies)),
  );

describe('the address of a client', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.1.2.3', '192.0.2.5, 198.51.100.1, 172.16.0.4', '198.51.100.1'],
    ['::1', 'nonsense', 'nonsense'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['10.0.0.2', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('of a connection from %s that tells %s is %s', (remote, told, expected) => {
    expect(from(remote, told)).toBe(expected);
  });

  it('is what a proxy tells that TRUSTED_PROXIES names, and no other', () => {
    expect(from('203.0.113.9', '198.51.100.1', '203.0.113.0/24')).toBe('198.51.100.1');
    expect(from('10.0.0.2', '198.51.100.1', '203.0.113.0/24')).toBe('10.0.0.2');
    expect(from('127.0.0.1', '198.51.100.1', 'none')).toBe('127.0.0.1');
  });
});

describe('what is counted as one', () => {
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::', '0:0:0:0'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%s is %s', (address, expected) => {
    expect(countedAs(address)).toBe(expected);
  });
});
