import type { Role } from './roles.js';

/** Roles of the people who work in the console. All of them have the role `admin` in the specification's sense: they are not members. */
export const teamRoles = ['owner', 'admin', 'reviewer', 'signal author', 'support', 'auditor'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** What a person of the team may do, named `resource.action`. A route of the console names the one it requires in `@Access`. */
export const permissions = [
  'dashboard.read',
  'users.read',
  'users.export',
  'users.block',
  'kyc.read',
  'kyc.decide',
  'kyc.reveal',
  'payments.read',
  'payments.decide',
  'invoices.read',
  'invoices.export',
  'invoices.void',
  'fund.read',
  'fund.manage',
  'fund.invoice',
  'disputes.read',
  'disputes.decide',
  'addresses.approve',
  'erasure.read',
  'erasure.decide',
  'sync.read',
  'sync.start',
  'trades.read',
  'trades.export',
  'signals.read',
  'signals.publish',
  'analysis.read',
  'analysis.publish',
  'calendar.read',
  'calendar.publish',
  'calendar.signups',
  'comments.read',
  'comments.moderate',
  'site.read',
  'site.publish',
  'broadcasts.read',
  'broadcasts.send',
  'audit.read',
  'system.read',
  'system.manage',
  'team.read',
  'team.manage',
] as const;
export type Permission = (typeof permissions)[number];

/**
 * The permissions of each role: the only place that decides what a role may do. `kyc.read` opens identity papers and is therefore not the
 * auditor's (ADR 23).
 */
export const permissionsOf: Readonly<Record<TeamRole, readonly Permission[]>> = {
  owner: permissions,
  admin: permissions,
  reviewer: ['dashboard.read', 'users.read', 'kyc.read', 'kyc.decide', 'payments.read', 'payments.decide', 'invoices.read'],
  'signal author': [
    'dashboard.read',
    'signals.read',
    'signals.publish',
    'analysis.read',
    'analysis.publish',
    'calendar.read',
    'calendar.publish',
    'broadcasts.read',
  ],
  support: [
    'dashboard.read',
    'users.read',
    'users.block',
    'sync.read',
    'sync.start',
    'comments.read',
    'comments.moderate',
    'calendar.read',
    'calendar.signups',
  ],
  auditor: [
    'dashboard.read',
    'users.read',
    'payments.read',
    'invoices.read',
    'invoices.export',
    'fund.read',
    'disputes.read',
    'erasure.read',
    'sync.read',
    'trades.read',
    'trades.export',
    'signals.read',
    'analysis.read',
    'calendar.read',
    'comments.read',
    'site.read',
    'broadcasts.read',
    'audit.read',
    'system.read',
    'team.read',
  ],
};

const granted: Readonly<Record<TeamRole, ReadonlySet<Permission>>> = Object.fromEntries(
  teamRoles.map((role) => [role, new Set(permissionsOf[role])]),
) as unknown as Record<TeamRole, ReadonlySet<Permission>>;

/** Returns whether a person with this team role holds the permission. Null: a member, who holds none. */
export const permits = (teamRole: TeamRole | null, permission: Permission): boolean =>
  teamRole !== null && granted[teamRole].has(permission);

const known: ReadonlySet<string> = new Set(permissions);

export const isPermission = (name: unknown): name is Permission => typeof name === 'string' && known.has(name);

/** Roles with every permission. An active person with such a role must remain. */
export const fullRoles: readonly TeamRole[] = teamRoles.filter((role) => permissionsOf[role].length === permissions.length);

/** Returns the roles that hold the permission. */
export const rolesWith = (permission: Permission): TeamRole[] => teamRoles.filter((role) => granted[role].has(permission));

/**
 * Returns a user's role in the team: null for members. An admin's row that an earlier release wrote has none: such an admin holds every
 * right, as before.
 */
export const teamRoleOf = (user: { role: Role; teamRole: TeamRole | null }): TeamRole | null =>
  user.role === 'admin' ? (user.teamRole ?? 'admin') : null;
