import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { later, list, serve } from './support/api';
import { TOKEN, amara, emptyWallet, jonas, signInAnswer, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);

const rest = {
  'GET /wallet/*': { body: emptyWallet },
  'GET /admin/kyc-reviews': list('kyc-reviews', []),
  'GET /admin/sync-runs': list('sync-runs', []),
  'GET /admin/payments': list('payments', []),
};

async function fill(email: string, password: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  return user;
}

describe('the login', () => {
  it('enables its button only when email and password are both there', async () => {
    serve({});
    await open('/login');
    const button = await screen.findByRole('button', { name: 'Login' });
    expect(button).toBeDisabled();
    const user = await fill('a@example.com', 'x');
    expect(button).toBeEnabled();
    await user.clear(screen.getByLabelText('Password'));
    expect(button).toBeDisabled();
  });

  it.each([
    [sofia, '/trade-dashboard'],
    [jonas, '/hedge-dashboard'],
    [amara, '/admin'],
  ])('takes $userRole to their dashboard', async (person, home) => {
    const calls = serve({ 'POST /signinuser': { body: signInAnswer(person) }, ...rest });
    await open('/login');
    const user = await fill(` ${person.email} `, ' spaces are kept ');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(currentPath()).toBe(home));
    expect(await screen.findByText('Logged in successfully!')).toBeInTheDocument();
    expect(calls.find((call) => call.path === '/signinuser')).toMatchObject({
      authorization: null,
      json: { email: person.email, password: ' spaces are kept ' },
    });
    expect([localStorage.getItem('myState'), localStorage.getItem('myToken')]).toEqual(['true', TOKEN]);
  });

  it('leads to the dashboard once: who goes elsewhere before it stands is not called back', async () => {
    serve({ 'POST /signinuser': { body: signInAnswer(sofia) }, ...rest });
    await open('/login');
    const user = await fill(sofia.email, 'secret words');
    const went: string[] = [];
    const push = history.pushState.bind(history);
    const replace = history.replaceState.bind(history);
    const watched = jest.spyOn(history, 'pushState').mockImplementation((...args) => (went.push(String(args[2])), push(...args)));
    const replaced = jest.spyOn(history, 'replaceState').mockImplementation((...args) => (went.push(String(args[2])), replace(...args)));
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByText('Logged in successfully!');
    await screen.findByRole('heading', { level: 1, name: /Hello/ });
    watched.mockRestore();
    replaced.mockRestore();
    expect(went.filter((address) => address.endsWith('/trade-dashboard'))).toHaveLength(1);
  });

  it('says Logging in... and can not be pressed again while it runs', async () => {
    const { reply, answer } = later();
    const calls = serve({ 'POST /signinuser': () => reply, ...rest });
    await open('/login');
    const user = await fill('a@example.com', 'secret words');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    const busy = await screen.findByRole('button', { name: 'Logging in...' });
    expect(busy).toBeDisabled();
    await user.keyboard('{Enter}');
    await act(async () => answer({ body: signInAnswer(sofia) }));
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect(calls.filter((call) => call.path === '/signinuser')).toHaveLength(1);
  });

  it.each([
    ["the server's message", { message: 'Email or password is wrong' }, 'Email or password is wrong'],
    ['the unknown error where there is none', {}, 'An unknown error occurred.'],
  ])('shows %s when it fails, and stays', async (_, body, words) => {
    serve({ 'POST /signinuser': { status: 401, body } });
    await open('/login');
    const user = await fill('a@example.com', 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(currentPath()).toBe('/login');
    expect(localStorage.getItem('myToken')).toBeNull();
    expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
    // In the form it stays until something else is typed.
    const form = within(screen.getByRole('main'));
    expect(form.getByText(words)).toBeVisible();
    await user.type(screen.getByLabelText('Password'), 'x');
    expect(form.queryByText(words)).toBeNull();
  });

  it('takes back what it said about an earlier attempt once it succeeds', async () => {
    let tries = 0;
    serve({
      'POST /signinuser': () =>
        ++tries === 1 ? { status: 401, body: { message: 'Wrong email or password' } } : { body: signInAnswer(sofia) },
      ...rest,
    });
    await open('/login');
    const user = await fill(sofia.email, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('alert');
    await user.type(screen.getByLabelText('Password'), ' no more');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Logged in successfully!')).toBeInTheDocument();
    expect(screen.queryByText('Wrong email or password')).toBeNull();
  });

  it('shows no success and does nothing further for a role it does not know', async () => {
    serve({ 'POST /signinuser': { body: signInAnswer({ ...sofia, userRole: 'broker' as never }) } });
    await open('/login');
    const user = await fill('a@example.com', 'secret words');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeEnabled();
    expect(screen.queryByText('Logged in successfully!')).toBeNull();
    expect(localStorage.getItem('myToken')).toBeNull();
    expect(currentPath()).toBe('/login');
  });
});
