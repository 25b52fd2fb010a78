import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserResourceWire } from '../src/lib/wire/types';
import { type Call, type Routes, later, list, serve } from './support/api';
import { chooseFilter, filterInAddress, listAt, loadedTable, sortsBy } from './support/lists';
import { amara, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';
import { OWN_ACCOUNT, gone, hanna, jo, self } from './support/users';

jest.setTimeout(180_000);

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'POST /auth/step-up': { body: { message: '', data: { confirmedUntil: '2026-11-20T14:05:00.000Z' } } },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
const headersOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent);
/** The box that selects somebody. */
const boxOf = (fullName: string) => screen.findByRole('checkbox', { name: `Select ${fullName}` });
const lastFilter = (calls: Call[]) => made(calls, 'GET', '/admin/users').at(-1)?.search.get('filter');

beforeEach(rememberSession);

describe('all users', () => {
  it('stand with the columns of the specification', async () => {
    serve({ ...start, 'GET /admin/users': list('users', [hanna, self]) });
    await open('/all-users');
    const table = await loadedTable('All users');
    expect(headersOf(table)).toEqual([
      // For the selection.
      '',
      'No',
      'Name',
      'Email',
      'Phone Number',
      'Country',
      'Dob',
      'Membership',
      'Referral No',
      'Created date',
      'Kyc Status',
      'Payment Status',
      'Status',
      'Delete',
    ]);
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first).toHaveTextContent(
      '1Hanna Virtanenhanna@example.com+358401234567Finland3 Feb 1990Trade club3View19 Sep 2026Approvednot verifiedActiveDelete',
    );
    expect(second).toHaveTextContent(/Admin.*not verified.*not verified/);
    expect(within(first as HTMLElement).getByRole('link', { name: 'Hanna Virtanen' })).toHaveAttribute('href', '#/admin/users/u-7');
    expect(within(first as HTMLElement).getByRole('link', { name: /^View who registered/ })).toHaveAttribute(
      'href',
      '#/admin/referrals/TM-H4NN4',
    );
  });

  it('say why nobody ends their own account, and do not try', async () => {
    const calls = serve({ ...start, 'GET /admin/users': list('users', [self]) });
    await open('/admin/users');
    const user = userEvent.setup();
    for (const name of [/^Active\. Deactivate Amara/, 'Delete Amara Okafor']) {
      const button = await screen.findByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await user.click(button);
      expect(screen.getByText(OWN_ACCOUNT)).toBeInTheDocument();
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await boxOf('Amara Okafor')).toBeDisabled();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('are searched by the server, from the first page', async () => {
    const calls = serve({
      ...start,
      'GET /admin/users': (call) =>
        list('users', call.search.get('filter') === '{}' ? [hanna] : [], call.search.get('filter') === '{}' ? 40 : 0),
    });
    await open('/admin/users?page=2');
    await userEvent.setup().type(await screen.findByRole('searchbox', { name: 'Search name or email' }), 'nobody');
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(filterInAddress(currentPath())).toEqual({ q: 'nobody' });
    const last = made(calls, 'GET', '/admin/users').at(-1);
    expect([last?.search.get('filter'), last?.search.get('range')]).toEqual(['{"q":"nobody"}', '[0,24]']);
  });

  it('are the ones that a counter of the dashboard stands for', async () => {
    const calls = serve({ ...start, 'GET /admin/users': list('users', [hanna]) });
    await open(listAt('/admin/users', { kyc: 'approved' }));
    expect(await screen.findByText('Hanna Virtanen')).toBeVisible();
    expect(lastFilter(calls)).toBe('{"kyc":"approved"}');
    expect(screen.getByRole('combobox', { name: /^KYC/ })).toHaveTextContent('Approved');
    const user = userEvent.setup();
    await chooseFilter(user, 'Status', 'Deactivated');
    await waitFor(() => expect(lastFilter(calls)).toBe('{"kyc":"approved","status":"deactivated"}'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(lastFilter(calls)).toBe('{}'));
    expect(filterInAddress(currentPath())).toEqual({});
  });

  it('are sorted by the server, each column as it says', async () => {
    const calls = serve({ ...start, 'GET /admin/users': list('users', [hanna]) });
    await open('/admin/users');
    const table = await loadedTable('All users');
    const user = userEvent.setup();
    for (const [name, sort] of [
      ['Name', '["firstName","ASC"]'],
      ['Email', '["email","ASC"]'],
      ['Country', '["country","ASC"]'],
      ['Created date', '["createdDate","DESC"]'],
    ] as const) {
      await user.click(within(table).getByRole('button', sortsBy(name)));
      await waitFor(() => expect(made(calls, 'GET', '/admin/users').at(-1)?.search.get('sort')).toBe(sort));
    }
  });

  it('are deactivated and activated', async () => {
    let status: UserResourceWire['status'] = 'active';
    const calls = serve({
      ...start,
      'GET /admin/users': () => list('users', [{ ...hanna, status, may: [status === 'active' ? 'deactivate' : 'activate', 'delete'] }]),
      'POST /admin/users/u-7/deactivate': () => {
        status = 'deactivated';
        return { body: { message: 'User deactivated', data: {} } };
      },
    });
    await open('/admin/users');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Active. Deactivate Hanna Virtanen' }));
    expect(await screen.findByRole('button', { name: 'Deactivated. Activate Hanna Virtanen' })).toBeVisible();
    expect(made(calls, 'POST', '/admin/users/u-7/deactivate')).toHaveLength(1);
  });

  it('are deleted after a question that names them, and a confirmation', async () => {
    let there = true;
    let confirmed = false;
    const calls = serve({
      ...start,
      'GET /admin/users': () => list('users', there ? [hanna] : []),
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: '' } } };
      },
      'DELETE /admin/users/u-7': () => {
        if (!confirmed) return stepUpWanted;
        there = false;
        return { body: hanna };
      },
    });
    await open('/admin/users');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete Hanna Virtanen' }));
    expect(made(calls, 'DELETE', '/admin/users/u-7')).toEqual([]);
    await user.click(
      within(screen.getByRole('dialog', { name: 'Delete Hanna Virtanen?' })).getByRole('button', { name: 'Delete Hanna Virtanen' }),
    );
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'),
      'secret words{Enter}',
    );
    expect(await screen.findByText('No users yet')).toBeVisible();
    expect(screen.getByText('user deleted successfully')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(made(calls, 'DELETE', '/admin/users/u-7')).toHaveLength(2);
  });

  it('say in the question why somebody can not be deleted', async () => {
    serve({
      ...start,
      'GET /admin/users': list('users', [hanna]),
      'DELETE /admin/users/u-7': { status: 409, body: { message: 'The last active admin cannot be deactivated or deleted' } },
    });
    await open('/admin/users');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete Hanna Virtanen' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete Hanna Virtanen' }));
    expect(await within(dialog).findByText('The last active admin cannot be deactivated or deleted')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are taken away as a file of what is shown', async () => {
    const calls = serve({
      ...start,
      'GET /admin/users': list('users', [hanna]),
      'GET /admin/users.csv': { status: 429, body: { message: 'Too many files. Please try again later' } },
    });
    await open(`${listAt('/admin/users', { kyc: 'approved', q: 'hanna' })}&sort=email&order=DESC`);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Too many files. Please try again later')).toBeInTheDocument();
    const [asked] = made(calls, 'GET', '/admin/users.csv');
    expect(Object.fromEntries(asked!.search)).toEqual({ filter: '{"kyc":"approved","q":"hanna"}', sort: '["email","DESC"]' });
  });
});

