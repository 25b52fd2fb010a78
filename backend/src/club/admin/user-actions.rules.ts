import type { DomainError, Role } from '../../platform/domain/index.js';
import type { UserStatus } from '../users/index.js';
import { OwnAccount, UserNotRejected, UserRejectedAlready } from './admin.errors.js';

/** What admins do with somebody's account. */
export const userActions = ['activate', 'deactivate', 'delete', 'restore'] as const;
export type UserAction = (typeof userActions)[number];

export interface Standing {
  id: string;
  role: Role;
  status: UserStatus;
  rejected: boolean;
}

/**
 * Why this admin may not do it to this user; null: they may. That the last admin stays is asked of the database, in the transaction of the
 * act.
 */
export function blockedReason(act: UserAction, user: Standing, adminId: string): DomainError | null {
  if (act === 'restore') return user.rejected ? null : new UserNotRejected();
  if (user.rejected) return new UserRejectedAlready();
  if (act === 'activate') return null;
  if (user.id === adminId) return new OwnAccount();
  return null;
}

/** Acts that would change something about the user as they stand. */
function actsOpenTo({ rejected, status }: Standing): UserAction[] {
  if (rejected) return ['restore'];
  return [status === 'active' ? 'deactivate' : 'activate', 'delete'];
}

export interface AllowedActions {
  may: UserAction[];
  /** What would change something and is refused, with the reason. */
  mayNot: Partial<Record<UserAction, string>>;
}

/** What a screen offers this admin to do with the user. */
export function allowedActions(user: Standing, adminId: string): AllowedActions {
  const open: AllowedActions = { may: [], mayNot: {} };
  for (const act of actsOpenTo(user)) {
    const refusal = blockedReason(act, user, adminId);
    if (refusal) open.mayNot[act] = refusal.message;
    else open.may.push(act);
  }
  return open;
}
