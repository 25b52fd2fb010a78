import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CalendarEffectsWire, CalendarRecordWire, CalendarSignupWire } from '../src/lib/wire/types';
import { list, serve, type Call, type Routes } from './support/api';
import { eventDraft } from './support/calendar';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const effects: CalendarEffectsWire = { members: 1200, signups: 12, told: 11 };
const published: CalendarRecordWire = {
  ...eventDraft,
  state: 'published',
  may: ['cancel'],
  save: 'correct',
  signups: 12,
  publishedAt: '2026-11-20T15:00:00.000Z',
};
const signup: CalendarSignupWire = {
  id: 'u-7',
  name: 'Hanna Weber',
  membership: 'trade club',
  signedUpAt: '2026-11-21T10:00:00.000Z',
  isTold: false,
};
let visit = 0;
// What somebody leaves in a form stays theirs: each test is somebody else.
beforeEach(() => void (visit += 1));
const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-9-${visit}` } } }),
  'GET /auth/mfa': factors(),
  'GET /admin/calendar/e-1/effects': { body: { message: '', data: effects } },
  'GET /admin/calendar/e-1/signups': list('signups', [signup]),
  'GET /admin/calendar/e-1': { body: eventDraft },
  'GET /admin/*': list('any', []),
};
const live: Routes = { ...start, 'GET /admin/calendar/e-1': { body: published } };
const made = (calls: Call[], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ json }) => json);
const instant = (typed: string) => new Date(typed).toISOString();

describe('planning an event', () => {
  it('shows it as members see it, and saves a draft with times in UTC', async () => {
    const calls = serve({ ...start, 'POST /admin/calendar': { body: eventDraft } });
    await open('/admin/calendar/new');
    await userEvent.type(await screen.findByLabelText('Title'), 'Ask us');
    fireEvent.change(screen.getByLabelText('Summary'), { target: { value: 'In short' } });
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'A **bold** plan' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Choose a start')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Start'), { target: { value: '2026-12-02T18:00' } });
    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2026-12-02T19:30' } });
    fireEvent.change(screen.getByLabelText(/^Places/), { target: { value: '20' } });
    fireEvent.change(screen.getByLabelText(/^Link to join/), { target: { value: 'https://meet.example/room' } });
    expect(await screen.findByText('bold')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/calendar/e-1'));
    expect(made(calls, 'POST', '/admin/calendar')).toEqual([
      {
        kind: 'webinar',
        title: 'Ask us',
        summary: 'In short',
        description: 'A **bold** plan',
        language: null,
        startsAt: instant('2026-12-02T18:00'),
        endsAt: instant('2026-12-02T19:30'),
        audience: 'members',
        capacity: 20,
        joinUrl: 'https://meet.example/room',
      },
    ]);
  });

  it('says at the field what the server refuses', async () => {
    const refusal = { field: 'joinUrl', message: 'Enter an address that begins with https://' };
    serve({ ...start, 'PUT /admin/calendar/e-1': { status: 400, body: { statusCode: 400, message: refusal.message, errors: [refusal] } } });
    await open('/admin/calendar/new?edit=e-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(refusal.message)).toBeVisible();
    expect(screen.getByLabelText(/^Link to join/)).toBeInvalid();
  });
});

describe('a change of a published event', () => {
  it('to another time says first who is told', async () => {
    const calls = serve({ ...live, 'POST /admin/calendar/e-1/correct': { body: { message: '', data: published } } });
    await open('/admin/calendar/new?edit=e-1');
    fireEvent.change(await screen.findByLabelText('Start'), { target: { value: '2026-12-03T18:00' } });
    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2026-12-03T19:00' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move “Ask us”?' });
    expect(await within(dialog).findByText(/12 members signed up\. 11 members will be notified.*1 member has ended/)).toBeVisible();
    expect(made(calls, 'POST', '/admin/calendar/e-1/correct')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move event' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/calendar/e-1'));
    expect(made(calls, 'POST', '/admin/calendar/e-1/correct')).toMatchObject([
      { revision: 3, startsAt: instant('2026-12-03T18:00'), endsAt: instant('2026-12-03T19:00') },
    ]);
  });

  it('of its text keeps the times to the second, and tells nobody', async () => {
    const event = { ...published, startsAt: '2026-12-02T18:00:30.000Z' };
    const calls = serve({
      ...live,
      'GET /admin/calendar/e-1': { body: event },
      'POST /admin/calendar/e-1/correct': { body: { message: '', data: event } },
    });
    await open('/admin/calendar/new?edit=e-1');
    fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Ask us anything' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change “Ask us”?' });
    expect(within(dialog).getByText(/Nobody is notified/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/calendar/e-1/correct')).toMatchObject([{ title: 'Ask us anything', startsAt: event.startsAt }]),
    );
  });

  it('cancels it after a question', async () => {
    const calls = serve({
      ...live,
      'POST /admin/calendar/e-1/cancel': { body: { message: '', data: { ...published, state: 'cancelled' } } },
    });
    await open('/admin/calendar/e-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel event…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel “Ask us”?' });
    expect(await within(dialog).findByText(/12 members signed up/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel event' }));
    await waitFor(() => expect(made(calls, 'POST', '/admin/calendar/e-1/cancel')).toEqual([{ revision: 3 }]));
  });
});

describe('an event', () => {
  it('is published after a question that says who can sign up', async () => {
    const calls = serve({ ...start, 'POST /admin/calendar/e-1/publish': { body: { message: '', data: published } } });
    await open('/admin/calendar/e-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish “Ask us”?' });
    expect(await within(dialog).findByText(/1.200 members can sign up\. Nobody is notified/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(made(calls, 'POST', '/admin/calendar/e-1/publish')).toEqual([{ revision: 3 }]));
  });

  it('lists who signed up', async () => {
    serve(live);
    await open('/admin/calendar/e-1');
    expect(await screen.findByRole('link', { name: 'Hanna Weber' })).toHaveAttribute('href', '#/admin/users/u-7');
    expect(screen.getByText('12 of 20')).toBeVisible();
  });

  it('gets a recording once it is over', async () => {
    const over: CalendarRecordWire = { ...published, isOver: true, may: ['record'] };
    const refusal = { field: 'recordingUrl', message: 'Enter an address that begins with https://' };
    const calls = serve({
      ...live,
      'GET /admin/calendar/e-1': { body: over },
      'PUT /admin/calendar/e-1/recording': ({ json }) =>
        (json as { recordingUrl: string }).recordingUrl.startsWith('https:')
          ? { body: { message: '', data: over } }
          : { status: 400, body: { statusCode: 400, message: refusal.message, errors: [refusal] } },
    });
    await open('/admin/calendar/e-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Recording…' }));
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByLabelText('Link to the recording');
    await userEvent.type(field, 'video.example');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(refusal.message)).toBeVisible();
    fireEvent.change(field, { target: { value: 'https://video.example/1' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(made(calls, 'PUT', '/admin/calendar/e-1/recording').at(-1)).toEqual({ revision: 3, recordingUrl: 'https://video.example/1' }),
    );
  });
});

describe('the list of events', () => {
  it('shows state, start and places', async () => {
    serve({ ...start, 'GET /admin/calendar': list('calendar', [published, { ...eventDraft, id: 'e-2', title: 'Old', signups: null }]) });
    await open('/admin/calendar');
    expect(await screen.findByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '#/admin/calendar/e-1');
    expect(screen.getByText('12 of 20')).toBeVisible();
    expect(screen.getByTitle('Deleted 90 days after the end')).toHaveTextContent('–');
  });
});
