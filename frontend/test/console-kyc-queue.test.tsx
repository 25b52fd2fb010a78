import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KycQueueCountsWire, KycReviewWire } from '../src/lib/wire/types';
import { type Call, type Routes, list, queueCounts, serve } from './support/api';
import { chooseFilter, filterInAddress, listAt, loadedTable } from './support/lists';
import { amara, rememberSession, review } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);

const value = (of: string, count: number, label: string | null = null) => ({ value: of, label, count });
const counts: KycQueueCountsWire = {
  total: 3,
  serviceHours: 24,
  values: {
    userType: [value('trade club', 2), value('hedge fund', 1)],
    platform: [value('binance', 3)],
    country: [value('Finland', 2), value('Nigeria', 1)],
    keyState: [value('valid', 2), value('none', 1)],
    age: [value('overdue', 1), value('in-time', 2)],
    reviewer: [value('none', 2), value('u-9', 1, 'Ada Lovelace')],
    waitsFor: [value('reviewer', 3), value('member', 1)],
  },
};
const rows: KycReviewWire[] = [
  { ...review, dueAt: new Date(Date.now() - 7_260_000).toISOString(), service: 'overdue' },
  {
    ...review,
    id: 'k-2',
    userId: 'u-8',
    fullName: 'Weber Jonas',
    claim: { userId: 'u-9', fullName: 'Ada Lovelace', since: review.submittedAt, until: review.submittedAt, self: false },
    may: [],
    mayNot: 'Ada Lovelace is reviewing this case. Take it over first, or leave it to them',
  },
];
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/kyc-reviews': list('kyc-reviews', rows),
  'GET /admin/kyc-reviews/counts': queueCounts(counts),
  'GET /admin/*': list('any', []),
};
const filtersOf = (calls: Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ search }) => JSON.parse(search.get('filter') ?? '{}') as object);

beforeEach(rememberSession);

describe('the queue of KYC', () => {
  it('says how it stands, and leads to the oldest case that nobody else reviews', async () => {
    const [late, held] = rows as [KycReviewWire, KycReviewWire];
    const mine = { ...late, id: 'k-3', claim: { ...held.claim!, userId: amara.userId, self: true } };
    serve({ ...start, 'GET /admin/kyc-reviews': list('kyc-reviews', [held, mine, late]) });
    await open('/pendingkyc');
    expect(await screen.findByText('3 waiting, 1 overdue. Service level: 24 h.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Review the oldest' })).toHaveAttribute('href', '#/admin/kyc-reviews/k-3');
  });

  it('shows how late each case is, and who reviews it', async () => {
    serve(start);
    await open('/pendingkyc');
    const table = await loadedTable('Pending KYC');
    await within(table).findByText('Virtanen Hanna');
    const [, late, held] = within(table).getAllByRole('row');
    expect(late).toHaveTextContent(/Trade club, Finland.*Overdue by 2 h/);
    expect(held).toHaveTextContent(/Ada Lovelace is reviewing/);
    expect(within(held!).queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
  });

  it('lets nothing be approved before its documents were opened, and asks again once one was', async () => {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews': list('kyc-reviews', [{ ...review, opened: { idCard: true, proofOfAddress: false } }]),
    });
    await open('/pendingkyc');
    const button = await screen.findByRole('button', { name: 'Approve Virtanen Hanna' });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', 'Open both documents before you approve.');
    expect(screen.getByRole('button', { name: 'Reject Virtanen Hanna' })).toBeEnabled();
    const user = userEvent.setup();
    const read = () => filtersOf(calls, '/admin/kyc-reviews').filter((filter) => !('reviewer' in filter)).length;
    const before = read();
    await user.click(screen.getByRole('button', { name: 'View: Identity document of Virtanen Hanna' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(read()).toBeGreaterThan(before));
  });

  it('is filtered by what the counts name, each value with its number', async () => {
    const calls = serve(start);
    await open('/pendingkyc');
    await screen.findByText('Virtanen Hanna');
    const user = userEvent.setup();
    await chooseFilter(user, 'Membership', 'Hedge fund (1)');
    await waitFor(() => expect(filterInAddress(currentPath())).toEqual({ waitsFor: 'reviewer', userType: 'hedge fund' }));
    await chooseFilter(user, 'Reviewer', 'Ada Lovelace (1)');
    await waitFor(() =>
      expect(filtersOf(calls, '/admin/kyc-reviews').at(-1)).toEqual({
        waitsFor: 'reviewer',
        userType: 'hedge fund',
        reviewer: 'u-9',
        status: 'pending',
      }),
    );
    await waitFor(() =>
      expect(filtersOf(calls, '/admin/kyc-reviews/counts').at(-1)).toEqual({
        waitsFor: 'reviewer',
        userType: 'hedge fund',
        reviewer: 'u-9',
      }),
    );
    for (const [label, option] of [
      ['Exchange', 'Binance (3)'],
      ['Country', 'Nigeria (1)'],
      ['Key', 'Too many permissions (0)'],
      ['Age', 'Due soon (0)'],
    ] as const)
      await chooseFilter(user, label, option);
    await waitFor(() =>
      expect(filterInAddress(currentPath())).toEqual({
        waitsFor: 'reviewer',
        userType: 'hedge fund',
        reviewer: 'u-9',
        platform: 'binance',
        country: 'Nigeria',
        keyState: 'too_powerful',
        age: 'due-soon',
      }),
    );
  });

  it('keeps a value that nothing has, and works without the counts', async () => {
    serve({ ...start, 'GET /admin/kyc-reviews/counts': { status: 503, body: { message: 'Try again' } } });
    await open(listAt('/admin/kyc-reviews', { country: 'Malta' }));
    await screen.findByText('Virtanen Hanna');
    expect(screen.getByRole('combobox', { name: /^Country/ })).toHaveTextContent('Malta');
    expect(screen.queryByText(/Service level/)).toBeNull();
  });
});
