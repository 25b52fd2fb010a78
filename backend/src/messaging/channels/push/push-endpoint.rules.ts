import { createECDH } from 'node:crypto';
import { SERVICE_LENGTH } from '../channel-address.entity.js';

const MAX_LENGTH = 1000;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64URL = /^[\w-]+$/;

/** Why the endpoint of a subscription is refused. */
export type EndpointProblem = 'unreadable' | 'too-long' | 'not-https' | 'port' | 'user-info' | 'service';

export interface EndpointRules {
  /** Push services, as in WEB_PUSH_HOSTS. */
  hosts: readonly string[];
  /** This machine may be named, on every port: outside of production alone. */
  allowLoopback: boolean;
}

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1';
const matches = (host: string) => (pattern: string) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern);

/**
 * Reads the endpoint that a browser names. The client chooses this address, so only known push services are
 * accepted. The client of the connection checks the resolved address.
 */
export function pushEndpoint(text: string, { hosts, allowLoopback }: EndpointRules): URL | EndpointProblem {
  if (text.length > MAX_LENGTH) return 'too-long';
  if (!URL.canParse(text)) return 'unreadable';
  const url = new URL(text);
  const host = url.hostname;
  if (url.protocol !== 'https:') return 'not-https';
  if (url.username !== '' || url.password !== '') return 'user-info';
  if (host.length > SERVICE_LENGTH || !hosts.some(matches(host))) return 'service';
  // The parser leaves 443 out.
  if (url.port !== '' && !(allowLoopback && isLoopback(host))) return 'port';
  url.hash = '';
  return url;
}

/** Whether a text is a public key of a browser: a point of P-256, uncompressed, in base64url. */
export function isBrowserKey(text: string): boolean {
  const bytes = bytesOf(text, POINT_BYTES);
  if (bytes?.[0] !== 4) return false;
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is the secret that a browser shares with us: 16 bytes in base64url. */
export const isBrowserSecret = (text: string): boolean => bytesOf(text, AUTH_BYTES) !== null;

function bytesOf(text: string, length: number): Buffer | null {
  if (!BASE64URL.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length ? bytes : null;
}
