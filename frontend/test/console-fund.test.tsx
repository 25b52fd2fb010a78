import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  FundBookWire,
  FundDryRunWire,
  FundMandateDetailWire,
  FundMandateWire,
  FundRedemptionDetailWire,
  OpenRedemptionsWire,
} from '../src/lib/wire/types';
import { type Reply, type Routes, access, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { figures, mandate, priced, redemption, signed } from './support/fund';
import { chooseFilter, loadedTable, sortsBy } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const book: FundBookWire = { clients: 12, waitingSignatures: 1, equity: '250000.5', owed: '1234.56', withWaitingDays: 2 };
const active: FundMandateWire = {
  ...mandate,
  id: 'm 1',
  userId: 'u-2',
  fullName: 'Weber Jonas',
  equity: '20444.5',
  owed: '7.33',
  waitingDays: 3,
  may: [],
};
const waiting: FundMandateWire = {
  ...active,
  ...signed,
  id: 'm-2',
  fullName: 'Berg Lena',
  equity: null,
  owed: null,
  waitingDays: null,
  may: ['countersign', 'decline'],
};
const requested: FundRedemptionDetailWire = { ...redemption, checklist: [], acknowledgedBy: null, settledBy: null, may: ['acknowledge'] };
const detail = (of: FundMandateWire, more: Partial<FundMandateDetailWire> = {}): FundMandateDetailWire => ({
  ...of,
  figures: null,
  ...more,
});
const dryRun: FundDryRunWire = {
  count: 2,
  total: '1050.25',
  clients: 1,
  rows: [
    { id: 'a', mandateId: 'm 1', fullName: 'Weber Jonas', kind: 'management', period: '2026-11', amount: '50.25', waitingDays: 2 },
    { id: 'b', mandateId: 'm 1', fullName: 'Weber Jonas', kind: 'performance', period: '2026-12-31', amount: '1000.00', waitingDays: 0 },
  ],
  lastOrder: { requestedAt: '2026-11-01T10:00:00.000Z', count: 3, total: '90.00', finishedAt: '2026-11-01T10:01:00.000Z' },
};

const openRedemptions: OpenRedemptionsWire = {
  count: 2,
  rows: [
    { id: 'r 2', mandateId: 'm 1', fullName: 'Weber Jonas', state: 'priced', dealingDay: '2026-06-30', requested: null, amount: '5000' },
    { id: 'r 3', mandateId: 'm-4', fullName: 'Ode Bea', state: 'requested', dealingDay: '2026-12-31', requested: '700', amount: null },
  ],
};

const answerOf = (data: unknown): Reply => ({ body: { message: '', data } });
const start: Routes = {
  'GET /getuser': answerOf(amara),
  'GET /admin/fund-book': answerOf(book),
  'GET /admin/fund-mandates': list('fund-mandates', [waiting, active]),
  'GET /admin/fund-mandates/m-2': { body: detail(waiting) },
  'GET /admin/fund-mandates/m%201': { body: detail(active, { figures: { ...figures, waitingDays: 3, redemptions: [requested] } }) },
  'GET /admin/fund-redemptions': answerOf(openRedemptions),
  'GET /admin/fund-invoices': answerOf(dryRun),
  'GET /admin/*': list('any', []),
};
const openAt = async (path: string, more: Routes = {}) => {
  const calls = serve({ ...more, ...Object.fromEntries(Object.entries(start).filter(([route]) => !(route in more))) });
  const view = await open(path);
  return { calls, view, user: userEvent.setup({ delay: null }) };
};

describe('the mandates of the fund', () => {
  const LIST = '/admin/fund-mandates';

  it('stand below the sums of those that run', async () => {
    await openAt(LIST);
    const card = (await screen.findByText('Fees owed', { selector: 'dt' })).closest('dl')!;
    expect(card).toHaveTextContent(
      'Clients12Value at the latest valuations$250 000.50Fees owed$1 234.56Waiting for our signature1With missing valuations2',
    );
    const [, first, second] = within(await loadedTable('Fund mandates')).getAllByRole('row');
    expect(first).toHaveTextContent('Berg LenaWaiting for our signature–');
    expect(second).toHaveTextContent('Weber JonasActive$20 444.50$7.333 days');
    expect(within(second!).getByRole('link', { name: 'Weber Jonas' })).toHaveAttribute('href', '#/admin/fund-mandates/m%201');
  });

  it('are filtered and sorted by the server', async () => {
    const { calls, user } = await openAt(LIST);
    const last = () => calls.findLast(({ path }) => path === LIST)?.search;
    await loadedTable('Fund mandates');
    await chooseFilter(user, 'State', 'Active');
    await waitFor(() => expect(last()?.get('filter')).toBe('{"state":"active"}'));
    await user.click(within(await loadedTable('Fund mandates')).getByRole('button', sortsBy('Fees owed')));
    await waitFor(() => expect([last()?.get('filter'), last()?.get('sort')]).toEqual(['{"state":"active"}', '["owed","DESC"]']));
  });

  it('say so where sums cannot be loaded', async () => {
    await openAt(LIST, { 'GET /admin/fund-book': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText('The totals could not be loaded')).toBeVisible();
  });

  it('are shown to those alone who may read the fund', async () => {
    await openAt(LIST, { 'GET /me/access': access('support', ['dashboard.read']) });
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Fund mandates' })).toBeNull();
  });
});

describe('one mandate', () => {
  it('shows figures, statements, redemptions and days that wait', async () => {
    const refused = { status: 503, body: { message: 'Please try again' } };
    const { calls, user } = await openAt('/admin/fund-mandates/m%201', {
      'GET /admin/fund-mandates/m%201/statements/total/pdf': refused,
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Mandate of Weber Jonas' })).toBeVisible();
    expect(screen.getByText('3 days wait for a valuation')).toBeVisible();
    expect(screen.getByText('Loss to recover').parentElement).toHaveTextContent('$312.83');
    expect(screen.getByText('Net result since the start').parentElement).toHaveTextContent('\u2212$312.83');
    expect(within(screen.getByRole('table', { name: 'Redemptions' })).getAllByRole('row')[1]).toHaveTextContent('Requested$5 000.00–');
    expect(within(screen.getByRole('table', { name: 'Statements' })).getAllByRole('row')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Since the start' }));
    await user.click(await screen.findByRole('button', { name: /^Download as PDF: / }));
    await waitFor(() => expect(calls.at(-1)!.path).toBe('/admin/fund-mandates/m%201/statements/total/pdf'));
    expect(screen.queryByRole('button', { name: /Countersign|Decline/ })).toBeNull();
  });

  it('is countersigned after it was said what starts', async () => {
    const path = '/admin/fund-mandates/m-2/countersign';
    const { calls, user } = await openAt('/admin/fund-mandates/m-2', { [`POST ${path}`]: answerOf(detail(active)) });
    await user.click(await screen.findByRole('button', { name: 'Countersign…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Countersign the mandate of Berg Lena?' });
    expect(dialog).toHaveTextContent('starts at the next 00:00 UTC');
    await user.click(within(dialog).getByRole('button', { name: 'Countersign' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST').map((call) => call.path)).toEqual([path]);
  });

  it('says why it cannot be countersigned', async () => {
    const message = 'This account is worth $9000. The terms ask for $10000 at least';
    const { user } = await openAt('/admin/fund-mandates/m-2', {
      'POST /admin/fund-mandates/m-2/countersign': { status: 409, body: { message } },
    });
    await user.click(await screen.findByRole('button', { name: 'Countersign…' }));
    await user.click(await screen.findByRole('button', { name: 'Countersign' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('says who asked to leave, on the list of all', async () => {
    await openAt('/admin/fund-mandates');
    const [, first, second] = within(await loadedTable('Open redemptions')).getAllByRole('row');
    expect(first).toHaveTextContent('30 Jun 2026Weber JonasPricedEverything$5 000.00');
    expect(second).toHaveTextContent('31 Dec 2026Ode BeaRequested$700.00–');
    expect(within(first!).getByRole('link')).toHaveAttribute('href', '#/admin/fund-mandates/m%201');
  });

  const withRedemption = (one: FundRedemptionDetailWire): Routes => ({
    'GET /admin/fund-mandates/m%201': { body: detail(active, { figures: { ...figures, redemptions: [one] } }) },
  });

  it.each([
    [requested, 'acknowledge', 'Acknowledge…', 'Acknowledge the redemption of Weber Jonas?', 'Acknowledge', 'You can’t undo this'],
    [
      { ...priced, may: ['tick', 'settle'] } as FundRedemptionDetailWire,
      'settle',
      'Settle…',
      'Settle the redemption of Weber Jonas?',
      'Settle for good',
      'This cannot be undone',
    ],
    [
      {
        ...priced,
        isFull: true,
        checklist: [{ item: 'access_ended', isDone: false, isChecked: false, doneAt: null, doneBy: null }],
        may: ['tick', 'end-access'],
      } as FundRedemptionDetailWire,
      'end-access',
      'End our access…',
      'End our access to the account of Weber Jonas?',
      'End our access',
      'deleted permanently',
    ],
  ])('says what follows before it does it: %#', async (one, name, opener, title, action, words) => {
    const path = `/admin/fund-redemptions/${encodeURIComponent(one.id)}/${name}`;
    const { calls, user } = await openAt('/admin/fund-mandates/m%201', {
      ...withRedemption(one),
      [`POST ${path}`]: answerOf(detail(active)),
    });
    await user.click(await screen.findByRole('button', { name: opener }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog).toHaveTextContent(words);
    await user.click(within(dialog).getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST').map((call) => [call.path, call.json])).toEqual([[path, {}]]);
  });

  it('ticks the checklist item by item, and settles only a complete one', async () => {
    const path = '/admin/fund-redemptions/r%202/checklist';
    const { calls, user } = await openAt('/admin/fund-mandates/m%201', {
      ...withRedemption(priced),
      [`POST ${path}`]: answerOf(detail(active)),
    });
    expect(await screen.findByRole('button', { name: 'Settle…' })).toBeDisabled();
    expect(screen.getByText('Fees up to the dealing day invoiced')).toHaveTextContent('Checked by the system');
    const done = screen.getByRole('checkbox', { name: 'Positions closed by the manager' });
    expect(done).toBeChecked();
    expect(done).toHaveAccessibleDescription(/Amara Okafor/);
    expect(screen.queryByRole('checkbox', { name: 'Fees up to the dealing day invoiced' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Money available on the account, or transferred' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
    await user.click(done);
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'POST').map((call) => [call.path, call.json])).toEqual([
        [path, { item: 'money_free', isDone: true }],
        [path, { item: 'positions_closed', isDone: false }],
      ]),
    );
  });

  it('names the item that is open where somebody was faster', async () => {
    const message = 'The money is not free on the account yet';
    const { user } = await openAt('/admin/fund-mandates/m%201', {
      ...withRedemption({ ...priced, may: ['tick', 'settle'] }),
      'POST /admin/fund-redemptions/r%202/settle': { status: 409, body: { message } },
    });
    await user.click(await screen.findByRole('button', { name: 'Settle…' }));
    await user.click(await screen.findByRole('button', { name: 'Settle for good' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows a checklist that cannot be changed to those who may read alone, and once it is settled', async () => {
    const settled: FundRedemptionDetailWire = {
      ...priced,
      state: 'settled',
      settledAt: '2026-07-02T08:00:00.000Z',
      settledBy: null,
      may: [],
    };
    await openAt('/admin/fund-mandates/m%201', { ...withRedemption(settled) });
    expect(await screen.findByText(/^Settled/, { selector: 'p' })).toHaveTextContent('by a deleted account');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Settle…' })).toBeNull();
  });

  it('is declined with a reason', async () => {
    const path = '/admin/fund-mandates/m-2/decline';
    const { calls, user } = await openAt('/admin/fund-mandates/m-2', { [`POST ${path}`]: answerOf(detail(waiting)) });
    await user.click(await screen.findByRole('button', { name: 'Decline…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Decline the mandate of Berg Lena?' });
    const button = within(dialog).getByRole('button', { name: 'Decline' });
    await user.type(within(dialog).getByLabelText('Reason'), ' no ');
    expect(button).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Reason'), 'account');
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')!.json).toEqual({ reason: 'no account' });
  });

  it('is decided by those alone who manage the fund', async () => {
    await openAt('/admin/fund-mandates/m-2', { 'GET /me/access': access('auditor', ['dashboard.read', 'fund.read']) });
    await screen.findByRole('heading', { name: 'Mandate of Berg Lena' });
    expect(screen.queryByRole('button', { name: /Countersign|Decline/ })).toBeNull();
  });

  it('says so where it cannot be loaded', async () => {
    const refused = loggedRefusals();
    await openAt('/admin/fund-mandates/m-3', { 'GET /admin/fund-mandates/m-3': { status: 404, body: { message: 'There is none' } } });
    expect(await screen.findByText('This mandate could not be loaded')).toBeVisible();
    expect(refused).toEqual(['There is none']);
  });
});

describe('the fees of the fund', () => {
  const PATH = '/admin/fund-fees';
  const ORDER = 'POST /admin/fund-invoices';
  const BUTTON = 'Issue 2 invoices for $1\u202f050.25…';

  it('stand as a dry run, with the days that wait and the last order', async () => {
    await openAt(PATH);
    const [, first, second] = within(await loadedTable('Invoices to be issued')).getAllByRole('row');
    expect(first).toHaveTextContent('Weber JonasManagement fee2026-112 days$50.25');
    expect(second).toHaveTextContent('Weber JonasPerformance fee2026-12-31None$1 000.00');
    expect(screen.getByText('1 Nov 2026, 10:01 UTC').parentElement).toHaveTextContent('Finished 1 Nov 2026, 10:01 UTC');
    expect(screen.getByText('3 for $90.00')).toBeVisible();
  });

  it('are ordered with the figures that were seen', async () => {
    const { calls, user } = await openAt(PATH, { [ORDER]: { status: 202, body: { message: '', data: dryRun } } });
    await user.click(await screen.findByRole('button', { name: BUTTON }));
    const dialog = await screen.findByRole('dialog', { name: 'Issue 2 invoices for $1\u202f050.25?' });
    expect(dialog).toHaveTextContent('One client gets 2 invoices by email');
    await user.click(within(dialog).getByRole('button', { name: 'Issue 2 invoices' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')!.json).toEqual({ count: 2, total: '1050.25' });
  });

  it('are not ordered where they have changed, which is said and read again', async () => {
    const message = 'The invoices have changed since you looked at them. Look at the new dry run first';
    const { calls, user } = await openAt(PATH, { [ORDER]: { status: 409, body: { message } } });
    await user.click(await screen.findByRole('button', { name: BUTTON }));
    await user.click(await screen.findByRole('button', { name: 'Issue 2 invoices' }));
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(calls.filter(({ method, path }) => method === 'GET' && path === '/admin/fund-invoices')).toHaveLength(2));
  });

  it('cannot be ordered while an order runs, which shows what is left', async () => {
    const lastOrder = { ...dryRun.lastOrder!, finishedAt: null };
    await openAt(PATH, { 'GET /admin/fund-invoices': answerOf({ ...dryRun, lastOrder }) });
    expect(await screen.findByText('Being issued, 2 left')).toBeVisible();
    expect(screen.getByRole('button', { name: BUTTON })).toBeDisabled();
  });

  it('say that there is nothing to invoice, and nothing was', async () => {
    await openAt(PATH, {
      'GET /admin/fund-invoices': answerOf({ count: 0, total: '0.00', clients: 0, rows: [], lastOrder: null } satisfies FundDryRunWire),
    });
    expect(await screen.findByText('Nothing to invoice')).toBeVisible();
    expect(screen.getByText('No invoices of the fund have been ordered yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Issue/ })).toBeNull();
  });

  it('say how many are not listed', async () => {
    await openAt(PATH, { 'GET /admin/fund-invoices': answerOf({ ...dryRun, count: 300 }) });
    expect(await screen.findByText('The first 2 of 300 invoices are listed.')).toBeVisible();
  });

  it('are ordered by those alone who may', async () => {
    await openAt(PATH, { 'GET /me/access': access('auditor', ['dashboard.read', 'fund.read']) });
    await loadedTable('Invoices to be issued');
    expect(screen.queryByRole('button', { name: /^Issue/ })).toBeNull();
  });

  it('say so where they cannot be calculated', async () => {
    await openAt(PATH, { 'GET /admin/fund-invoices': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText('The invoices could not be calculated')).toBeVisible();
  });
});
