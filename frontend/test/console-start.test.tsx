import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DashboardCounterWire, DashboardTrendsWire, MailQueueWire, SyncHealthWire } from '../src/lib/wire/types';
import { type Routes, list, serve } from './support/api';
import { unknownDelivery } from './support/console-channels';
import { loggedRefusals } from './support/console-errors';
import { listAt } from './support/lists';
import { amara, member, rememberSession, review } from './support/people';
import { lines } from './support/drawn-charts';
import { open } from './support/render-app';

jest.setTimeout(180_000);

const counters: DashboardCounterWire[] = [
  { id: 'users', count: 12_345, resource: 'users', filter: {} },
  { id: 'paid', count: 40, resource: 'users', filter: { payment: 'approved' } },
  { id: 'kyc-approved', count: 30, resource: 'users', filter: { kyc: 'approved' } },
  { id: 'kyc-pending', count: 3, resource: 'users', filter: { kyc: 'pending' } },
  { id: 'kyc-rejected', count: 2, resource: 'users', filter: { kyc: 'rejected' } },
  { id: 'signals', count: 7, resource: 'signals', filter: {} },
];
const trends: DashboardTrendsWire = {
  days: ['2026-11-18', '2026-11-19', '2026-11-20'],
  signUps: [4, 0, 9],
  paymentsSubmitted: [1, 2, 3],
  paymentsApproved: [0, 1, 2],
  signals: [0, 0, 5],
};
const sync: SyncHealthWire = {
  keys: [
    { state: 'unchecked', count: 0 },
    { state: 'valid', count: 28 },
    { state: 'too_powerful', count: 0 },
    { state: 'invalid', count: 1 },
    { state: 'none', count: 1 },
  ],
  behind: 2,
  oldest: [{ userId: 'u-1', fullName: 'Sofia Lindqvist', lastSyncedAt: null }],
  runs: { waiting: 1, running: 2, doneLastHour: 110, failedLastHour: 3, lastDoneAt: '2026-11-20T14:00:00.000Z', lastFailedAt: null },
};
const mail: MailQueueWire = { waiting: 5, sending: 1, dead: 4, oldestAt: '2026-11-20T10:00:00.000Z', broadcastWaiting: 1200 };
const payment = { id: 'pay-1', userId: 'u-7', submittedAt: '2026-11-19T13:00:00.000Z', status: 'pending' };
const erasure = { id: 'e-1', userId: 'u-9', requestedAt: '2026-11-18T13:00:00.000Z', state: 'restricted' };

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/dashboard/counters': { body: { message: '', data: counters } },
  'GET /admin/dashboard/trends': { body: { message: '', data: trends } },
  'GET /admin/dashboard/sync': { body: { message: '', data: sync } },
  'GET /admin/dashboard/mail': { body: { message: '', data: mail } },
  'GET /admin/exchange-limits': { body: { message: '', data: [] } },
  'GET /admin/kyc-reviews': list('kyc-reviews', [review], 3),
  'GET /admin/payments': list('payments', [payment], 2),
  'GET /admin/erasure-requests': list('erasure-requests', [erasure], 1),
  'GET /admin/deliveries': list('deliveries', [unknownDelivery], 2),
  'GET /admin/members': list('members', [member]),
  'GET /admin/sync-runs': list('sync-runs', []),
};

beforeEach(rememberSession);

