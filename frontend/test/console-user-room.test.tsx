import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MailWire, UserDetailWire, UserSessionWire } from '../src/lib/wire/types';
import { type Call, type Routes, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { chooseFilter, filterInAddress, listAt, loadedTable } from './support/lists';
import { amara, member, rememberSession, review } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';
import { factors, stepUpWanted } from './support/second-factors';
import { OWN_ACCOUNT, hanna, hannaDetail, self } from './support/users';

jest.setTimeout(180_000);

const session: UserSessionWire = {
  id: 's-1',
  userId: 'u-7',
  open: true,
  current: false,
  device: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  place: '203.0.113.0/24',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-20T13:00:00.000Z',
  endsAt: '2026-11-21T13:00:00.000Z',
  endedAt: null,
  endReason: null,
  may: ['end'],
};
const letter: MailWire = {
  id: 'm-1',
  userId: 'u-7',
  kind: 'kyc-approved',
  subject: null,
  to: null,
  state: 'sent',
  queuedAt: '2026-11-19T09:00:00.000Z',
  sentAt: '2026-11-19T09:00:05.000Z',
  attempts: 1,
  lastAnswer: '250 2.0.0 OK',
};
const news: MailWire = {
  ...letter,
  id: 'm-2',
  kind: 'broadcast',
  subject: 'Market notes of November',
  to: null,
  state: 'refused',
  sentAt: null,
  attempts: 3,
  lastAnswer: '550 no such mailbox',
};

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'GET /admin/users/u-7': { body: hannaDetail },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
const filterOf = (calls: Call[], path: string) =>
  made(calls, 'GET', path)
    .map(({ search }) => search.get('filter'))
    .at(-1);
const tabs = async () => within(await screen.findByRole('navigation', { name: 'Pages of this user' })).getAllByRole('link');

beforeEach(rememberSession);

describe("a user's page", () => {
  it('says who somebody is and leads to everything about them', async () => {
    serve(start);
    await open('/admin/users/u-7');
    expect(await screen.findByRole('heading', { name: 'Hanna Virtanen', level: 1 })).toBeVisible();
    const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(facts).toEqual([
      'Surname: Virtanen',
      'First name: Hanna',
      'Email: hanna@example.com',
      'Email confirmed: 19 Sep 2026, 08:30 UTC',
      'Phone number: +358401234567',
      'Country: Finland',
      'Date of birth: 3 Feb 1990',
      'Membership: Trade club',
      'KYC: Approved',
      'Payment: not verified',
      'Registered: 19 Sep 2026, 08:00 UTC',
      'Terms accepted: 2026-09',
      'Last sign-in: Never',
      'Referral code: TM-H4NN4',
      'Registered with this code: 3 people',
      'Referred by: Tola Adeyemi',
    ]);
    expect((await tabs()).map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Profile', '#/admin/users/u-7'],
      ['Timeline', '#/admin/users/u-7/timeline'],
      ['Notes', '#/admin/users/u-7/notes'],
      ['KYC', '#/admin/users/u-7/kyc'],
      ['Payments', '#/admin/users/u-7/payments'],
      ['Exchange', '#/admin/users/u-7/exchange'],
      ['Signals seen', '#/admin/users/u-7/signals'],
      ['Emails', '#/admin/users/u-7/mail'],
      ['Sessions', '#/admin/users/u-7/sessions'],
      ['Audit', '#/admin/users/u-7/audit'],
    ]);
    expect(screen.getByRole('link', { name: 'Tola Adeyemi' })).toHaveAttribute('href', '#/admin/users/u-9');
  });

  it('opens from a list, which knows less of them', async () => {
    serve({ ...start, 'GET /admin/users': list('users', [hanna]) });
    await open('/admin/users');
    await userEvent.setup().click(await screen.findByRole('link', { name: 'Hanna Virtanen' }));
    expect(await screen.findByRole('link', { name: 'Tola Adeyemi' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Hanna Virtanen', level: 1 })).toBeVisible();
  });

  it('offers what the server allows, and says what it does not', async () => {
    const restored: UserDetailWire = { ...hannaDetail, rejectedAt: '2026-11-20T14:05:09.000Z', erasure: 'completed', may: ['restore'] };
    serve({ ...start, 'GET /admin/users/u-7': { body: restored } });
    const view = await open('/admin/users/u-7');
    expect(await screen.findByRole('button', { name: 'Restore Hanna Virtanen' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Delete|Deactivate/ })).toBeNull();
    expect(screen.getAllByText('Erased')[0]).toBeVisible();
    view.unmount();

    serve({ ...start, [`GET /admin/users/${self.id}`]: { body: { ...hannaDetail, ...self } } });
    await open(`/admin/users/${self.id}`);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Delete Amara Okafor' }));
    expect(screen.getByText(OWN_ACCOUNT)).toBeInTheDocument();
    // An admin submits, pays and trades nothing.
    expect((await tabs()).map((tab) => tab.textContent)).toEqual(['Profile', 'Timeline', 'Notes', 'Emails', 'Sessions', 'Audit']);
  });

  it('says that there is nobody, and nothing else', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/users/u-404': { status: 404, body: { message: 'There is no such user' } } });
    await open('/admin/users/u-404');
    expect(await screen.findByText('There is no such user', undefined, { timeout: 90_000 })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Pages of this user' })).toBeNull();
    expect(refused).toEqual(['There is no such user']);
  });
});

describe('the tabs of a user', () => {
  it('show every submission with what became of it, and lead to its review', async () => {
    const rejected = {
      ...review,
      status: 'rejected',
      reason: 'The picture is too dark',
      reasonCode: null,
      final: true,
      reopenedAt: null,
      decidedAt: '2026-11-20T15:00:00.000Z',
      decidedBy: { userId: 'u-0', fullName: 'Amara Okafor' },
      may: [],
      mayNot: null,
      restricted: false,
      viewers: [],
    };
    const calls = serve({ ...start, 'GET /admin/kyc-reviews': list('kyc-reviews', [rejected]) });
    await open('/admin/users/u-7/kyc');
    const table = await loadedTable('KYC submissions');
    expect((await within(table).findAllByRole('row'))[1]).toHaveTextContent(
      '120 Nov 2026, 13:00 UTCBinanceFinal rejectionThe picture is too dark20 Nov 2026, 15:00 UTCAmara OkaforOpen',
    );
    expect(within(table).getByRole('link', { name: /^Open/ })).toHaveAttribute('href', '#/admin/kyc-reviews/k-1');
    expect(made(calls, 'GET', '/admin/kyc-reviews').some(({ search }) => search.get('filter') === '{"userId":"u-7"}')).toBe(true);
  });

  it('show every payment', async () => {
    const payment = {
      id: 'pay-1',
      userId: 'u-7',
      fullName: 'Hanna Virtanen',
      email: 'hanna@example.com',
      membership: 'trade club',
      amount: '50',
      currency: 'USD',
      proofOfPaymentUrl: '/api/v1/files/5?sig=a',
      txid: null,
      status: 'approved',
      reason: null,
      reasonCode: null,
      final: false,
      reopenedAt: null,
      submittedAt: '2026-11-20T13:00:00.000Z',
      decidedAt: '2026-11-20T15:00:00.000Z',
      decidedBy: null,
      may: [],
      mayNot: null,
      restricted: false,
      viewers: [],
    };
    const calls = serve({ ...start, 'GET /admin/payments': list('payments', [payment]) });
    await open('/admin/users/u-7/payments');
    expect((await within(await loadedTable('Payments')).findAllByRole('row'))[1]).toHaveTextContent(
      '120 Nov 2026, 13:00 UTCTrade club$50–Approved–20 Nov 2026, 15:00 UTC–Open',
    );
    expect(made(calls, 'GET', '/admin/payments').some(({ search }) => search.get('filter') === '{"userId":"u-7"}')).toBe(true);
  });

  it('lead into the room of the member where an exchange account is read', async () => {
    serve({ ...start, 'GET /admin/members/u-7': { body: { ...member, id: 'u-7', coverage: [] } } });
    await open('/admin/users/u-7/exchange');
    expect(await screen.findByText('Read-only')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Wallet, histories and sync' })).toHaveAttribute('href', '#/admin/members/u-7');
  });

  it('say where none is read', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/members/u-7': { status: 404, body: { message: 'There is no such member' } } });
    await open('/admin/users/u-7/exchange');
    expect(await screen.findByText('No exchange account')).toBeVisible();
    expect(refused).toEqual(['There is no such member']);
  });

  it('show the signals somebody has seen', async () => {
    const seen = {
      id: 'r-1',
      signalId: 'sig-1',
      userId: 'u-7',
      fullName: 'Hanna Virtanen',
      asset: 'BTCUSDT',
      tradeType: 'Long',
      publishedAt: '2026-11-20T13:00:00.000Z',
      seenAt: '2026-11-20T13:04:00.000Z',
    };
    const calls = serve({ ...start, 'GET /admin/signal-receipts': list('signal-receipts', [seen]) });
    await open('/admin/users/u-7/signals');
    expect((await within(await loadedTable('Signals seen')).findAllByRole('row'))[1]).toHaveTextContent(
      '1BTCUSDTLong20 Nov 2026, 13:00 UTC20 Nov 2026, 13:04 UTC',
    );
    expect(filterOf(calls, '/admin/signal-receipts')).toBe('{"userId":"u-7"}');
  });

  it('show the letters to somebody and what became of them', async () => {
    const calls = serve({
      ...start,
      'GET /admin/mails': (call) => list('mails', call.search.get('filter')?.includes('refused') ? [news] : [news, letter]),
    });
    await open('/admin/users/u-7/mail');
    const table = await loadedTable('Emails');
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first).toHaveTextContent('1BroadcastMarket notes of NovemberRefusedTheir address19 Nov 2026, 09:00 UTC–3550 no such mailbox');
    expect(second).toHaveTextContent('2KYC approvedSent');
    await chooseFilter(userEvent.setup(), 'State', 'Refused');
    await waitFor(() => expect(JSON.parse(filterOf(calls, '/admin/mails')!)).toEqual({ userId: 'u-7', state: 'refused' }));
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
  });

  it('show what was done by and to somebody', async () => {
    const event = {
      id: 'e-1',
      at: '2026-11-20T13:00:00.000Z',
      actorId: 'u-0',
      actorName: 'Amara Okafor',
      actorRole: 'admin',
      network: null,
      action: 'user.deactivate',
      targetType: 'user',
      targetId: 'u-7',
      about: { userId: 'u-7', fullName: 'Hanna Virtanen' },
      detail: {},
      seq: '4',
      hash: 'ab',
    };
    const calls = serve({ ...start, 'GET /admin/audit-events': list('audit-events', [event]) });
    await open('/admin/users/u-7/audit');
    expect((await within(await loadedTable('Events')).findAllByRole('row'))[1]).toHaveTextContent('Amara Okafor');
    expect(filterOf(calls, '/admin/audit-events')).toBe('{"about":"u-7"}');
    expect(screen.getByRole('link', { name: 'Filter in the audit log' })).toHaveAttribute(
      'href',
      `#${listAt('/admin/audit-log', { about: 'u-7' })}`,
    );
  });

  it('know an address that is none', async () => {
    serve(start);
    await open('/admin/users/u-7/nonsense');
    expect(await screen.findByRole('heading', { name: text('shell.notFound.title') })).toBeVisible();
  });
});

describe('the sessions of a user', () => {
  const over: UserSessionWire = {
    ...session,
    id: 's-2',
    open: false,
    endedAt: '2026-11-19T10:00:00.000Z',
    endReason: 'ended-by-admin',
    may: [],
  };

  it('are ended one by one, each by itself', async () => {
    let rows = [session, over, { ...session, id: 's-3', current: true, may: [] }];
    const calls = serve({
      ...start,
      'GET /admin/sessions': () => list('sessions', rows),
      'POST /admin/sessions/s-1/end': () => {
        rows = [{ ...session, open: false, endReason: 'ended-by-admin', may: [] }, ...rows.slice(1)];
        return { body: { message: 'The session has ended', data: {} } };
      },
    });
    await open('/admin/users/u-7/sessions');
    const table = await loadedTable('Sessions');
    expect((await within(table).findAllByRole('row')).slice(1).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^1Chrome on Windows203\.0\.113\.0\/24.*OpenEnd$/),
      expect.stringMatching(/Ended by an admin$/),
      expect.stringMatching(/This session$/),
    ]);
    expect(screen.getAllByRole('button', { name: 'End the session of Chrome on Windows' })).toHaveLength(1);
    await userEvent.setup().click(screen.getByRole('button', { name: 'End the session of Chrome on Windows' }));
    expect(await screen.findByText('The session of Chrome on Windows has ended.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End the session of Chrome on Windows' })).toBeNull());
    expect(made(calls, 'POST', '/admin/sessions/s-1/end')).toHaveLength(1);
  });

  it('are ended all at once after a question and a confirmation', async () => {
    let confirmed = false;
    const calls = serve({
      ...start,
      'GET /admin/sessions': list('sessions', [session]),
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: '' } } };
      },
      'POST /admin/users/u-7/end-sessions': () =>
        confirmed ? { body: { message: 'Every session has ended', data: { id: 'u-7' } } } : stepUpWanted,
    });
    await open('/admin/users/u-7/sessions');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'End all sessions' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'End all sessions of Hanna Virtanen?' })).getByRole('button', {
        name: 'End all sessions',
      }),
    );
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'),
      'secret words{Enter}',
    );
    expect(await screen.findByText('Every session of Hanna Virtanen has ended.')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/users/u-7/end-sessions')).toHaveLength(2);
  });

  it('are the open ones where that is asked for', async () => {
    const calls = serve({ ...start, 'GET /admin/sessions': list('sessions', [session]) });
    await open('/admin/users/u-7/sessions');
    expect(await screen.findByText('Chrome on Windows')).toBeVisible();
    await chooseFilter(userEvent.setup(), 'State', 'Open');
    await waitFor(() => expect(JSON.parse(filterOf(calls, '/admin/sessions')!)).toEqual({ userId: 'u-7', open: true }));
    expect(filterInAddress(currentPath())).toEqual({ open: true });
  });
});
