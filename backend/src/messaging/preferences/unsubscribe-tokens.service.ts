import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { lengthPrefixed } from '../../platform/crypto/index.js';
import { isUuid } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { signalKinds, type EmailKind, type NotificationKind, type NotificationValue } from './notification.types.js';

/**
 * What can be ended by a link, by the byte that names it in a token. `signals` is in emails of earlier versions, which did not tell kinds
 * of emails about signals apart: it ends all of them. `signal-digest` ends the kinds that come in the daily email now. A new kind of
 * optional email needs a byte of its own, which never changes.
 */
const topics = {
  news: { byte: 1, kinds: ['news'] },
  signals: { byte: 2, kinds: signalKinds },
  'signal-published': { byte: 3, kinds: ['signal-published'] },
  'signal-changed': { byte: 4, kinds: ['signal-changed'] },
  'signal-ended': { byte: 5, kinds: ['signal-ended'] },
  'key-warning': { byte: 6, kinds: ['key-warning'] },
  'signal-digest': { byte: 7, kinds: signalKinds },
  alert: { byte: 8, kinds: ['alert'] },
  reply: { byte: 9, kinds: ['reply'] },
  calendar: { byte: 10, kinds: ['calendar'] },
} as const satisfies Record<string, { byte: number; kinds: readonly NotificationKind[] }>;
export type EmailTopic = keyof typeof topics;
const topicOf = new Map<number | undefined, EmailTopic>(Object.entries(topics).map(([topic, { byte }]) => [byte, topic as EmailTopic]));

/** The topic of a kind of email, null for one that nobody can end. */
export const emailTopicOf = (kind: EmailKind): EmailTopic | null => (Object.hasOwn(topics, kind) ? (kind as EmailTopic) : null);

/** What a token is about. */
export interface UnsubscribeLink {
  userId: string;
  topic: EmailTopic;
  kinds: readonly NotificationKind[];
  /** Ends only the kinds with this value; null: whatever they have. */
  only: NotificationValue | null;
}

const UUID_BYTES = 16;
const MAC_BYTES = 32;
const form = /^[\w-]{66}$/;

/**
 * What stands in unsubscribe links: base64url(user ‖ topic ‖ HMAC-SHA-256 over both). One token a user and topic, which never expires and
 * survives rotated keys, because mails are kept for years. It can end mails of its topic and nothing else.
 */
@Injectable()
export class UnsubscribeTokens {
  readonly #key: Buffer;
  readonly #publicUrl: string;

  constructor(config: AppConfig) {
    this.#key = config.deriveKey('unsubscribe');
    this.#publicUrl = config.publicUrl;
  }

  linkFor(userId: string, topic: EmailTopic = 'news'): string {
    return `${this.#publicUrl}/api/v1/public/unsubscribe/${this.issue(userId, topic)}`;
  }

  issue(userId: string, topic: EmailTopic = 'news'): string {
    if (!isUuid(userId)) throw new TypeError('not a UUID');
    const subject = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.of(topics[topic].byte)]);
    return Buffer.concat([subject, this.#mac(subject)]).toString('base64url');
  }

  /** What a token that we made is about; null for any other. */
  read(token: string): UnsubscribeLink | null {
    const bytes = Buffer.from(form.test(token) ? token : '', 'base64url');
    if (bytes.length !== UUID_BYTES + 1 + MAC_BYTES) return null;
    const subject = bytes.subarray(0, UUID_BYTES + 1);
    const topic = topicOf.get(subject[UUID_BYTES]);
    if (!timingSafeEqual(bytes.subarray(UUID_BYTES + 1), this.#mac(subject)) || topic === undefined) return null;
    const hex = subject.subarray(0, UUID_BYTES).toString('hex');
    const userId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    return { userId, topic, kinds: topics[topic].kinds, only: topic === 'signal-digest' ? 'digest' : null };
  }

  #mac(subject: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(lengthPrefixed('unsubscribe/v1', subject)).digest();
  }
}
