import type { PermissionWire } from '../../lib/wire/types';

interface ResourcePermissions {
  read: PermissionWire;
  /** For every action that changes something; without it there is none. */
  change?: PermissionWire;
  export?: PermissionWire;
}

/** The permissions of each resource, for react-admin's own components, which ask by resource and action. */
const ofResource: Readonly<Record<string, ResourcePermissions>> = {
  'kyc-reviews': { read: 'kyc.read', change: 'kyc.decide' },
  payments: { read: 'payments.read', change: 'payments.decide' },
  users: { read: 'users.read', change: 'users.block', export: 'users.export' },
  'rejected-users': { read: 'users.read', change: 'users.block' },
  members: { read: 'sync.read', change: 'sync.start' },
  'erasure-requests': { read: 'erasure.read', change: 'erasure.decide' },
  signals: { read: 'signals.read', change: 'signals.publish' },
  broadcasts: { read: 'broadcasts.read', change: 'broadcasts.send' },
  'audit-events': { read: 'audit.read' },
  team: { read: 'team.read', change: 'team.manage' },
  'team-invitations': { read: 'team.read', change: 'team.manage' },
};

const reading: ReadonlySet<string> = new Set(['list', 'show']);

/** Returns the permission that an action on a resource requires; null where nobody may take it. */
export function permissionOf(resource: string, action: string): PermissionWire | null {
  const permissions = Object.hasOwn(ofResource, resource) ? ofResource[resource] : undefined;
  if (!permissions) return null;
  if (reading.has(action)) return permissions.read;
  return (action === 'export' ? permissions.export : permissions.change) ?? null;
}
