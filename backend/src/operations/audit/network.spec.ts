import { describe, expect, it } from '@jest/globals';
import { networkOf, subnetOf } from './network.js';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0db8:0001::7', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('of %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  it.each([undefined, '', 'localhost', '1.2.3', 'nonsense::g'])('%p has none', (ip) => expect(networkOf(ip)).toBeNull());
});

describe('the subnet that sign-ins are counted by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
  ])('of %s is %s', (ip, subnet) => expect(subnetOf(ip)).toBe(subnet));
});
