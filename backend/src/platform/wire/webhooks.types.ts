/** A row of GET /me/webhooks. */
export interface WebhookWire {
  id: string;
  url: string;
  state: 'active' | 'disabled';
  /** Why it is disabled. `gone`: the server answered 410. `failing`: nothing arrived for five days. */
  reason: 'member' | 'gone' | 'failing' | null;
  /** Until then the secret before the last rotation signs too. */
  previousSecretUntil: string | null;
  failingSince: string | null;
  lastOkAt: string | null;
  createdAt: string;
}

/** POST /me/webhooks and /me/webhooks/{id}/rotate-secret: the only answers with a secret. */
export interface WebhookSecretWire {
  webhook: WebhookWire;
  /** `whsec_…` */
  secret: string;
}

export interface WebhookAttemptWire {
  at: string;
  revision: number;
  /** HTTP status; null: no answer, and `answer` is a code. */
  status: number | null;
  ms: number | null;
  /** The first 1,000 characters of what was answered. */
  answer: string;
}

/** A row of GET /me/webhooks/{id}/deliveries: the newest state of one signal, or a test event. */
export interface WebhookDeliveryWire {
  id: string;
  /** `webhook-id` of this state. */
  messageId: string;
  /** `signal.published` */
  type: string;
  signalId: string | null;
  revision: number;
  body: string;
  state: 'queued' | 'claimed' | 'sending' | 'sent' | 'failed_permanent' | 'failed_retryable' | 'uncertain' | 'suppressed' | 'expired';
  /** Why it was suppressed: `no-access`, `disabled` or `preference`. */
  reason: string | null;
  nextTryAt: string | null;
  createdAt: string;
  /** The newest first, at most 20. */
  attempts: WebhookAttemptWire[];
}
