import type { WebhookDeliveryWire, WebhookWire } from '../../../platform/wire/index.js';
import type { LoggedDelivery } from '../webhooks/webhook-log.repository.js';
import { messageIdOf } from '../webhooks/webhook-signature.rules.js';
import type { OwnWebhook } from '../webhooks/webhooks.service.js';

export function presentWebhook({ previousSecretUntil, failingSince, lastOkAt, createdAt, ...same }: OwnWebhook): WebhookWire {
  return {
    ...same,
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    lastOkAt: lastOkAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function presentDelivery({
  eventId,
  threadId,
  kind,
  payload,
  nextTryAt,
  createdAt,
  attempts,
  ...same
}: LoggedDelivery): WebhookDeliveryWire {
  return {
    ...same,
    messageId: messageIdOf(eventId),
    type: kind,
    signalId: threadId === eventId ? null : threadId,
    body: payload,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  };
}
