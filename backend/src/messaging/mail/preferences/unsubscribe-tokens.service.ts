import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { lengthPrefixed } from '../../../platform/crypto/index.js';
import { isUuid } from '../../../platform/domain/index.js';
import { AppConfig } from '../../../platform/config/index.js';

/** Kinds of mail that can be ended on their own, by the byte that names them in a token. */
const topics = { news: 1, signals: 2 } as const;
export type MailTopic = keyof typeof topics;
const topicOf = new Map<number | undefined, MailTopic>(Object.entries(topics).map(([topic, byte]) => [byte, topic as MailTopic]));

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

  linkFor(userId: string, topic: MailTopic = 'news'): string {
    return `${this.#publicUrl}/api/v1/public/unsubscribe/${this.issue(userId, topic)}`;
  }

  issue(userId: string, topic: MailTopic = 'news'): string {
    if (!isUuid(userId)) throw new TypeError('not a UUID');
    const subject = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.of(topics[topic])]);
    return Buffer.concat([subject, this.#mac(subject)]).toString('base64url');
  }

  /** What a token that we made is about; null for any other. */
  read(token: string): { userId: string; topic: MailTopic } | null {
    const bytes = Buffer.from(form.test(token) ? token : '', 'base64url');
    if (bytes.length !== UUID_BYTES + 1 + MAC_BYTES) return null;
    const subject = bytes.subarray(0, UUID_BYTES + 1);
    const topic = topicOf.get(subject[UUID_BYTES]);
    if (!timingSafeEqual(bytes.subarray(UUID_BYTES + 1), this.#mac(subject)) || topic === undefined) return null;
    const hex = subject.subarray(0, UUID_BYTES).toString('hex');
    return { userId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`, topic };
  }

  #mac(subject: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(lengthPrefixed('unsubscribe/v1', subject)).digest();
  }
}
