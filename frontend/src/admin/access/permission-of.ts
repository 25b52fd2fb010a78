import type { PermissionWire } from '../../lib/wire/types';

interface ResourcePermissions {
  read: PermissionWire;
  /** For every action that changes something; without it there is none. */
  change?: PermissionWire;
  export?: PermissionWire;
}

/** The permissions of each resource, for react-admin's own components, which ask by resource and action. */
const ofResource: Readonly<Record<string, ResourcePermissions>> = {
  inbox: { read: 'dashboard.read', change: 'dashboard.read' },
  'kyc-reviews': { read: 'kyc.read', change: 'kyc.decide' },
  payments: { read: 'payments.read', change: 'payments.decide' },
  'chain-transfers': { read: 'payments.read', change: 'payments.decide' },
  invoices: { read: 'invoices.read', change: 'invoices.void', export: 'invoices.export' },
  'fund-mandates': { read: 'fund.read', change: 'fund.manage' },
  'share-disputes': { read: 'disputes.read', change: 'disputes.decide' },
  users: { read: 'users.read', change: 'users.block', export: 'users.export' },
  sessions: { read: 'users.read' },
  mails: { read: 'users.read' },
  notes: { read: 'users.read', change: 'users.read' },
  'rejected-users': { read: 'users.read', change: 'users.block' },
  members: { read: 'sync.read', change: 'sync.start' },
  'erasure-requests': { read: 'erasure.read', change: 'erasure.decide' },
  signals: { read: 'signals.read', change: 'signals.publish' },
  'signal-receipts': { read: 'signals.read' },
  calendar: { read: 'calendar.read', change: 'calendar.publish' },
  analysis: { read: 'analysis.read', change: 'analysis.publish' },
  comments: { read: 'comments.read', change: 'comments.moderate' },
  'site-sections': { read: 'site.read', change: 'site.publish' },
  broadcasts: { read: 'broadcasts.read', change: 'broadcasts.send' },
  'audit-events': { read: 'audit.read' },
  'channel-addresses': { read: 'system.read' },
  deliveries: { read: 'system.read', change: 'system.manage' },
  team: { read: 'team.read', change: 'team.manage' },
  'team-invitations': { read: 'team.read', change: 'team.manage' },
};

const reading: ReadonlySet<string> = new Set(['list', 'show']);

/**
 * Returns the permission that an action on a resource requires; null where nobody may take it. A resource within another one, such as
 * the recipients of a broadcast, requires what the outer one does.
 */
export function permissionOf(resource: string, action: string): PermissionWire | null {
  const [outer = ''] = resource.split('/');
  const permissions = Object.hasOwn(ofResource, outer) ? ofResource[outer] : undefined;
  if (!permissions) return null;
  if (reading.has(action)) return permissions.read;
  return (action === 'export' ? permissions.export : permissions.change) ?? null;
}
