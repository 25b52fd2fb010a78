import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve, type Call, type Routes } from './support/api';
import { myEvent, publicEvent } from './support/calendar';
import { rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);
const answer = (data: unknown) => ({ body: { message: '', data } });
const page = (events: unknown[], next: string | null = null) => answer({ events, next });
const main = () => within(screen.getByRole('main'));
const asked = (calls: Call[], path: string) => calls.filter((call) => call.path === path);

describe('events for visitors', () => {
  it('are listed with times in the visitor’s zone, which is named, and lead to a page each', async () => {
    const calls = serve({
      'GET /calendar/events': ({ search }) =>
        search.has('after') ? page([{ ...publicEvent, slug: 'b', title: 'Later' }]) : page([publicEvent], '1-a'),
      'GET /calendar/events/ask-us': answer(publicEvent),
    });
    await open('/events');
    expect(await screen.findByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '#/events/ask-us');
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(main().getByText(`(${zone})`)).toBeVisible();
    expect(main().getByText(/Dec 2026, \d\d:\d\d$/)).toHaveAttribute('datetime', publicEvent.startsAt);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Later' })).toBeVisible();
    expect(asked(calls, '/calendar/events').map(({ authorization }) => authorization)).toEqual([null, null]);
    await userEvent.click(screen.getByRole('link', { name: 'Ask us' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ask us' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Join Us' })).toHaveAttribute('href', '#/register');
  });

  it('say that there are none, that one does not exist, and that they could not be loaded', async () => {
    serve({ 'GET /calendar/events': page([]) });
    const first = await open('/events');
    expect(await screen.findByText('No upcoming public events')).toBeVisible();
    first.unmount();
    serve({ 'GET /calendar/events/gone': { status: 404, body: { message: 'There is no such event' } } });
    const second = await open('/events/gone');
    expect(await screen.findByText('This event does not exist')).toBeVisible();
    second.unmount();
    serve({ 'GET /calendar/events': { status: 500, body: { message: 'x' } } });
    await open('/events');
    expect(await screen.findByText('The events could not be loaded')).toBeVisible();
  });
});

describe('events of a member', () => {
  beforeEach(rememberSession);
  const routes = (more: Routes, paymentStatus: string | null = 'approved'): Routes => ({
    'GET /getuser': answer({ ...sofia, paymentStatus }),
    'GET /me/notifications/unread': answer({ unread: 0 }),
    ...more,
  });

  it('are listed ahead, as signed up for and past, and the public address leads there', async () => {
    const calls = serve(
      routes({
        'GET /me/calendar/events': ({ search }) =>
          search.get('when') === 'past'
            ? page([myEvent({ title: 'Last week', isOver: true, hasRecording: true })])
            : page([myEvent({ isGoing: true })]),
      }),
    );
    await open('/events');
    await waitFor(() => expect(currentPath()).toBe('/calendar'));
    expect(await main().findByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '#/calendar/ask-us');
    expect(main().getByText('You are going', { selector: 'span' })).toBeVisible();
    expect(main().getByText('3 places left')).toBeVisible();
    expect(main().getByRole('button', { name: 'Add all to calendar' })).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'Past' }));
    expect(await main().findByRole('link', { name: 'Last week' })).toBeVisible();
    expect(main().getByText('Recording')).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'You are going' }));
    await waitFor(() => expect(currentPath()).toBe('/calendar?view=going'));
    expect(asked(calls, '/me/calendar/events').map(({ search }) => search.toString())).toEqual([
      'when=upcoming',
      'when=past',
      'when=upcoming&mine=true',
    ]);
  });

  it('are signed up for, show the link to join, and are withdrawn from', async () => {
    let event = myEvent();
    const going = (isGoing: boolean) => () => {
      event = myEvent({ isGoing, joinUrl: isGoing ? 'https://meet.example/room' : null, placesLeft: isGoing ? 2 : 3 });
      return { body: { message: isGoing ? 'You are signed up' : 'You are no longer signed up', data: event } };
    };
    serve(
      routes({
        'GET /me/calendar/events/ask-us': () => answer(event),
        'PUT /me/calendar/events/ask-us/signup': going(true),
        'DELETE /me/calendar/events/ask-us/signup': going(false),
      }),
    );
    await open('/calendar/ask-us');
    expect(await main().findByText('answer')).toBeVisible();
    expect(main().queryByRole('link', { name: 'Join the event' })).toBeNull();
    await userEvent.click(main().getByRole('button', { name: 'Sign up' }));
    const link = await main().findByRole('link', { name: 'Join the event' });
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://meet.example/room',
      'noopener noreferrer',
      '_blank',
    ]);
    expect(main().getByText('2 places left')).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'Withdraw' }));
    expect(await main().findByRole('button', { name: 'Sign up' })).toBeEnabled();
  });

  it('say what a refused sign-up means, and read again how many places there are', async () => {
    let left = 1;
    serve(
      routes({
        'GET /me/calendar/events/ask-us': () => answer(myEvent({ placesLeft: left })),
        'PUT /me/calendar/events/ask-us/signup': () => {
          left = 0;
          return { status: 409, body: { message: 'All places are taken. Try again later: somebody may withdraw' } };
        },
      }),
    );
    await open('/calendar/ask-us');
    await userEvent.click(await main().findByRole('button', { name: 'Sign up' }));
    expect(await screen.findByText(/^All places are taken\. Try again later/)).toBeVisible();
    expect(await main().findByText('Full')).toBeVisible();
    expect(main().getByRole('button', { name: 'Sign up' })).toBeDisabled();
  });

  it.each([
    [{ state: 'cancelled' as const, isGoing: true }, 'This event is cancelled'],
    [{ isOver: true }, 'This event is over. There is no recording yet.'],
    [{ mayTakePart: false, description: null }, 'Events are for members'],
  ])('say why nobody can sign up: %j', async (more, said) => {
    serve(routes({ 'GET /me/calendar/events/ask-us': answer(myEvent(more)) }));
    await open('/calendar/ask-us');
    expect(await main().findByText(said)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Sign up' })).toBeNull();
  });

  it('have a recording once they are over, which is never a link that runs', async () => {
    const past = { isOver: true, hasRecording: true };
    serve(routes({ 'GET /me/calendar/events/ask-us': answer(myEvent({ ...past, recordingUrl: 'https://video.example/1' })) }));
    const shown = await open('/calendar/ask-us');
    expect(await main().findByRole('link', { name: 'Watch the recording' })).toHaveAttribute('href', 'https://video.example/1');
    shown.unmount();
    serve(routes({ 'GET /me/calendar/events/ask-us': answer(myEvent({ ...past, recordingUrl: 'javascript:alert(1)' })) }));
    await open('/calendar/ask-us');
    await main().findByText('answer');
    expect(main().queryByRole('link', { name: 'Watch the recording' })).toBeNull();
  });

  it('say that there are none, and that they could not be loaded', async () => {
    serve(routes({ 'GET /me/calendar/events': page([]) }));
    const shown = await open('/calendar?view=past');
    expect(await main().findByText('No past events')).toBeVisible();
    shown.unmount();
    serve(routes({ 'GET /me/calendar/events/ask-us': { status: 500, body: { message: 'x' } } }));
    await open('/calendar/ask-us');
    expect(await main().findByText('The event could not be loaded')).toBeVisible();
  });
});
