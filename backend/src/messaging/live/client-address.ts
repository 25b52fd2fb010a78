import { isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/**
 * Returns the client's address behind the trusted proxies, which are the same as for HTTP (api.ts): the last untrusted address of the
 * chain.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isProxy: (address: string) => boolean,
): string {
  const told = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const chain = [...told, socket.remoteAddress ?? ''].reverse();
  return chain.find((address) => !isProxy(address)) ?? chain.at(-1) ?? '';
}

/** Returns the key that an address is counted under: the IPv4 address, or the /64 network of an IPv6 address. */
export function countedAs(address: string): string {
  const plain = address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const gap = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...gap, ...right].slice(0, 4).join(':');
}
