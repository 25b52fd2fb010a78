import type { TeamRoleWire } from '../../lib/wire/types';

export const roleNames: Readonly<Record<TeamRoleWire, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  reviewer: 'Reviewer',
  'signal author': 'Signal author',
  support: 'Support',
  auditor: 'Auditor',
};

const descriptions: Readonly<Record<TeamRoleWire, string>> = {
  owner: 'every right',
  admin: 'every right',
  reviewer: 'decides KYC and payments',
  'signal author': 'publishes signals',
  support: 'sees members, blocks accounts, starts syncs',
  auditor: 'reads everything but KYC, changes nothing',
};

/** For react-admin's SelectInput. */
export const roleChoices = (Object.keys(roleNames) as TeamRoleWire[]).map((id) => ({ id, name: `${roleNames[id]}: ${descriptions[id]}` }));
