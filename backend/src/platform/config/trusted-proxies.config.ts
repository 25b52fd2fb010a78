import { BlockList, isIP, isIPv6 } from 'node:net';

/** Private networks by the names that Fastify uses. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
export const DEFAULT_PROXIES = 'loopback,linklocal,uniquelocal';

/**
 * Parses a comma-separated list of addresses, networks and names into CIDR networks; `none` is the empty list. Throws an Error that quotes
 * the wrong part.
 */
export function parseTrustedProxies(source: string): readonly string[] {
  if (source.trim() === 'none') return [];
  return source.split(',').flatMap((part) => named[part.trim()] ?? [network(part.trim())]);
}

function network(text: string): string {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIPv6(address) ? 128 : 32;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
  if (isIP(address) === 0 || more.length > 0 || !(length >= 0 && length <= bits))
    throw new Error(
      `names "${text}": it is a comma list of addresses, networks such as 10.0.0.0/8, loopback, linklocal and uniquelocal, or none`,
    );
  // Every client could then choose the address that rate limits and logs see.
  if (length === 0) throw new Error(`names "${text}", which is everybody: name the proxies alone`);
  return `${address}/${length}`;
}

/** Returns a function that tests whether an address is in one of the networks. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of networks) {
    const [address, prefix] = text.split('/') as [string, string];
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
