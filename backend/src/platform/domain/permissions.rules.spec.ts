import { describe, expect, it } from '@jest/globals';
import { fullRoles, isPermission, permissions, permissionsOf, permits, rolesWith, teamRoleOf } from './permissions.rules.js';

describe('the permissions of a role', () => {
  it('are all of them for an owner and for the admin of the specification', () => {
    expect(fullRoles).toEqual(['owner', 'admin']);
    expect(rolesWith('team.manage')).toEqual(['owner', 'admin']);
  });

  it('change nothing for an auditor, who opens no identity papers', () => {
    expect(permissionsOf.auditor.filter((permission) => !/\.(read|export)$/.test(permission))).toEqual([]);
    expect(permits('auditor', 'kyc.read')).toBe(false);
    expect(permits('auditor', 'audit.read')).toBe(true);
  });

  it('leave decisions and documents to reviewers', () => {
    for (const permission of ['kyc.read', 'kyc.decide', 'payments.read', 'payments.decide'] as const) {
      expect([permits('reviewer', permission), permits('support', permission), permits('signal author', permission)]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  it('let nobody but a full role reveal keys, write to all members, or manage the team', () => {
    for (const permission of ['kyc.reveal', 'broadcasts.send', 'erasure.decide', 'system.manage', 'team.manage'] as const)
      expect(rolesWith(permission)).toEqual(fullRoles);
  });

  it('are none without a team role', () => {
    expect(permissions.filter((permission) => permits(null, permission))).toEqual([]);
  });
});

it.each([
  ['admin', null, 'admin'],
  ['admin', 'auditor', 'auditor'],
  ['trade club', null, null],
] as const)('a user with role %s and team role %s has the team role %s', (role, stored, expected) => {
  expect(teamRoleOf({ role, teamRole: stored })).toBe(expected);
});

it('a name that is no permission is none', () => {
  expect(['kyc.read', 'session', 'admin', undefined].map(isPermission)).toEqual([true, false, false, false]);
});
