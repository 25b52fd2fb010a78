import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_LENGTH = 2000;
/** Port 443 is left out by the parser. */
const PORTS = ['', '8443'];
/** Host names that are local, or that never resolve. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa|invalid)$/;

/** Why a URL is refused. */
export type AddressProblem = 'unreadable' | 'too-long' | 'not-https' | 'port' | 'user-info' | 'own-host' | 'private';

export interface AddressRules {
  /** The host of our own site. */
  ownHost: string;
  /** This machine may be called, over http and on every port: outside of production alone. */
  allowLoopback: boolean;
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Whether an IP address belongs to the internet, and not to this machine, a private network or a special purpose. */
export const isPublicAddress = (address: string): boolean => ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast';

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '::1';

/**
 * Reads the URL of a webhook. The parser turns every spelling of an IP address (2130706433, 0x7f.1, 0177.0.0.1) into the usual one. What a
 * name leads to is checked where the connection is made.
 */
export function webhookUrl(text: string, { ownHost, allowLoopback }: AddressRules): URL | AddressProblem {
  if (text.length > MAX_LENGTH) return 'too-long';
  if (!URL.canParse(text)) return 'unreadable';
  const url = new URL(text);
  const host = bare(url.hostname.toLowerCase());
  if (url.username !== '' || url.password !== '') return 'user-info';
  if (allowLoopback && isLoopback(host) && (url.protocol === 'http:' || url.protocol === 'https:')) return withoutHash(url);
  if (url.protocol !== 'https:') return 'not-https';
  if (!PORTS.includes(url.port)) return 'port';
  if (host === ownHost.toLowerCase()) return 'own-host';
  if (isIP(host) === 0 ? LOCAL_NAME.test(host) || !host.includes('.') : !isPublicAddress(host)) return 'private';
  return withoutHash(url);
}

function withoutHash(url: URL): URL {
  url.hash = '';
  return url;
}
