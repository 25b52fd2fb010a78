import { permits, type DomainError, type Role, type TeamRole } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import type { UserStatus } from '../users/index.js';
import { OwnAccount, TeamAccount, UserNotRejected, UserRejectedAlready } from './admin.errors.js';

/** Actions of admins on a user's account. */
export const userActions = ['activate', 'deactivate', 'delete', 'restore'] as const;
export type UserAction = (typeof userActions)[number];

export interface AccountState {
  id: string;
  role: Role;
  /** Null for members. */
  teamRole: TeamRole | null;
  status: UserStatus;
  rejected: boolean;
}

/** Who takes the action. */
export type ActingAdmin = Pick<Actor, 'userId' | 'teamRole'>;

/**
 * Returns why this admin may not take the action, or null. That an active admin remains is checked in the database, in the transaction of
 * the action.
 */
export function blockedReason(action: UserAction, user: AccountState, admin: ActingAdmin): DomainError | null {
  if (!mayManageAccount(user, admin)) return new TeamAccount();
  if (action === 'restore') return user.rejected ? null : new UserNotRejected();
  if (user.rejected) return new UserRejectedAlready();
  if (action === 'activate') return null;
  if (user.id === admin.userId) return new OwnAccount();
  return null;
}

/** Returns whether this admin may act on the account. An account of the team requires `team.manage`. */
export function mayManageAccount(user: Pick<AccountState, 'id' | 'teamRole'>, admin: ActingAdmin): boolean {
  return user.teamRole === null || user.id === admin.userId || permits(admin.teamRole, 'team.manage');
}

/** Returns the actions that would change this user. */
function applicableActions({ rejected, status }: AccountState): UserAction[] {
  if (rejected) return ['restore'];
  return [status === 'active' ? 'deactivate' : 'activate', 'delete'];
}

export interface AllowedActions {
  may: UserAction[];
  /** Applicable actions that are blocked, with the reason. */
  mayNot: Partial<Record<UserAction, string>>;
}

/** Returns the actions that a page offers this admin, as the console reads them. */
export function allowedActions(user: AccountState, admin: ActingAdmin): AllowedActions {
  const actions: AllowedActions = { may: [], mayNot: {} };
  if (!permits(admin.teamRole, 'users.block')) return actions;
  for (const action of applicableActions(user)) {
    const reason = blockedReason(action, user, admin);
    if (reason) actions.mayNot[action] = reason.message;
    else actions.may.push(action);
  }
  return actions;
}
