import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InvitationWire, PermissionWire, TeamPersonWire, TeamRoleWire } from '../src/lib/wire/types';
import { type Routes, access, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { emptyConsole } from './support/empty-console';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const self: TeamPersonWire = {
  id: amara.userId,
  email: amara.email,
  fullName: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  teamRole: 'owner',
  status: 'active',
  hasSecondFactor: true,
  isSelf: true,
  createdAt: '2026-01-05T08:00:00.000Z',
  lastSeenAt: '2026-11-20T08:00:00.000Z',
};
const nadia: TeamPersonWire = {
  ...self,
  id: 't-1',
  email: 'nadia@club.example',
  fullName: 'Nadia Berg',
  firstName: 'Nadia',
  lastName: 'Berg',
  teamRole: 'support',
  hasSecondFactor: false,
  isSelf: false,
  lastSeenAt: null,
};
const invitation: InvitationWire = {
  id: 'i-1',
  email: 'ivo@club.example',
  teamRole: 'auditor',
  state: 'open',
  invitedBy: { id: amara.userId, fullName: 'Amara Okafor' },
  createdAt: '2026-11-20T08:00:00.000Z',
  expiresAt: '2026-11-23T08:00:00.000Z',
};
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'GET /admin/*': emptyConsole,
  'GET /admin/team': list('team', [self, nadia]),
  'GET /admin/team/t-1': { body: nadia },
  'GET /admin/team-invitations': list('team-invitations', [invitation]),
};
const as = (role: TeamRoleWire, ...held: PermissionWire[]): Routes => ({ ...start, 'GET /me/access': access(role, held) });
const rowOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`${text} is in no table`);
  return within(row);
};
const menuOf = async () => {
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  await menu.findByRole('link', { name: 'Dashboard' });
  return menu;
};

describe('the menu', () => {
  const labels = async () => {
    const menu = await menuOf();
    return menu.getAllByRole('link').map((link) => link.textContent);
  };

  it.each([
    [
      'support',
      ['dashboard.read', 'users.read', 'users.block', 'sync.read', 'sync.start'],
      ['All users', 'User list', 'Rejected users', 'API feedback'],
    ],
    ['signal author', ['dashboard.read', 'signals.read', 'signals.publish'], ['Create signal', 'All signals']],
    ['reviewer', ['dashboard.read', 'kyc.read', 'kyc.decide'], ['Inbox', 'Pending KYC']],
    ['auditor', ['dashboard.read', 'signals.read', 'audit.read', 'team.read'], ['All signals', 'Audit log', 'Team']],
  ] as const)('of %s has the pages that the role permits', async (role, held, expected) => {
    const calls = serve(as(role, ...held));
    await open('/admin');
    await waitFor(async () => expect(await labels()).toEqual(expect.arrayContaining([...expected])));
    const everybodys = ['Dashboard', 'Crypto news', 'My profile', 'My security'];
    expect((await labels()).sort()).toEqual([...everybodys, ...expected].sort());
    const refused = calls.filter(({ path }) => !held.includes('kyc.read' as never) && path === '/admin/kyc-reviews');
    expect(refused).toEqual([]);
  });
});

describe('a page that the role does not include', () => {
  it('says so, and requests nothing of it', async () => {
    const calls = serve(as('support', 'dashboard.read', 'users.read'));
    await open('/admin/audit-log');
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
    expect(screen.getByText(/The role Support does not include it/)).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/admin/audit-events'))).toEqual([]);
  });

  it('is the team for most, who cannot open it by its address', async () => {
    const calls = serve(as('reviewer', 'dashboard.read'));
    await open('/admin/team');
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/admin/team'))).toEqual([]);
  });
});

