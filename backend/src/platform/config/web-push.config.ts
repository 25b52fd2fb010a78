import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';

const DEFAULT_HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'] as const;
/** Apple refuses a subject at one of these: it must be reachable. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa|invalid)$/;
const HOST_NAME = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names of this machine, which only the test allowance of webhooks accepts. */
const LOOPBACK = ['localhost', '127.0.0.1'];

/** How push services know us, and which of them we call. */
export interface WebPushSettings {
  /** 65 bytes in base64url. Browsers subscribe with it. */
  publicKey: string;
  /** `mailto:` or `https:`. */
  subject: string;
  /** Host names; `*.` before a name: everything below it. */
  hosts: readonly string[];
  /** Signs as us. */
  privateKey: string;
}

interface Given {
  WEB_PUSH_PUBLIC_KEY?: string | undefined;
  WEB_PUSH_PRIVATE_KEY?: string | undefined;
  WEB_PUSH_SUBJECT?: string | undefined;
  WEB_PUSH_HOSTS?: string | undefined;
  WEBHOOK_LOOPBACK?: boolean | undefined;
}

/** Reads the settings of web push; null: there is none. Problems are noted by `attempt`. */
export function webPushSettings(v: Given, attempt: <T>(name: string, read: () => T) => T | undefined): Readonly<WebPushSettings> | null {
  const { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey, WEB_PUSH_SUBJECT: subject } = v;
  const hosts = attempt('WEB_PUSH_HOSTS', () => pushHosts(v.WEB_PUSH_HOSTS, v.WEBHOOK_LOOPBACK ?? false));
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return null;
  const ok = attempt('WEB_PUSH_PUBLIC_KEY', () => requirePair(publicKey, privateKey));
  const checked = attempt('WEB_PUSH_SUBJECT', () => vapidSubject(subject));
  if (!hosts || ok === undefined || checked === undefined) return null;
  const shown = { publicKey, subject: checked, hosts: Object.freeze(hosts) };
  // Not enumerable: settings are printed when a start fails.
  return Object.freeze(Object.defineProperty(shown, 'privateKey', { value: privateKey }) as WebPushSettings);
}

function requirePair(publicKey: string | undefined, privateKey: string | undefined): true {
  if (publicKey === undefined || privateKey === undefined) throw new Error('and WEB_PUSH_PRIVATE_KEY must be set together');
  const bytes = Buffer.from(privateKey, 'base64url');
  const pair = createECDH('prime256v1');
  try {
    if (bytes.length !== 32) throw new Error();
    pair.setPrivateKey(bytes);
  } catch {
    throw new Error('cannot be checked: WEB_PUSH_PRIVATE_KEY must be 32 bytes in base64url');
  }
  if (pair.getPublicKey('base64url') !== publicKey) throw new Error('must be the public key of WEB_PUSH_PRIVATE_KEY, in base64url');
  return true;
}

function vapidSubject(subject: string | undefined): string {
  if (subject === undefined) throw new Error('must be set with the keys, such as mailto:support@club.com');
  const host = /^mailto:[^@\s]+@([^@\s]+)$/.exec(subject)?.[1] ?? httpsHost(subject);
  if (host === null) throw new Error('must be mailto: with an email address, or an https:// address');
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isIP(name) !== 0 || !HOST_NAME.test(name) || LOCAL_NAME.test(name))
    throw new Error('must be at a public name: Apple refuses localhost, .local and .invalid');
  return subject;
}

const httpsHost = (text: string): string | null =>
  URL.canParse(text) && new URL(text).protocol === 'https:' ? new URL(text).hostname : null;

function pushHosts(text: string | undefined, allowLoopback: boolean): string[] {
  if (text === undefined) return [...DEFAULT_HOSTS];
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  const wrong = hosts.filter((host) => !(allowLoopback && LOOPBACK.includes(host)) && (!HOST_NAME.test(host) || LOCAL_NAME.test(host)));
  if (wrong.length > 0) throw new Error(`must be a comma list of public host names, not ${wrong.map((host) => `"${host}"`).join(', ')}`);
  return hosts;
}
