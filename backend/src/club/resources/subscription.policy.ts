import { DomainError } from '../../platform/domain/index.js';
import type { Standing } from '../../platform/http/session-reader.port.js';

/** The specification's own sentence (section 6). A 403. */
export class NotSubscribed extends DomainError {
  constructor() {
    super('forbidden', 'resources.not-subscribed', 'To access resources, subscribe in your profile.');
  }
}

/** Admins, and members of either kind whose payment is approved. */
export const maySeeResources = ({ role, paid }: Standing): boolean => role === 'admin' || paid;
