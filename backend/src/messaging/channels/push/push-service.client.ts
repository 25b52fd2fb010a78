import webPush from 'web-push';
import type { WebPushSettings } from '../../../platform/config/web-push.config.js';
import { WebhookHttpClient, type WebhookAnswer, type WebhookHttpSettings } from '../webhooks/webhook-http.client.js';

const TIMEOUT_MS = 10_000;
const ENCODING = 'aes128gcm';
/** A signature is valid for at most a day; ours are made anew long before. */
const SIGNATURE_LIFE_SECONDS = 12 * 3600;
const SIGNATURE_USE_MS = 6 * 3_600_000;

/** A message for one browser. */
export interface PushMessage {
  endpoint: URL;
  /** Of the browser. */
  p256dh: string;
  auth: string;
  payload: string;
  /** Seconds that the service keeps it. */
  timeToLive: number;
  urgency: 'normal' | 'high';
  /** At most 32 characters of base64url. */
  topic: string;
}

/**
 * Posts to push services (RFC 8030), encrypted for the browser (RFC 8291) and signed by us (RFC 8292). `web-push` encrypts and signs; the
 * request is ours, because its own has no limit of time and does not judge the address (web-push#801). A signature names the origin of the
 * service and is used for all its browsers.
 */
export class PushServiceClient {
  readonly #http: WebhookHttpClient;
  readonly #signatures = new Map<string, { header: string; usableUntil: number }>();

  constructor(
    private readonly settings: WebPushSettings,
    http: Omit<WebhookHttpSettings, 'keepAlive'>,
  ) {
    this.#http = new WebhookHttpClient({ timeoutMs: TIMEOUT_MS, ...http, keepAlive: true });
  }

  /** Never throws for what the other side does. */
  send({ endpoint, p256dh, auth, payload, timeToLive, urgency, topic }: PushMessage): Promise<WebhookAnswer> {
    const { cipherText } = webPush.encrypt(p256dh, auth, payload, ENCODING);
    return this.#http.post({
      url: endpoint,
      headers: {
        authorization: this.signatureFor(endpoint.origin),
        'content-type': 'application/octet-stream',
        'content-encoding': ENCODING,
        ttl: String(timeToLive),
        urgency,
        topic,
      },
      body: cipherText,
    });
  }

  private signatureFor(origin: string): string {
    const known = this.#signatures.get(origin);
    if (known && Date.now() < known.usableUntil) return known.header;
    const { subject, publicKey, privateKey } = this.settings;
    const expiry = Math.floor(Date.now() / 1000) + SIGNATURE_LIFE_SECONDS;
    const { Authorization: header } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING, expiry);
    this.#signatures.set(origin, { header, usableUntil: Date.now() + SIGNATURE_USE_MS });
    return header;
  }
}
