import { DomainError, InvalidInput } from '../../../platform/domain/index.js';
import type { EndpointProblem } from './push-endpoint.rules.js';

/** Browsers of one member. */
export const MAX_DEVICES = 10;

/** There are no keys (409). */
export class PushOff extends DomainError {
  constructor() {
    super('conflict', 'push.off', 'Notifications on devices are not available right now');
  }
}

/** The member has as many browsers as are allowed (409). */
export class TooManyDevices extends DomainError {
  constructor() {
    super('conflict', 'push.too-many', 'You already have 10 devices. Remove one first');
  }
}

/** The member may not see signals (403). */
export class PushForReaders extends DomainError {
  constructor() {
    super('forbidden', 'push.no-access', 'Notifications about signals are for members who can see signals');
  }
}

/** Names the endpoint. */
export const refusedEndpoint = (problem: EndpointProblem): InvalidInput =>
  InvalidInput.field('endpoint', 'We do not support the push service of this browser', `push.${problem}`);
