import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { currentSession } from '../src/lib/session';
import { keepProfile } from '../src/lib/kept-profile';
import { toProfile } from '../src/lib/wire/profile';
import { later, serve, serveNothing } from './support/api';
import { TOKEN, emptyWallet, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const profile = { body: { message: '', data: { ...sofia, color: 'black' } } };
const wallet = { 'GET /wallet/*': { body: emptyWallet } };

describe('a page load', () => {
  it('fetches the profile with the stored token and shows the person, in the stored colour', async () => {
    rememberSession();
    const calls = serve({ 'GET /getuser': profile, ...wallet });
    await open('/trade-dashboard');
    expect(await screen.findByRole('heading', { name: 'Hello, Sofia' })).toBeVisible();
    expect(calls.find((call) => call.path === '/getuser')?.authorization).toBe(TOKEN);
    expect(document.documentElement.dataset['color']).toBe('dark');
  });

  it('asks nothing about a person while the flag is not set, and forgets a token without it', async () => {
    localStorage.setItem('myToken', TOKEN);
    const calls = serve({ 'GET /getuser': profile });
    await open('/trade-dashboard');
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(calls.filter((call) => call.path === '/getuser')).toEqual([]);
    expect(localStorage.getItem('myToken')).toBeNull();
  });

  it('logs out to the login on a path that needs a person when the token is refused', async () => {
    rememberSession();
    serve({ 'GET /getuser': { status: 401, body: { message: 'Sign in first' } } });
    await open('/profile');
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(localStorage.getItem('myToken')).toBeNull();
    expect(localStorage.getItem('myState')).toBeNull();
    expect(await screen.findByRole('alert')).toHaveTextContent('Your session has ended. Please log in again.');
  });

  it.each([
    ['the server fails', () => void serve({ 'GET /getuser': { status: 503, body: { message: 'We are being repaired' } } })],
    ['nothing answers', serveNothing],
  ])('keeps the session while %s, and takes it up when the server answers', async (_, arrange) => {
    rememberSession();
    arrange();
    await open('/trade-dashboard');
    expect(await screen.findByText('We can’t reach the server. Trying again…')).toBeVisible();
    expect(currentPath()).toBe('/trade-dashboard');
    expect(localStorage.getItem('myToken')).toBe(TOKEN);
    expect(screen.queryByRole('alert')).toBeNull();
    serve({ 'GET /getuser': profile, ...wallet });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try now' }));
    expect(await screen.findByRole('heading', { name: 'Hello, Sofia' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('We can’t reach the server. Trying again…')).toBeNull());
  });

  it('shows the shell of the last visit before the server has answered, and details only after', async () => {
    rememberSession();
    keepProfile(toProfile({ ...sofia, kycStatus: 'approved' }));
    const { reply, answer } = later();
    serve({ 'GET /getuser': () => reply, ...wallet });
    await open('/profile');
    expect(await screen.findByRole('button', { name: 'Lindqvist Sofia' })).toBeVisible();
    expect(screen.queryByText(sofia.phoneNumber)).toBeNull();
    await act(async () => answer(profile));
    expect(await screen.findByText(sofia.phoneNumber)).toBeVisible();
  });

  it('keeps no date of birth, phone number, country or file link, and nothing after signing out', async () => {
    rememberSession();
    serve({ 'GET /getuser': { body: { message: '', data: { ...sofia, image_url: '/api/v1/files/1?sig=secret' } } }, ...wallet });
    await open('/trade-dashboard');
    await screen.findByRole('heading', { name: 'Hello, Sofia' });
    const kept = localStorage.getItem('tidemark:profile') ?? '';
    expect(kept).toContain('Sofia');
    for (const detail of [sofia.dob, sofia.phoneNumber, sofia.country, 'secret', TOKEN]) expect(kept).not.toContain(detail);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Lindqvist Sofia' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(localStorage.getItem('tidemark:profile')).toBeNull();
  });

  it('leaves a public page alone when the server fails, and keeps the session for later', async () => {
    rememberSession();
    serve({ 'GET /getuser': { status: 503, body: {} } });
    await open('/redirectform');
    expect(await screen.findByRole('heading', { name: text('auth.mail.title') })).toBeVisible();
    await waitFor(() => expect(currentSession().status).toBe('signed-out'));
    expect(currentPath()).toBe('/redirectform');
    expect(localStorage.getItem('myToken')).toBe(TOKEN);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes somebody who is signed in from the login to their dashboard', async () => {
    rememberSession();
    serve({ 'GET /getuser': profile, ...wallet });
    await open('/login');
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
  });
});

describe('the colour of a page', () => {
  const light = { body: { message: '', data: sofia } };
  const darkDevice = () =>
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation(
        (media) => ({ matches: media.includes('dark'), media, addEventListener() {}, removeEventListener() {} }) as never,
      );
  afterEach(() => {
    jest.restoreAllMocks();
    delete document.documentElement.dataset['color'];
  });

  it.each([
    ['stays the dark one of the device while the account has no choice', false, undefined],
    ['is the light one where the account has chosen it', true, 'light'],
  ])('%s', async (_, chosen, shown) => {
    delete document.documentElement.dataset['color'];
    darkDevice();
    rememberSession();
    const calls = serve({ 'GET /getuser': light, 'GET /me/color': { body: { message: '', data: { color: 'white', chosen } } }, ...wallet });
    await open('/trade-dashboard');
    await screen.findByRole('heading', { name: 'Hello, Sofia' });
    await waitFor(() => expect(calls.some((call) => call.path === '/me/color')).toBe(true));
    await waitFor(() => expect(document.documentElement.dataset['color']).toBe(shown));
  });
});

describe('the colour switch', () => {
  const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }));

  it('stores the choice with the account and shows what the account then holds', async () => {
    rememberSession();
    const calls = serve({ 'GET /getuser': profile, ...wallet, 'POST /me/color': { body: { message: '', color: 'white' } } });
    await open('/trade-dashboard');
    await press('Switch to light colours');
    await waitFor(() => expect(calls.find((call) => call.path === '/me/color')?.json).toEqual({ color: 'white' }));
    expect(document.documentElement.dataset['color']).toBe('light');
  });

  it('keeps the choice on this device when the account can not be told', async () => {
    rememberSession();
    serve({ 'GET /getuser': profile, ...wallet, 'POST /me/color': { status: 503, body: {} } });
    const view = await open('/trade-dashboard');
    await press('Switch to light colours');
    await waitFor(() => expect(localStorage.getItem('tidemark:color-own')).toBe('true'));
    view.unmount();
    await open('/trade-dashboard');
    await screen.findByRole('heading', { name: 'Hello, Sofia' });
    expect(document.documentElement.dataset['color']).toBe('light');
  });
});