describe('the team', () => {
  it('shows who is in it, with roles and second factors, and the invitations', async () => {
    serve(start);
    await open('/admin/team');
    const row = await rowOf('Nadia Berg');
    expect([row.getByText('Support'), row.getByText('Not set up'), row.getByText('Never')]).toHaveLength(3);
    expect((await rowOf(self.email)).getByText('You')).toBeVisible();
    const sent = await rowOf('ivo@club.example');
    expect([sent.getByText('Auditor'), sent.getByText('Open')]).toHaveLength(2);
  });

  it('is read only without the right to manage it', async () => {
    serve(as('auditor', 'dashboard.read', 'team.read'));
    await open('/admin/team');
    await rowOf('Nadia Berg');
    await rowOf('ivo@club.example');
    expect(screen.queryByText('Change role')).toBeNull();
    expect(screen.queryByText('Remove')).toBeNull();
    expect(screen.queryByText('Revoke')).toBeNull();
    expect(screen.queryByText('Invite')).toBeNull();
  });

  it('changes a role by sending the role alone', async () => {
    const calls = serve({ ...start, 'PUT /admin/team/t-1': { body: { ...nadia, teamRole: 'reviewer' } } });
    await open('/admin/team/t-1');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('combobox', { name: /Role/ }));
    await user.click(await screen.findByRole('option', { name: /^Reviewer/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.json).toEqual({ teamRole: 'reviewer' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/team'));
  });

  it('removes a person after a confirmation', async () => {
    const calls = serve({ ...start, 'DELETE /admin/team/t-1': { body: nadia } });
    await open('/admin/team');
    const user = userEvent.setup({ delay: null });
    await user.click((await rowOf('Nadia Berg')).getByRole('button', { name: 'Remove Nadia Berg' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Every session of this person ends at once/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/admin/team/t-1']));
  });

  it('invites by email, and shows beside the field what the server says of it', async () => {
    let isTaken = true;
    const message = 'An account with the address ivo@club.example already exists';
    const refused = loggedRefusals();
    const calls = serve({
      ...start,
      'POST /admin/team-invitations': () =>
        isTaken
          ? { status: 400, body: { statusCode: 400, message, errors: [{ field: 'email', message }] } }
          : { status: 201, body: invitation },
    });
    await open('/admin/team-invitations/create');
    const user = userEvent.setup({ delay: null });
    await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'ivo@club.example');
    await user.click(screen.getByRole('combobox', { name: /Role/ }));
    await user.click(await screen.findByRole('option', { name: /^Auditor/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const field = screen.getByRole('textbox', { name: /Email/ });
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect(refused).toEqual([message]);
    isTaken = false;
    await user.type(field, '{End}');
    await user.clear(field);
    await user.type(field, 'ivo@club.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/team'));
    expect(await screen.findByText('The invitation was sent')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').at(-1)?.json).toEqual({
      email: 'ivo@club.example',
      teamRole: 'auditor',
      language: 'en',
    });
  });

  it('revokes an open invitation', async () => {
    const calls = serve({ ...start, 'DELETE /admin/team-invitations/i-1': { body: { ...invitation, state: 'revoked' } } });
    await open('/admin/team');
    const user = userEvent.setup({ delay: null });
    await user.click((await rowOf('ivo@club.example')).getByRole('button', { name: 'Revoke the invitation of ivo@club.example' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/admin/team-invitations/i-1')).toBe(true));
  });
});

describe('the profile of a person of the team', () => {
  it('changes the name, and keeps the rest', async () => {
    const calls = serve({ ...start, 'POST /updateprofile': { body: { message: 'ok', data: { fullName: 'x', emailPending: null } } } });
    await open('/admin/profile');
    const user = userEvent.setup({ delay: null });
    const field = await screen.findByLabelText('Surname');
    await user.clear(field);
    await user.type(field, 'Adeyemi');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({
        otherName: 'Amara',
        surname: 'Adeyemi',
        email: amara.email,
        phoneNumber: amara.phoneNumber,
        country: amara.country,
      }),
    );
    expect(screen.getByRole('link', { name: 'Open my security' })).toBeVisible();
  });
});
