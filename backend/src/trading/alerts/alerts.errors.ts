import { DomainError } from '../../platform/domain/index.js';

/** Alerts of one member, whatever their state. */
export const MAX_ALERTS = 50;

export class TooManyAlerts extends DomainError {
  constructor() {
    super('conflict', 'alert.too-many', `You have ${MAX_ALERTS} alerts already. Delete one first`);
  }
}

export class AlertsForReaders extends DomainError {
  constructor() {
    super('forbidden', 'alert.no-access', 'Alerts are for members who can see signals');
  }
}

/** The exchange did not return a price: a 503. */
export class AlertPriceUnknown extends DomainError {
  constructor() {
    super('unavailable', 'alert.no-price', 'The exchange did not return a price, so nothing was changed. Please try again');
  }
}

/** The alert's signal has ended, or its pair is no longer traded: a 409. */
export class AlertEnded extends DomainError {
  constructor() {
    super('conflict', 'alert.ended', 'This alert has ended. Set a new one');
  }
}