describe('a session', () => {
  it('ends when the server refuses its token later on', async () => {
    rememberSession();
    serve({ 'GET /getuser': profile, 'GET /wallet/*': { status: 401, body: { message: 'Sign in first' } } });
    await open('/trade-dashboard');
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(localStorage.getItem('myToken')).toBeNull();
  });

  it('ends here when it is ended in another tab', async () => {
    rememberSession();
    serve({ 'GET /getuser': profile, ...wallet });
    await open('/trade-dashboard');
    await screen.findByRole('heading', { name: 'Hello, Sofia' });
    localStorage.clear();
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'myToken', oldValue: TOKEN, newValue: null })));
    await waitFor(() => expect(currentPath()).toBe('/login'));
  });

  it.each([
    ['when the server answers', { body: { message: 'bye' } }],
    ['when the server does not', { status: 500, body: {} }],
  ])('ends by logging out %s', async (_, reply) => {
    rememberSession();
    const calls = serve({ 'GET /getuser': profile, ...wallet, 'GET /logout': reply });
    await open('/trade-dashboard');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Lindqvist Sofia' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(await screen.findByText('You are now logged out...')).toBeInTheDocument();
    expect(calls.find((call) => call.path === '/logout')?.authorization).toBe(TOKEN);
    expect([localStorage.getItem('myToken'), localStorage.getItem('myState')]).toEqual([null, null]);
  });
});
