import { isIPv4, isIPv6 } from 'node:net';

/** The network of an address, which is all we keep of it: /24 of IPv4, /48 of IPv6. Null for what is no address. */
export function networkOf(ip: string | undefined): string | null {
  return prefixOf(ip, 3);
}

/**
 * The network that sign-in attempts are counted by: /24 of IPv4, /64 of IPv6, which is one customer's. Kept as a keyed fingerprint alone.
 * Null for what is no address.
 */
export function subnetOf(ip: string | undefined): string | null {
  return prefixOf(ip, 4);
}

/** `groups` of an IPv6 address, 16 bits each; the first 24 bits of an IPv4 address. */
function prefixOf(ip: string | undefined, groups: number): string | null {
  const address = ip?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!address) return null;
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return null;
  return `${expanded(address).slice(0, groups).join(':')}::/${groups * 16}`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expanded(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...gap, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
