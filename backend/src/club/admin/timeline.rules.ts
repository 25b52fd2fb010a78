import { permits, type Permission, type TeamRole } from '../../platform/domain/index.js';

/** Events of a user's timeline by the permission that reading them takes. Names are those of the audit log. */
const eventsOf = {
  'users.read': [
    'user.activate',
    'user.add-note',
    'user.change-email',
    'user.deactivate',
    'user.delete',
    'user.delete-note',
    'user.restore',
    'auth.reset-password',
  ],
  'kyc.read': ['kyc.submit', 'kyc.ask', 'kyc.resubmit', 'kyc.approve', 'kyc.reject', 'kyc.allow-retry'],
  'payments.read': ['payment.submit', 'payment.approve', 'payment.reject', 'payment.allow-retry'],
  'sync.read': [
    'exchange.key-replace',
    'exchange.key-remove',
    'exchange.key-invalid',
    'exchange.key-too-powerful',
    'exchange.key-restored',
    'exchange.key-wipe',
  ],
  'fund.read': [
    'fund.sign',
    'fund.countersign',
    'fund.decline',
    'fund.start',
    'fund.end',
    'fund.request-redemption',
    'fund.cancel-redemption',
    'fund.settle-redemption',
  ],
  'erasure.read': ['privacy.erasure-ask', 'privacy.erasure-withdraw'],
} as const satisfies Partial<Record<Permission, readonly string[]>>;

/** Events that a table other than the audit log has. All of them are for readers of users. */
type StoredEvent = 'user.sign-up' | 'user.confirm-email' | 'mail.refused';
export type TimelineAction = (typeof eventsOf)[keyof typeof eventsOf][number] | StoredEvent;

/** Returns the audit events that this role may read in a timeline. */
export const timelineActionsFor = (role: TeamRole | null): string[] =>
  Object.entries(eventsOf).flatMap(([permission, actions]) => (permits(role, permission as Permission) ? actions : []));
