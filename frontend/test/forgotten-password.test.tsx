import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from './support/api';
import { emptyWallet, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const SENT = 'If this email address has an account, we sent it a link to choose a new password';

describe('a forgotten password', () => {
  it('is reached from the login', async () => {
    serve({});
    await open('/login');
    await userEvent.setup().click(await screen.findByRole('link', { name: text('auth.signIn.forgotten') }));
    expect(await screen.findByRole('heading', { name: text('auth.signIn.forgotten') })).toBeVisible();
    expect(currentPath()).toBe('/forgetpassword');
  });

  it('lets a link be sent once an email is there, and then says where to look', async () => {
    const calls = serve({ 'POST /forgetpassword': { body: { message: SENT, data: null } } });
    await open('/forgetpassword');
    const send = await screen.findByRole('button', { name: text('auth.forgot.submit') });
    expect(send).toBeDisabled();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), ' sofia@example.com ');
    await user.click(send);
    expect(await screen.findByText(SENT)).toBeVisible();
    expect(screen.getByText(/inbox or spam folder/)).toHaveTextContent('sofia@example.com');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(document.title).toBe(`${text('auth.mail.title')} · Tidemark`);
    expect(calls.find((call) => call.path === '/forgetpassword')).toMatchObject({
      authorization: null,
      json: { email: 'sofia@example.com' },
    });
  });

  it('says why nothing was sent', async () => {
    serve({ 'POST /forgetpassword': { status: 429, body: { message: 'Too many tries. Try again in an hour' } } });
    await open('/forgetpassword');
    await userEvent.setup().type(await screen.findByLabelText('Email'), 'sofia@example.com{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries');
    expect(screen.getByRole('button', { name: text('auth.forgot.submit') })).toBeEnabled();
  });
});

describe('the link of the mail', () => {
  const changed = { body: { message: 'Your password was changed. You can sign in with it now', data: null } };

  async function fill(password: string, confirmation: string) {
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('New password'), password);
    await user.type(screen.getByLabelText('Confirm new password'), confirmation);
    return { user, button: screen.getByRole('button', { name: 'Change password' }) };
  }

  it('leaves the address bar at once, and sets the password with its token as Bearer', async () => {
    const calls = serve({ 'POST /changepassword': changed });
    await open('/changepassword/mail-token');
    const { user, button } = await fill('a longer new one', 'a longer new one');
    expect(location.href).not.toContain('mail-token');
    expect(calls.some((call) => call.path === '/changepassword')).toBe(false);
    await user.click(button);
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(await screen.findByText('Your password was changed. You can sign in with it now')).toBeInTheDocument();
    expect(calls.filter((call) => call.path === '/changepassword')).toMatchObject([
      { authorization: 'Bearer mail-token', json: { newPassword: 'a longer new one' } },
    ]);
  });

  it('sends nothing while the password is empty or typed differently', async () => {
    serve({});
    await open('/changepassword/mail-token');
    expect(await screen.findByRole('button', { name: 'Change password' })).toBeDisabled();
    const { button } = await fill('a longer new one', 'a longer');
    expect(screen.getByText('password does not match')).toBeVisible();
    expect(button).toBeDisabled();
  });

  it.each([
    ['the link is spent', { status: 400, body: { message: 'This link is invalid or has expired' } }, 'This link is invalid or has expired'],
    [
      'the password is refused',
      { status: 400, body: { message: 'Check the form', errors: [{ field: 'newPassword', message: 'This password is too common' }] } },
      'This password is too common',
    ],
  ])('says so when %s, and stays', async (_, reply, words) => {
    serve({ 'POST /changepassword': reply });
    await open('/changepassword/mail-token');
    const { user, button } = await fill('a longer new one', 'a longer new one');
    await user.click(button);
    expect(await screen.findByText(words)).toBeVisible();
    expect(currentPath()).toBe('/changepassword');
  });

  it('asks for the link when the token is gone after a reload', async () => {
    serve({});
    await open('/changepassword');
    expect(await screen.findByText(text('auth.change.noLink'))).toBeVisible();
    expect(screen.getByRole('link', { name: text('auth.change.newLink') })).toHaveAttribute('href', '#/forgetpassword');
  });

  it('leads to the login where this browser was signed in as the same person', async () => {
    rememberSession();
    let ended = false;
    serve({
      'GET /getuser': () => (ended ? { status: 401, body: { message: 'Please sign in' } } : { body: { message: '', data: sofia } }),
      'GET /wallet/*': { body: emptyWallet },
      'POST /changepassword': () => {
        ended = true;
        return changed;
      },
    });
    await open('/changepassword/mail-token');
    const { user, button } = await fill('a longer new one', 'a longer new one');
    await user.click(button);
    await waitFor(() => expect(localStorage.getItem('myToken')).toBeNull());
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });
});
