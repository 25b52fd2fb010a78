import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BroadcastWire } from '../src/lib/wire/types';
import { type Routes, later, list, serve } from './support/api';
import { broadcast, counts, made, recipient, anotherAdmin, start } from './support/broadcasts';
import { loggedRefusals } from './support/console-errors';
import { chooseFilter, loadedTable } from './support/lists';
import { rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);

beforeEach(rememberSession);
beforeEach(anotherAdmin);

describe('broadcasts', () => {
  it('stand with whom they go to and how far they are', async () => {
    const calls = serve({
      ...start,
      'GET /admin/broadcasts': list('broadcasts', [
        broadcast,
        {
          ...broadcast,
          id: 'b-2',
          subject: 'To Hanna',
          audience: 'user',
          audienceUserId: 'u-7',
          state: 'done',
          may: [],
          counts: { ...counts, sent: 1 },
          recipients: 1,
          author: null,
        },
      ]),
    });
    await open('/admin/broadcasts');
    const table = await loadedTable('Broadcasts');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['No', 'Subject', 'Audience', 'Kind', 'State', 'Progress', 'Written', 'By']);
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first).toHaveTextContent(
      /^1The club meetsTrade clubNewsBeing sent1.200 of 2.000 sent, 150 refused, 50 skipped20 Nov 2026, 14:05 UTCAmara Okafor$/,
    );
    expect(within(first as HTMLElement).getByRole('progressbar', { name: 'Progress of “The club meets”' })).toHaveAttribute(
      'aria-valuenow',
      '70',
    );
    expect(within(second as HTMLElement).getByRole('link', { name: 'One person' })).toHaveAttribute('href', '#/admin/users/u-7');
    await chooseFilter(userEvent.setup(), 'State', 'Done');
    await waitFor(() => expect(made(calls, 'GET', '/admin/broadcasts').at(-1)?.search.get('filter')).toBe('{"state":"done"}'));
  });

  it('say what will be here', async () => {
    serve(start);
    await open('/admin/broadcasts');
    expect(await screen.findByText('No broadcasts yet')).toBeVisible();
  });
});

describe('one broadcast', () => {
  const at = (change: Partial<BroadcastWire> = {}): Routes => ({
    ...start,
    'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, ...change } }),
    'GET /admin/broadcasts/b-1/recipients': list('recipients', [recipient]),
  });

  it('shows how far it is, and what became of each mail, as text', async () => {
    const calls = serve(at({ problem: 'connect ECONNREFUSED' }));
    await open('/admin/broadcasts/b-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'The club meets' })).toBeVisible();
    expect(screen.getByText('It said “connect ECONNREFUSED”. The broadcast continues when the server responds again.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Message' })).toHaveTextContent('On Friday. Bring a friend.');
    const row = (await screen.findByRole('link', { name: 'Hanna Virtanen' })).closest('tr');
    expect(row).toHaveTextContent('1Hanna VirtanenRefused––2–550 <b>no such user</b>');
    const asked = () => made(calls, 'GET', '/admin/broadcasts/b-1/recipients').at(-1)?.search;
    expect(asked()?.get('sort')).toBe('["position","ASC"]');
    await chooseFilter(userEvent.setup(), 'Result', 'Refused');
    await waitFor(() => expect(asked()?.get('filter')).toBe('{"status":"failed_permanent"}'));
  });

  it('goes on by itself until it is done', async () => {
    let state: BroadcastWire['state'] = 'sending';
    const calls = serve({
      ...at(),
      'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, state, may: state === 'done' ? [] : broadcast.may } }),
    });
    await open('/admin/broadcasts/b-1');
    await screen.findByText('Being sent', { selector: 'span' });
    state = 'done';
    expect(await screen.findByText('Done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    await waitFor(() => expect(made(calls, 'GET', '/admin/broadcasts/b-1/recipients').length).toBeGreaterThan(1));
  });

  it('is paused and resumed, and offers what the server lets one do', async () => {
    let now: Partial<BroadcastWire> = {};
    const { reply, answer } = later();
    serve({
      ...at(),
      'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, ...now } }),
      'POST /admin/broadcasts/b-1/pause': () => reply,
    });
    await open('/admin/broadcasts/b-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Pausing…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    now = { state: 'paused', may: ['resume', 'cancel'] };
    await act(async () => answer({ body: { message: 'Paused', data: {} } }));
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    expect(screen.getByText('“The club meets” is paused. No more emails are sent until you resume it.')).toBeInTheDocument();
  });

  it('is cancelled after a question that says how many mails will not leave', async () => {
    let now: Partial<BroadcastWire> = {};
    const calls = serve({
      ...at(),
      'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, ...now } }),
      'POST /admin/broadcasts/b-1/cancel': () => {
        now = { state: 'cancelled', may: [] };
        return { body: { message: 'Cancelled', data: {} } };
      },
    });
    await open('/admin/broadcasts/b-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel “The club meets”?' });
    expect(dialog).toHaveTextContent('600 emails that have not been sent yet will not be sent.');
    expect(made(calls, 'POST', '/admin/broadcasts/b-1/cancel')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the broadcast' }));
    expect(await screen.findByText('Cancelled')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('says why it could not be moved', async () => {
    const routes = at({ state: 'paused', may: ['resume', 'cancel'] });
    serve({
      ...routes,
      'POST /admin/broadcasts/b-1/resume': {
        status: 409,
        body: { statusCode: 409, message: 'This broadcast was cancelled and cannot be resumed' },
      },
      'POST /admin/broadcasts/b-1/cancel': {
        status: 409,
        body: { statusCode: 409, message: 'This broadcast is done and cannot be cancelled' },
      },
    });
    await open('/admin/broadcasts/b-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('This broadcast was cancelled and cannot be resumed')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel the broadcast' }));
    expect(await within(screen.getByRole('dialog')).findByText('This broadcast is done and cannot be cancelled')).toBeVisible();
  });

  it('that nobody knows says so', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/broadcasts/b-9': { status: 404, body: { statusCode: 404, message: 'There is no such broadcast' } } });
    await open('/admin/broadcasts/b-9');
    expect(await screen.findByText('The broadcast could not be loaded')).toBeVisible();
    expect(screen.getByText('There is no such broadcast')).toBeVisible();
    expect(refused).toEqual(['There is no such broadcast']);
  });
});
