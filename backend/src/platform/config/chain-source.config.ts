import { isIP } from 'node:net';
import { inNetworks, parseTrustedProxies } from './trusted-proxies.config.js';

/** Where a chain is read; undefined: it is not. */
export interface ChainSettings {
  bitcoin: Readonly<{ apiUrl?: string; secondApiUrl?: string; accountKey?: string }>;
  tron: Readonly<{ apiUrl?: string; indexUrl?: string; secondApiUrl?: string; apiKey?: string; pool?: readonly string[] }>;
}

/** The control of the sandbox that npm start brings, which pays on its chains. */
export type DemoWallet = Readonly<{ url: string; token: string }>;

const isPrivateAddress = inNetworks(parseTrustedProxies('loopback,uniquelocal'));

/**
 * Parses the address of a source of chain data, without a slash at its end. Over plain HTTP anyone on the way could invent payments, so
 * it is for the machine itself and private networks. Throws an Error whose message follows the name of the variable.
 */
export function chainSourceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an https:// address');
  if (url.username !== '' || url.password !== '') throw new Error('must not hold a password');
  if (url.search !== '' || url.hash !== '') throw new Error('must not have a query or a fragment');
  if (url.protocol === 'http:' && !isPrivate(url.hostname)) throw new Error('must be https:// outside a private network');
  return url.href.replace(/\/+$/, '');
}

/** A private address, or a name without a dot: this machine or a service beside it. */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? !host.includes('.') : isPrivateAddress(host);
}