describe('several users at once', () => {
  it('are chosen with the keyboard, changed after a question, and each has an answer', async () => {
    const anna = { ...hanna, id: 'u-10', userId: 'u-10', firstName: 'Anna' };
    const calls = serve({
      ...start,
      'GET /admin/users': list('users', [hanna, jo, self, anna]),
      'POST /admin/users/bulk': {
        body: {
          message: 'ok',
          data: [
            { id: 'u-7', outcome: 'done', reason: null },
            { id: 'u-10', outcome: 'refused', reason: 'This user is in the rejected list. Restore them first' },
          ],
        },
      },
    });
    await open('/admin/users');
    const user = userEvent.setup();
    (await boxOf('Hanna Virtanen')).focus();
    await user.keyboard(' ');
    expect(screen.getByText('1 item selected')).toBeVisible();
    const all = screen.getByRole('checkbox', { name: 'Select all' });
    act(() => all.focus());
    await user.keyboard(' ');
    // Not the one who is signed in.
    expect(screen.getByText('3 items selected')).toBeVisible();
    expect(await boxOf('Amara Okafor')).not.toBeChecked();
    expect(await screen.findByRole('button', { name: 'Activate 1 user' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Deactivate 2 users' }));
    const dialog = screen.getByRole('dialog', { name: 'Deactivate 2 users?' });
    expect(dialog).toHaveTextContent('Hanna Virtanen, Anna Virtanen.');
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate 2 users' }));
    expect(await screen.findByText('1 user is deactivated.')).toBeInTheDocument();
    expect(screen.getByText('Anna Virtanen: This user is in the rejected list. Restore them first')).toBeVisible();
    expect(made(calls, 'POST', '/admin/users/bulk').map(({ json }) => json)).toEqual([{ ids: ['u-7', 'u-10'], action: 'deactivate' }]);
    await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[1]!);
    expect(await boxOf('Hanna Virtanen')).not.toBeChecked();
    expect(screen.queryByText(/could not be changed/)).toBeNull();
  });

  it('stay chosen when the act as a whole fails, with the reason in the question', async () => {
    serve({
      ...start,
      'GET /admin/users': list('users', [hanna]),
      'POST /admin/users/bulk': { status: 503, body: { message: 'Please try again in a moment' } },
    });
    await open('/admin/users');
    const user = userEvent.setup();
    await user.click(await boxOf('Hanna Virtanen'));
    await user.click(await screen.findByRole('button', { name: 'Deactivate 1 user' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate 1 user' }));
    expect(await within(dialog).findByText('Please try again in a moment')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await boxOf('Hanna Virtanen')).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Unselect' }));
    expect(await boxOf('Hanna Virtanen')).not.toBeChecked();
  });
});

describe('the user list', () => {
  it('leads to the trades of each member', async () => {
    serve({ ...start, 'GET /admin/users': list('users', [hanna, self]) });
    await open('/userlist');
    const table = await loadedTable('User list');
    expect(currentPath()).toBe('/admin/user-list');
    expect(headersOf(table)).toEqual(['No', 'Name', 'Email', 'Phone Number', 'Action']);
    expect(await within(table).findByRole('link', { name: 'view trade of Hanna Virtanen' })).toHaveAttribute('href', '#/admin/members/u-7');
    expect(within(table).queryByRole('link', { name: 'view trade of Amara Okafor' })).toBeNull();
  });
});

describe('rejected users', () => {
  it('stand with the columns of the specification', async () => {
    const calls = serve({ ...start, 'GET /admin/rejected-users': list('rejected-users', [gone]) });
    await open('/rejected-users');
    const table = await loadedTable('Rejected users');
    expect(headersOf(table)).toEqual([
      'No',
      'Name',
      'Email',
      'Phone Number',
      'Country',
      'Dob',
      'Membership',
      'Rejected date',
      'Rejected time',
      'Action',
    ]);
    expect((await within(table).findAllByRole('row'))[1]).toHaveTextContent(
      /^1Hanna Virtanenhanna@example\.com.*Trade club20 Nov 202614:05:09 UTCRestore$/,
    );
    expect(made(calls, 'GET', '/admin/rejected-users')[0]?.search.get('sort')).toBe('["rejectedDate","DESC"]');
  });

  it('are restored, and say loading.... meanwhile', async () => {
    const { reply, answer } = later();
    let there = true;
    serve({
      ...start,
      'GET /admin/rejected-users': () => list('rejected-users', there ? [gone] : []),
      'POST /admin/rejected-users/u-7/restore': () => reply,
    });
    await open('/rejected-users');
    const button = await screen.findByRole('button', { name: 'Restore Hanna Virtanen' });
    await userEvent.setup().click(button);
    expect(button).toHaveTextContent('loading....');
    expect(button).toBeDisabled();
    there = false;
    await act(async () => answer({ body: { message: 'User restored', data: {} } }));
    expect(await screen.findByText('No rejected users')).toBeVisible();
  });

  it('say why one could not be restored', async () => {
    serve({
      ...start,
      'GET /admin/rejected-users': list('rejected-users', [gone]),
      'POST /admin/rejected-users/u-7/restore': { status: 409, body: { message: 'This user is not in the rejected list' } },
    });
    await open('/rejected-users');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Restore Hanna Virtanen' }));
    expect(await screen.findByText('This user is not in the rejected list')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Restore Hanna Virtanen' })).toBeEnabled();
  });
});

describe('the referrals of another user', () => {
  const referred = {
    body: { message: '', data: [{ surName: 'Laine', firstName: 'Eeva', country: 'Finland', status: 'rejected' }] },
    headers: { 'X-Total-Count': '1' },
  };

  it('open for an admin at the path of the specification', async () => {
    const calls = serve({ ...start, 'GET /getrefferalsuser/TM-H4NN4': referred, 'GET /admin/users': list('users', [hanna]) });
    await open('/viewrefferal/TM-H4NN4');
    expect(await screen.findByRole('heading', { name: 'Referred by Hanna Virtanen' })).toBeVisible();
    expect(currentPath()).toBe('/admin/referrals/TM-H4NN4');
    const table = screen.getByRole('table', { name: 'Referrals' });
    expect(headersOf(table)).toEqual(['No', 'Surname', 'First name', 'Country', 'Status']);
    expect((await within(table).findAllByRole('row'))[1]).toHaveTextContent('1LaineEevaFinlandRejected');
    expect(lastFilter(calls)).toBe('{"refferalId":"TM-H4NN4"}');
  });

  it('say that there is no such code', async () => {
    serve({
      ...start,
      'GET /getrefferalsuser/nobodys': { status: 404, body: { message: 'There is no such referral code' } },
      'GET /admin/users': list('users', []),
    });
    await open('/admin/referrals/nobodys');
    expect(await screen.findByText('There is no such referral code')).toBeVisible();
  });

  it('stay a page of their own for the member whose code it is', async () => {
    serve({ ...start, 'GET /getuser': { body: { message: '', data: sofia } }, [`GET /getrefferalsuser/${sofia.refferalId}`]: referred });
    await open(`/viewrefferal/${sofia.refferalId}`);
    expect(await screen.findByRole('heading', { name: 'People you referred' })).toBeVisible();
    expect(currentPath()).toBe(`/viewrefferal/${sofia.refferalId}`);
  });
});
