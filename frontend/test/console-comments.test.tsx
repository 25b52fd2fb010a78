import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CommentCaseWire } from '../src/lib/wire/types';
import { access, list, serve, type Call, type Routes } from './support/api';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';
import { factors } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const reported: CommentCaseWire = {
  id: 'c-1',
  isReply: false,
  text: 'Something rude',
  state: 'visible',
  reason: null,
  createdAt: '2026-11-29T10:40:00.000Z',
  editedAt: null,
  author: {
    userId: 'u-7',
    displayName: 'Sea Wolf',
    isTeam: false,
    mutedUntil: null,
    mutedReason: null,
    bannedAt: null,
    bannedReason: null,
  },
  on: 'analysis',
  subject: 'the-range',
  subjectTitle: 'The range',
  reportedAt: '2026-11-29T11:00:00.000Z',
  openReports: 1,
  may: ['hide', 'remove', 'dismiss'],
  reports: [
    {
      id: 'r-1',
      reason: 'offensive',
      details: 'See line 1',
      by: 'Northern Light',
      createdAt: '2026-11-29T11:00:00.000Z',
      resolvedAt: null,
    },
  ],
};
const PATH = '/admin/comments';
const start: Routes = {
  'GET /getuser': { body: { message: '', data: { ...amara, userId: 'u-0' } } },
  'GET /auth/mfa': factors(),
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
const filterOf = (calls: Call[], path: string) => made(calls, 'GET', path).at(-1)?.search.get('filter');
const openCase = async (changes: Partial<CommentCaseWire> = {}, more: Routes = {}) => {
  const calls = serve({ ...start, [`GET ${PATH}/c-1`]: { body: { ...reported, ...changes } }, ...more });
  await open('/admin/comments/c-1');
  await screen.findByText('Something rude');
  return { calls, user: userEvent.setup({ delay: null }) };
};

describe('the list of comments', () => {
  it('shows what was reported, and is filtered by it', async () => {
    const calls = serve({ ...start, [`GET ${PATH}`]: list('comments', [reported]) });
    await open('/admin/comments');
    // The table of the loading state is another element.
    expect(await screen.findByRole('link', { name: 'Something rude' })).toHaveAttribute('href', '#/admin/comments/c-1');
    const table = within(screen.getByRole('table', { name: 'Comments' }));
    expect(table.getByText('Sea Wolf')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Reports' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Reported' }));
    await waitFor(() => expect(JSON.parse(filterOf(calls, PATH)!)).toEqual({ reports: 'open' }));
  });

  it('says that there are none', async () => {
    serve({ ...start, [`GET ${PATH}`]: list('comments', []) });
    await open('/admin/comments');
    expect(await screen.findByText('No comments yet')).toBeVisible();
  });
});

describe('a reported comment', () => {
  it('is hidden with a reason', async () => {
    const { calls, user } = await openCase({}, { [`POST ${PATH}/c-1/hide`]: { body: { message: '', data: reported } } });
    expect(screen.getByText('See line 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Hide' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Reason'), 'Rude');
    await user.click(dialog.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(made(calls, 'POST', `${PATH}/c-1/hide`).map(({ json }) => json)).toEqual([{ reason: 'Rude' }]));
    expect(await screen.findByText('The comment is hidden.')).toBeVisible();
  });

  it('has an author who is muted for some days, and why not where it fails', async () => {
    const { calls, user } = await openCase(
      {},
      { [`POST ${PATH}/c-1/mute`]: { status: 409, body: { statusCode: 409, message: 'Not possible' } } },
    );
    await user.click(screen.getByRole('button', { name: 'Mute' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Days'));
    await user.type(dialog.getByLabelText('Days'), '3');
    await user.type(dialog.getByLabelText('Reason'), 'Cool down');
    await user.click(dialog.getByRole('button', { name: 'Mute' }));
    expect(await dialog.findByText('Not possible')).toBeVisible();
    expect(made(calls, 'POST', `${PATH}/c-1/mute`).map(({ json }) => json)).toEqual([{ reason: 'Cool down', days: 3 }]);
  });

  it('of the team has no author to mute', async () => {
    await openCase({ author: { ...reported.author!, isTeam: true } });
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull();
  });

  it('is read, and not decided, by who may only read', async () => {
    await openCase({}, { 'GET /me/access': access('auditor', ['dashboard.read', 'comments.read']) });
    expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
  });
});
