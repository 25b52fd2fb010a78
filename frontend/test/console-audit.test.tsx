import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditChainWire, AuditEventWire } from '../src/lib/wire/types';
import { type Call, type Routes, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { chooseFilter, filterInAddress, listAt, loadedTable, sortsBy } from './support/lists';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const approval: AuditEventWire = {
  id: 'e-1',
  at: '2026-11-20T14:05:00.000Z',
  actorId: 'u-0',
  actorRole: 'admin',
  actorName: 'Amara Okafor',
  network: '198.51.100.0/24',
  action: 'kyc.approve',
  targetType: 'kyc',
  targetId: 'k-1',
  about: { userId: 'u-1', fullName: 'Sofia Lindqvist' },
  detail: { userId: 'u-1', note: '<img src=x onerror=alert(1)>' },
  seq: '42',
  hash: 'ab'.repeat(32),
};
const seal: AuditEventWire = {
  ...approval,
  id: 'e-2',
  actorId: null,
  actorRole: null,
  actorName: null,
  network: null,
  action: 'privacy.erase-history',
  targetType: 'user',
  targetId: 'u-5',
  about: null,
  detail: {},
  seq: null,
  hash: null,
};
const chain: AuditChainWire = {
  sealed: { seq: '42', at: '2026-09-20T14:05:02.000Z' },
  anchored: { seq: '40', at: '2026-09-20T14:04:00.000Z' },
  waiting: 1,
  waitingSince: '2026-09-20T14:06:00.000Z',
  verified: { at: '2026-09-20T03:00:00.000Z', seq: '39', until: '2026-09-20T02:59:00.000Z', intact: true, message: null },
  asked: null,
};
const answer = (data: unknown, message = '') => ({ body: { message, data } });
const start: Routes = {
  'GET /getuser': answer(amara),
  'GET /admin/*': list('any', []),
  'GET /admin/audit-events': list('audit-events', [approval, seal], 60),
  'GET /admin/audit-events/actions': answer(['kyc.approve', 'kyc.reject', 'privacy.erase-history']),
  'GET /admin/audit-events/chain': answer(chain),
};
const asked = (calls: readonly Call[]) => {
  const search = calls.filter((call) => call.path === '/admin/audit-events').at(-1)?.search;
  return [JSON.parse(search?.get('filter') ?? 'null') as unknown, search?.get('sort'), search?.get('range')];
};
const table = () => loadedTable('Audit log');

describe('the audit log', () => {
  it('says who did what to whom, where from, and its number on the chain', async () => {
    const calls = serve(start);
    await open('/admin/audit-log');
    expect(await within(await table()).findByText('KYC: approve')).toBeVisible();
    const [head, one, two] = within(await table()).getAllByRole('row');
    expect(head).toHaveTextContent('TimeActionByAboutNetworkSealDetail');
    expect(one).toHaveTextContent('20 Nov 2026, 14:05 UTCKYC: approveAmara OkaforAdminSofia Lindqvist198.51.100.0/24No. 42Detail');
    expect(two).toHaveTextContent('Privacy: erase historyThe product, or nobody signed inUser–Waiting');
    expect(asked(calls)).toEqual([{}, '["at","DESC"]', '[0,24]']);
  });

  it('is filtered by action and days, paged and turned around, in the address', async () => {
    const calls = serve(start);
    await open('/admin/audit-log');
    const user = userEvent.setup({ delay: null });
    await within(await table()).findByText('KYC: approve');
    await chooseFilter(user, 'Action', 'KYC: reject');
    fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To (UTC)'), { target: { value: '2026-11-30' } });
    // The last day is a whole one: the server's end is outside.
    await waitFor(() =>
      expect(asked(calls)).toEqual([
        { action: 'kyc.reject', from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
        '["at","DESC"]',
        '[0,24]',
      ]),
    );
    expect(filterInAddress(currentPath())).toEqual(asked(calls)[0]);
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked(calls)[2]).toBe('[25,49]'));
    await user.click(screen.getByRole('button', sortsBy('Time')));
    await waitFor(() => expect(asked(calls)[1]).toBe('["at","ASC"]'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked(calls)[0]).toEqual({}));
  });

  it('says what is wrong with the filters of a link, and lets go of them', async () => {
    const refused = loggedRefusals();
    const calls = serve({
      ...start,
      'GET /admin/audit-events': (call) =>
        call.search.get('filter')?.includes('yesterday')
          ? { status: 400, body: { statusCode: 400, message: 'from must be a date' } }
          : list('audit-events', [approval]),
    });
    await open(listAt('/admin/audit-log', { from: 'yesterday' }));
    expect(await screen.findByText('from must be a date')).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear filters' }));
    await table();
    await waitFor(() => expect(asked(calls)[0]).toEqual({}));
    expect(refused).toEqual(['from must be a date']);
  });

  it('is filtered by a person, who is looked for by name', async () => {
    const calls = serve({
      ...start,
      'GET /admin/users': list('users', [
        { id: 'u-1', userId: 'u-1', firstName: 'Sofia', surName: 'Lindqvist', email: 'sofia@example.com' },
      ]),
    });
    await open('/admin/audit-log');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Choose a person' }));
    const dialog = screen.getByRole('dialog', { name: 'Choose a person' });
    await user.type(within(dialog).getByLabelText('Name or email'), 'sof');
    await waitFor(() =>
      expect(
        calls
          .filter(({ path }) => path === '/admin/users')
          .at(-1)
          ?.search.get('filter'),
      ).toBe('{"q":"sof"}'),
    );
    await user.click(await within(dialog).findByRole('button', { name: 'By or about Sofia Lindqvist' }));
    await waitFor(() => expect(asked(calls)[0]).toEqual({ about: 'u-1' }));
    await user.click(await screen.findByRole('button', { name: 'Clear By or about Sofia Lindqvist' }));
    await waitFor(() => expect(asked(calls)[0]).toEqual({}));
  });

  it('opens one event with everything in it, as text, and leads on', async () => {
    const calls = serve(start);
    await open('/admin/audit-log');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Detail of KYC: approve, 20 Nov 2026, 14:05 UTC' }));
    const dialog = screen.getByRole('dialog', { name: 'KYC: approve' });
    expect(dialog).toHaveTextContent('kyc k-1');
    expect(dialog).toHaveTextContent(`42 ${'ab'.repeat(32)}`);
    expect(dialog).toHaveTextContent('"note": "<img src=x onerror=alert(1)>"');
    expect(dialog.querySelector('img')).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'The page of Sofia Lindqvist' })).toHaveAttribute('href', '#/admin/users/u-1');
    await user.click(within(dialog).getByRole('link', { name: 'Everything by Amara Okafor' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(asked(calls)[0]).toEqual({ actorId: 'u-0' }));
  });

  it('is saved as it is filtered, and a refusal is told', async () => {
    const calls = serve({
      ...start,
      'GET /admin/audit-events.csv': {
        status: 400,
        body: { statusCode: 400, message: 'More than 100,000 events fit this choice. Name a shorter time, and export the rest after it' },
      },
    });
    await open(`${listAt('/admin/audit-log', { action: 'kyc.approve' })}&sort=at&order=ASC`);
    await table();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(/More than 100,000 events fit this choice/)).toBeInTheDocument();
    const call = calls.find(({ path }) => path === '/admin/audit-events.csv');
    expect([call?.search.get('filter'), call?.search.get('sort')]).toEqual(['{"action":"kyc.approve"}', '["at","ASC"]']);
  });

  it('says that more were not counted, and goes on', async () => {
    serve({
      ...start,
      'GET /admin/audit-events': list(
        'audit-events',
        Array.from({ length: 25 }, (_, at) => ({ ...approval, id: `e-${at}` })),
        10_001,
      ),
    });
    await open('/admin/audit-log?page=400');
    expect(await screen.findByText('Showing 9 976 to 10 000 of 10 000+ entries')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled();
  });
});

