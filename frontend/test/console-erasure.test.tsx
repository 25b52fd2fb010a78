import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ErasureReviewWire } from '../src/lib/wire/types';
import { type Call, type Routes, list, serve } from './support/api';
import { erasureRequest } from './support/console-records';
import { listAt, loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const closed: ErasureReviewWire = {
  ...erasureRequest,
  id: 'x-2',
  userId: 'u-2',
  fullName: 'Erased Member',
  state: 'completed',
  endedAt: '2026-09-02T08:00:00.000Z',
  decidedBy: 'u-0',
  decidedByName: 'Amara Okafor',
  may: [],
  historyUntil: '2026-10-02T08:00:00.000Z',
  historyErasedAt: '2026-10-02T09:00:00.000Z',
  identityUntil: '2031-09-02T08:00:00.000Z',
};
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'GET /admin/*': list('any', []),
  'GET /admin/erasure-requests': list('erasure-requests', [erasureRequest, closed]),
  'GET /admin/erasure-requests/x-1': { body: erasureRequest },
  'GET /admin/erasure-requests/x-2': { body: closed },
};
const decided = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST').map(({ path, json }) => [path, json]);
const answer = async () => {
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Answer Sofia Lindqvist' }));
  return screen.findByRole('dialog', { name: 'Erase Sofia Lindqvist?' });
};

describe('the requests to be erased', () => {
  it('stand with when they were asked, until when they are due, and where they stand', async () => {
    const calls = serve(start);
    await open(listAt('/admin/erasure-requests', { state: 'restricted' }));
    const table = await loadedTable('Erasure requests');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['No', 'Name', 'Membership', 'Asked', 'Due', 'State', 'Answered', 'Action']);
    expect((await within(table).findByRole('link', { name: 'Sofia Lindqvist' })).closest('tr')).toHaveTextContent(
      '1Sofia Lindqvistsofia@example.comTrade club1 Sep 2026, 08:00 UTC1 Oct 2099Waiting for an answer–Answer',
    );
    expect(calls.find(({ path }) => path === '/admin/erasure-requests')?.search.get('filter')).toBe('{"state":"restricted"}');
  });

  it('are marked once they are overdue', async () => {
    serve({
      ...start,
      'GET /admin/erasure-requests': list('erasure-requests', [{ ...erasureRequest, answerDueAt: '2026-09-30T08:00:00.000Z' }]),
    });
    await open('/admin/erasure-requests');
    expect(await screen.findByText('Overdue since 30 Sep 2026')).toBeVisible();
  });

  it('say what is kept, why and until when, before anybody answers', async () => {
    serve(start);
    await open('/admin/erasure-requests');
    const dialog = await answer();
    expect(dialog).toHaveTextContent('Your exchange key.');
    expect(dialog).toHaveTextContent('Your name and contactThe law asks us to keep them.Until: 5 years after your membership ends.');
  });

  it('are completed after a confirmation that names the member', async () => {
    let confirmed = false;
    const calls = serve({
      ...start,
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: '' } } };
      },
      'POST /admin/erasure-requests/x-1/decide': () =>
        confirmed ? { body: { message: 'The account is closed, and what is kept has its last day', data: closed } } : stepUpWanted,
    });
    await open('/admin/erasure-requests');
    const dialog = await answer();
    const user = userEvent.setup({ delay: null });
    await user.click(within(dialog).getByRole('button', { name: 'Close the account…' }));
    expect(decided(calls)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Close the account of Sofia Lindqvist' }));
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'),
      'secret words{Enter}',
    );
    expect(await screen.findByText('The account is closed, and what is kept has its last day')).toBeInTheDocument();
    expect(decided(calls).filter(([path]) => String(path).endsWith('/decide'))).toEqual(
      Array.from({ length: 2 }, () => ['/admin/erasure-requests/x-1/decide', { decision: 'complete' }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are refused with a reason alone, and the server’s own words stand beside it', async () => {
    const calls = serve({
      ...start,
      'POST /admin/erasure-requests/x-1/decide': {
        status: 400,
        body: {
          statusCode: 400,
          message: 'Say why, in 5 to 1000 characters: the member reads it',
          errors: [{ field: 'reason', message: 'Say why, in 5 to 1000 characters: the member reads it' }],
        },
      },
    });
    await open('/admin/erasure-requests');
    const dialog = await answer();
    const user = userEvent.setup({ delay: null });
    await user.click(within(dialog).getByRole('button', { name: 'Refuse…' }));
    const send = within(dialog).getByRole('button', { name: 'Refuse Sofia Lindqvist' });
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Reason'), ' no ');
    await user.click(send);
    await waitFor(() => expect(decided(calls)).toEqual([['/admin/erasure-requests/x-1/decide', { decision: 'refuse', reason: 'no' }]]));
    expect((await within(dialog).findAllByText('Say why, in 5 to 1000 characters: the member reads it')).length).toBeGreaterThan(0);
    expect(within(dialog).getByLabelText('Reason')).toHaveValue(' no ');
  });

  it('show what holds now where somebody else was faster', async () => {
    let now = erasureRequest;
    serve({
      ...start,
      'GET /admin/erasure-requests/x-1': () => ({ body: now }),
      'POST /admin/erasure-requests/x-1/decide': () => {
        now = { ...erasureRequest, state: 'withdrawn', may: [] };
        return { status: 409, body: { statusCode: 409, message: 'This request is not waiting for a decision' } };
      },
    });
    await open('/admin/erasure-requests');
    const dialog = await answer();
    const user = userEvent.setup({ delay: null });
    await user.click(within(dialog).getByRole('button', { name: 'Close the account…' }));
    await user.click(within(dialog).getByRole('button', { name: 'Close the account of Sofia Lindqvist' }));
    expect(await screen.findByText('This request is not waiting for a decision')).toBeVisible();
    const after = await screen.findByRole('dialog', { name: 'Request of Sofia Lindqvist' });
    expect(after).toHaveTextContent('Withdrawn');
    expect(within(after).queryByRole('button', { name: /Close the account/ })).toBeNull();
  });

  it('that are answered show until when what is kept is kept, and offer nothing', async () => {
    serve(start);
    await open('/admin/erasure-requests');
    await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Open Erased Member' }));
    const dialog = await screen.findByRole('dialog', { name: 'Request of Erased Member' });
    await waitFor(() =>
      expect(dialog).toHaveTextContent('Answered byAmara OkaforTrading historyErased 2 Oct 2026Name and documentsKept until 2 Sep 2031'),
    );
    expect(within(dialog).queryByRole('button', { name: /Refuse|account/ })).toBeNull();
  });

  it('say that there are none', async () => {
    serve({ ...start, 'GET /admin/erasure-requests': list('erasure-requests', []) });
    await open('/admin/erasure-requests');
    expect(await screen.findByText('No erasure requests')).toBeVisible();
  });
});
