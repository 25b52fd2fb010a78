import { createECDH, randomBytes } from 'node:crypto';
import { decrypt, type BrowserKeys } from './decryption.ts';
import { PushFaults } from './push-faults.ts';

/** A browser that a member could have. */
export interface Subscription extends BrowserKeys {
  id: string;
  host: string;
  p256dh: string;
  /** The application server's key that it takes messages of; null: of any. */
  key: string | null;
  isGone: boolean;
}

/** A message as the browser reads it. */
export interface Message {
  subscription: string;
  text: string;
  bytes: number;
  ttl: number;
  urgency: string | null;
  topic: string | null;
  at: number;
}

/** A request, whatever became of it. `status` 0: no answer. */
export interface Call {
  subscription: string;
  host: string;
  status: number;
  at: number;
  problem?: string;
  /** Number of the connection, from 1. */
  connection: number;
}

/** The push services of browsers in memory: whoever has a subscription, and what was sent to it. */
export class PushService {
  readonly faults = new PushFaults();
  readonly subscriptions = new Map<string, Subscription>();
  messages: Message[] = [];
  calls: Call[] = [];
  /** Where the double listens, once it does. */
  address: { port: number; cert: string } | null = null;

  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  reset(): void {
    this.faults.clear();
    this.subscriptions.clear();
    this.messages = [];
    this.calls = [];
  }

  /** Returns what a browser's `pushManager.subscribe` does. */
  subscribe(host: string, key: string | null): object {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const id = randomBytes(24).toString('base64url');
    const [p256dh, auth] = [pair.getPublicKey('base64url'), randomBytes(16).toString('base64url')];
    this.subscriptions.set(id, { id, host, key, p256dh, auth, privateKey: pair.getPrivateKey().toString('base64url'), isGone: false });
    return { id, endpoint: `https://${host}:${this.address?.port}/push/${id}`, keys: { p256dh, auth } };
  }

  /** Takes a message. Throws where it cannot be decrypted. */
  take(to: Subscription, body: Buffer, headers: { ttl: number; urgency: string | null; topic: string | null }): void {
    this.messages.push({ subscription: to.id, text: decrypt(body, to), bytes: body.length, ...headers, at: this.now() });
  }
}
