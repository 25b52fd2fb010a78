import { isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** The address of the client behind trusted proxies, the same that HTTP requests trust (api.ts): the last one in the chain that a trusted proxy has told. */
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

/** What is counted as one: an address of IPv4, and of IPv6 the /64 that one connection is given. */
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
