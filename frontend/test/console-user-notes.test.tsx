import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { timelineActionsFor } from '../../backend/src/club/admin/timeline.rules.ts';
import { sentenceOf } from '../src/admin/users/room/timeline-sentences';
import type { MemberNoteWire, TimelineEventWire, TimelineWire } from '../src/lib/wire/types';
import { type Call, type Routes, list, serve } from './support/api';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';
import { factors } from './support/second-factors';
import { hannaDetail } from './support/users';

jest.setTimeout(180_000);

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

beforeEach(rememberSession);

describe('the timeline of a user', () => {
  const event = (action: string, fields: Partial<TimelineEventWire> = {}): TimelineEventWire => ({
    id: action,
    at: '2026-11-20T09:00:00.000Z',
    action,
    by: 'user',
    case: null,
    ...fields,
  });
  const answer = (events: TimelineEventWire[], next: string | null) => ({
    body: { message: '', data: { events, next } satisfies TimelineWire },
  });
  const path = '/admin/users/u-7/timeline';

  it('tells what happened in sentences, leads to the cases, and goes on page by page', async () => {
    let isAway = true;
    const calls = serve({
      ...start,
      [`GET ${path}`]: ({ search }) => {
        if (search.get('before') === null)
          return answer(
            [event('kyc.approve', { by: 'team', case: { kind: 'kyc', id: 'k-1' } }), event('new.action', { by: 'system' })],
            'then_one',
          );
        return isAway ? { status: 400, body: { statusCode: 400, message: 'Something is wrong' } } : answer([event('user.sign-up')], null);
      },
    });
    await open(path);
    const timeline = await screen.findByRole('list', { name: 'Timeline' });
    expect(
      within(timeline)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^KYC was approved\..*2026.* · Team · Open the KYC case$/),
      expect.stringMatching(/^new\.action.* · System$/),
    ]);
    expect(screen.getByRole('link', { name: 'Open the KYC case' })).toHaveAttribute('href', '#/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    const more = screen.getByRole('button', { name: 'Show earlier events' });
    await user.click(more);
    expect(await screen.findByText('Something is wrong')).toBeVisible();
    expect(within(timeline).getAllByRole('listitem')).toHaveLength(2);
    isAway = false;
    await user.click(more);
    expect(await screen.findByText('Signed up.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show earlier events' })).toBeNull();
    expect(made(calls, 'GET', path).map(({ search }) => search.get('before'))).toEqual([null, 'then_one', 'then_one']);
  });

  it('has a sentence for every event of the server', () => {
    for (const action of timelineActionsFor('owner'))
      expect([action, sentenceOf(action)]).toEqual([action, expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  it('says that it could not be loaded, and tries again', async () => {
    let isAway = true;
    serve({
      ...start,
      [`GET ${path}`]: () =>
        isAway ? { status: 400, body: { statusCode: 400, message: 'Something is wrong' } } : answer([event('user.sign-up')], null),
    });
    await open(path);
    expect(await screen.findByText('The timeline could not be loaded')).toBeVisible();
    isAway = false;
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Signed up.')).toBeVisible();
  });
});

describe('the notes on a user', () => {
  const note: MemberNoteWire = {
    id: 'n-1',
    userId: 'u-7',
    author: 'Amara Okafor',
    text: 'Asked about <b>fees</b>',
    createdAt: '2026-11-20T09:00:00.000Z',
    may: ['delete'],
  };

  it('are written, and deleted by who may after a question', async () => {
    let notes = [note, { ...note, id: 'n-2', author: null, text: 'Of somebody else', may: [] as MemberNoteWire['may'] }];
    const calls = serve({
      ...start,
      'GET /admin/notes': () => list('notes', notes),
      'POST /admin/notes': () => {
        notes = [{ ...note, id: 'n-3', text: 'Called back' }, ...notes];
        return { status: 201, body: notes[0] };
      },
      'DELETE /admin/notes/n-1': () => {
        notes = notes.filter(({ id }) => id !== 'n-1');
        return { body: note };
      },
    });
    await open('/admin/users/u-7/notes');
    const user = userEvent.setup();
    // Text is shown as it was typed.
    expect(await screen.findByText('Asked about <b>fees</b>')).toBeVisible();
    expect(screen.getByText('Deleted account')).toBeVisible();
    expect(JSON.parse(filterOf(calls, '/admin/notes')!)).toEqual({ userId: 'u-7' });
    const add = screen.getByRole('button', { name: 'Add note' });
    expect(add).toBeDisabled();
    await user.type(screen.getByLabelText('Note'), '  Called back ');
    await user.click(add);
    expect(await screen.findByText('The note is saved.')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/notes')[0]?.json).toEqual({ userId: 'u-7', text: 'Called back' });
    expect(await screen.findByText('Called back')).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('');
    expect(screen.queryByRole('button', { name: /Delete the note “Of somebody else”/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete the note “Asked about <b>fees</b>”' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Delete this note?' })).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Asked about <b>fees</b>')).toBeNull());
    expect(made(calls, 'DELETE', '/admin/notes/n-1')).toHaveLength(1);
  });

  it('keep what was typed where it could not be saved', async () => {
    serve({
      ...start,
      'GET /admin/notes': list('notes', []),
      'POST /admin/notes': { status: 404, body: { statusCode: 404, message: 'There is no such user' } },
    });
    await open('/admin/users/u-7/notes');
    expect(await screen.findByText('No notes yet')).toBeVisible();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Note'), 'Called back');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('There is no such user')).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Called back');
  });
});
