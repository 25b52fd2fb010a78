import { DomainError, InvalidInput } from '../../../platform/domain/index.js';
import type { AddressProblem } from './webhook-address.rules.js';

/** Webhooks of one member. */
export const MAX_WEBHOOKS = 5;

/** The member has as many webhooks as are allowed (409). */
export class TooManyWebhooks extends DomainError {
  constructor() {
    super('conflict', 'webhook.too-many', 'You already have 5 webhooks. Delete one first');
  }
}

/** Another active webhook has this URL (409). */
export class WebhookExists extends DomainError {
  constructor() {
    super('conflict', 'webhook.exists', 'You already have a webhook with this URL');
  }
}

/** The webhook is disabled (409). */
export class WebhookDisabled extends DomainError {
  constructor() {
    super('conflict', 'webhook.disabled', 'This webhook is disabled. Enable it first');
  }
}

/** The delivery is waiting or being sent (409). */
export class DeliveryUnderWay extends DomainError {
  constructor() {
    super('conflict', 'webhook.under-way', 'This delivery has not ended yet');
  }
}

/** The member may not see signals (403). */
export class WebhooksForReaders extends DomainError {
  constructor() {
    super('forbidden', 'webhook.no-access', 'Webhooks are for members who can see signals');
  }
}

const problems: Readonly<Record<AddressProblem, string>> = {
  unreadable: 'Enter a full URL such as https://example.com/webhooks',
  'too-long': 'This URL is too long',
  'not-https': 'The URL must begin with https://',
  port: 'The port must be 443 or 8443',
  'user-info': 'The URL must not contain a username or a password',
  'own-host': 'The URL must not lead to this site',
  private: 'The URL must lead to a public address',
};

/** Names the URL. */
export const refusedUrl = (problem: AddressProblem): InvalidInput => InvalidInput.field('url', problems[problem], `webhook.${problem}`);
