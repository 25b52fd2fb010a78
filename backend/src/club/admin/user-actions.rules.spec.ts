import { describe, expect, it } from '@jest/globals';
import { allowedActions, blockedReason, userActions, type AccountState, type ActingAdmin, type UserAction } from './user-actions.rules.js';

const member: AccountState = { id: 'member', role: 'trade club', teamRole: null, status: 'active', rejected: false };
const ADMIN: ActingAdmin = { userId: 'admin', teamRole: 'admin' };

describe('what an admin may do with an account', () => {
  it.each([
    ['somebody active', member, ['deactivate', 'delete']],
    ['somebody deactivated', { ...member, status: 'deactivated' }, ['activate', 'delete']],
    ['somebody in the rejected list', { ...member, rejected: true }, ['restore']],
    ['another admin', { ...member, role: 'admin', teamRole: 'owner' }, ['deactivate', 'delete']],
  ] as const)('of %s', (_, user, acts) => {
    expect(allowedActions(user, ADMIN)).toEqual({ may: acts, mayNot: {} });
  });

  it('is nothing that would lock themselves out, and says why', () => {
    const reason = 'You cannot deactivate or delete your own account';
    expect(allowedActions({ ...member, id: ADMIN.userId, role: 'admin', teamRole: 'admin' }, ADMIN)).toEqual({
      may: [],
      mayNot: { deactivate: reason, delete: reason },
    });
  });

  it.each([
    ['support', { ...member, role: 'admin', teamRole: 'auditor' }],
    ['support', { ...member, role: 'admin', teamRole: 'owner', rejected: true }],
    ['reviewer', { ...member, role: 'admin', teamRole: 'support', status: 'deactivated' }],
    ['auditor', member],
  ] as const)('is nothing that the role of %s does not include', (teamRole, user) => {
    expect(allowedActions(user, { userId: 'somebody', teamRole }).may).toEqual([]);
  });

  const everybody = [ADMIN.userId, 'member'].flatMap((id) =>
    (['active', 'deactivated'] as const).flatMap((status) =>
      [true, false].map((rejected): AccountState => ({ ...member, id, status, rejected })),
    ),
  );

  it.each(everybody)('is what the act itself allows: nothing offered is refused, and nothing refused is offered, of %j', (user) => {
    const { may, mayNot } = allowedActions(user, ADMIN);
    const reasonOf = (act: UserAction) => blockedReason(act, user, ADMIN)?.message;
    expect(may.map(reasonOf)).toEqual(may.map(() => undefined));
    expect(Object.fromEntries(userActions.flatMap((act) => (act in mayNot ? [[act, reasonOf(act)]] : [])))).toEqual(mayNot);
    expect(may.filter((act) => act in mayNot)).toEqual([]);
  });
});