describe('the chain', () => {
  const card = async () => (await screen.findByRole('heading', { name: 'The chain' })).closest('section')!;

  it('says how far the log is sealed, witnessed and verified', async () => {
    serve(start);
    await open('/admin/audit-log');
    await waitFor(async () =>
      expect(await card()).toHaveTextContent(
        'Sealed up toNo. 42, 20 Sep 2026, 14:05 UTCAnchored up toNo. 40, 20 Sep 2026, 14:04 UTCWaiting for a seal1, the oldest 20 Sep 2026, 14:06 UTCVerified untilUnchangedNo. 39, 20 Sep 2026, 02:59 UTCRead 20 Sep 2026, 03:00 UTC',
      ),
    );
  });

  it('is verified when somebody asks, and shows what was found', async () => {
    let now = { ...chain, verified: null } as AuditChainWire;
    const calls = serve({
      ...start,
      'GET /admin/audit-events/chain': () => answer(now),
      'POST /admin/audit-events/chain/verify': () => {
        now = {
          ...chain,
          verified: { ...chain.verified!, intact: false, message: 'the event e-7 with the number 7 is not what was sealed' },
        };
        return answer({ ...chain, verified: null, asked: '2026-09-20T15:00:00.000Z' }, 'The chain is being read');
      },
    });
    await open('/admin/audit-log');
    await waitFor(async () => expect(await card()).toHaveTextContent('Not verified yet'));
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Verify now' }));
    expect(await screen.findByRole('button', { name: 'Verifying…' })).toBeDisabled();
    expect(await screen.findByText('The log differs from what was sealed', {}, { timeout: 90_000 })).toBeVisible();
    expect(screen.getByText(/the event e-7 with the number 7 is not what was sealed/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