describe('the admin dashboard', () => {
  it('shows the six counters, each leading to the list that it counts', async () => {
    serve(start);
    await open('/admin-dashboard');
    const figures = await screen.findByRole('list', { name: 'Club figures' });
    const links = await within(figures).findAllByRole('link');
    expect(
      links.map((link) => [
        link.textContent?.replaceAll('\u202f', ' '),
        decodeURIComponent(link.getAttribute('href')?.split('#')[1] ?? ''),
      ]),
    ).toEqual([
      ['Total Users12 345', '/admin/users'],
      ['Paid Users40', '/admin/users?filter={"payment":"approved"}'],
      ['Verified KYC30', '/admin/users?filter={"kyc":"approved"}'],
      ['Pending KYC3', '/admin/users?filter={"kyc":"pending"}'],
      ['Rejected KYC2', '/admin/users?filter={"kyc":"rejected"}'],
      ['Signals Sent7', '/admin/signals'],
    ]);
  });

  it('says what waits for a decision, how many and since when', async () => {
    const calls = serve(start);
    await open('/admin');
    const table = await screen.findByRole('table', { name: 'Waiting for a decision' });
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole('row')
          .slice(1)
          .map((row) => row.textContent),
      ).toEqual([
        'Pending KYC320 Nov 2026, 13:00 UTC',
        'Pending payments219 Nov 2026, 13:00 UTC',
        'Erasure requests118 Nov 2026, 13:00 UTC',
        'Messages with unknown outcome220 Nov 2026, 13:00 UTC',
      ]),
    );
    expect(within(table).getByRole('link', { name: 'Pending KYC' })).toHaveAttribute('href', expect.stringContaining('/admin/kyc-reviews'));
    const asked = calls.find(({ path }) => path === '/admin/erasure-requests');
    expect([asked?.search.get('filter'), asked?.search.get('sort'), asked?.search.get('range')]).toEqual([
      '{"state":"restricted"}',
      '["requestedAt","ASC"]',
      '[0,0]',
    ]);
  });

  it('does not call what could not be read nothing', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/payments': { status: 403, body: { message: 'Not for you' } } });
    await open('/admin');
    const table = await screen.findByRole('table', { name: 'Waiting for a decision' });
    await waitFor(() => expect(within(table).getByRole('link', { name: 'Pending payments' }).closest('tr')).toHaveTextContent('Not known'));
    expect(within(table).getByTitle('Not for you')).toBeVisible();
    expect(new Set(refused)).toEqual(new Set(['Not for you']));
  });

  it('draws the days, asks for another stretch, and tells the same as a table', async () => {
    const calls = serve(start);
    await open('/admin');
    await waitFor(() =>
      expect(lines()).toEqual([
        [
          ['11-18', 4],
          ['11-19', 0],
          ['11-20', 9],
        ],
        [
          ['11-18', 1],
          ['11-19', 2],
          ['11-20', 3],
        ],
        [
          ['11-18', 0],
          ['11-19', 1],
          ['11-20', 2],
        ],
        [
          ['11-18', 0],
          ['11-19', 0],
          ['11-20', 5],
        ],
      ]),
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: '1 year' }));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/admin/dashboard/trends').map(({ search }) => search.get('days'))).toContain('365'),
    );
    await user.click(await screen.findByRole('button', { name: 'Table' }));
    const table = screen.getByRole('table', { name: 'Sign-ups, payments and signals day by day' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('20 Nov 20269325');
  });

  it('shows the state of the keys and of the readings with ways to the members', async () => {
    serve(start);
    await open('/admin');
    expect(await screen.findByRole('link', { name: '1 member, key invalid' })).toHaveAttribute(
      'href',
      `#${listAt('/admin/members', { keyState: 'invalid' })}`,
    );
    expect(screen.getByRole('link', { name: '2 overdue' })).toHaveAttribute('href', `#${listAt('/admin/members', { state: 'behind' })}`);
    expect(screen.getByRole('link', { name: 'Sofia Lindqvist' })).toHaveAttribute('href', expect.stringContaining('/admin/members/u-1'));
    const readings = screen.getByRole('region', { name: 'Sync runs' });
    expect(readings).toHaveTextContent(/Waiting, running1, 2.*Done in the last hour110.*Failed in the last hour3.*Last run failedNever/);
  });

  it('shows the mail queue, and leads to what was given up', async () => {
    serve(start);
    await open('/admin');
    expect(await screen.findByRole('link', { name: '4 given up' })).toHaveAttribute(
      'href',
      expect.stringContaining('/admin/queues?tab=dead-letters'),
    );
    expect(screen.getByText('Broadcast emails waiting').nextElementSibling).toHaveTextContent('1 200');
  });

  it('loses one part alone where that part fails, and asks again', async () => {
    let broken = true;
    serve({
      ...start,
      'GET /admin/dashboard/counters': () =>
        broken ? { status: 409, body: { message: 'Not now' } } : { body: { message: '', data: counters } },
    });
    await open('/admin');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The counters could not be loadedNot now');
    expect(await screen.findByRole('link', { name: '4 given up' })).toBeVisible();
    broken = false;
    await userEvent.setup().click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('12 345')).toBeVisible();
  });
});
