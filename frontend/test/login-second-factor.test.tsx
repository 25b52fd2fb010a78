import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Call, type Reply, type Routes, list, serve } from './support/api';
import { fakePasskeys, requestChallenge } from './support/passkeys';
import { TOKEN, amara, emptyWallet, signInAnswer, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors } from './support/second-factors';
import { text } from './support/texts';

jest.setTimeout(180_000);

const rest: Routes = { 'GET /wallet/*': { body: emptyWallet }, 'GET /admin/*': list('any', []) };
const wants = (mfa: string[], message = 'Enter your code'): Reply => ({
  status: 401,
  body: { statusCode: 401, message, otpRequired: true, mfa },
});

/** A server that wants one code beside the password. */
const withCode =
  (right: string, mfa = ['totp', 'recovery']) =>
  (call: Call): Reply => {
    const { otp } = call.json as { otp?: string };
    if (otp === undefined) return wants(mfa);
    return otp === right ? { body: signInAnswer(sofia) } : wants(mfa, 'This code is wrong or was already used');
  };

async function logIn() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), sofia.email);
  await user.type(screen.getByLabelText('Password'), 'secret words');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  return user;
}

const signIns = (calls: Call[]) => calls.filter((call) => call.path === '/signinuser').map((call) => call.json);

describe('the login of an account with a second factor', () => {
  it('asks for the code, with the keyboard and the autofill for one, and sends all three', async () => {
    const calls = serve({ 'POST /signinuser': withCode('123 456'), ...rest });
    await open('/login');
    const user = await logIn();
    const field = await screen.findByLabelText('Code');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field, '123 456{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect(signIns(calls)).toEqual([
      { email: sofia.email, password: 'secret words' },
      { email: sofia.email, password: 'secret words', otp: '123 456' },
    ]);
  });

  it('keeps email and password in memory alone', async () => {
    serve({ 'POST /signinuser': withCode('123456'), ...rest });
    await open('/login');
    await logIn();
    await screen.findByLabelText('Code');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state])).not.toMatch(/secret words|sofia@/);
    expect(localStorage.getItem('myToken')).toBeNull();
  });

  it('says beside the field that a code is wrong, and takes the next one', async () => {
    serve({ 'POST /signinuser': withCode('123456'), ...rest });
    await open('/login');
    const user = await logIn();
    await user.type(await screen.findByLabelText('Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/This code is wrong/));
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
  });

  it('takes a recovery code, with the keyboard for one', async () => {
    const calls = serve({ 'POST /signinuser': withCode('a1b2c-3d4e5'), ...rest });
    await open('/login');
    const user = await logIn();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
    const field = screen.getByLabelText('Recovery code');
    expect(field).toHaveAttribute('inputmode', 'text');
    expect(field).toHaveFocus();
    await user.type(field, 'a1b2c-3d4e5{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect(signIns(calls)[1]).toMatchObject({ otp: 'a1b2c-3d4e5' });
  });

  it('leads back to what was typed before', async () => {
    serve({ 'POST /signinuser': withCode('123456'), ...rest });
    await open('/login');
    const user = await logIn();
    await user.click(await screen.findByRole('button', { name: text('auth.code.back') }));
    expect(screen.getByLabelText('Email')).toHaveValue(sofia.email);
    expect(screen.getByLabelText('Password')).toHaveValue('secret words');
  });

  it('leads back when the password does not hold any more', async () => {
    serve({
      'POST /signinuser': (call) =>
        (call.json as { otp?: string }).otp === undefined
          ? wants(['totp'])
          : { status: 401, body: { message: 'Email or password is wrong' } },
      ...rest,
    });
    await open('/login');
    const user = await logIn();
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong');
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('stays with the code after too many tries', async () => {
    serve({
      'POST /signinuser': (call) =>
        (call.json as { otp?: string }).otp === undefined
          ? wants(['totp'])
          : { status: 429, body: { message: 'Too many tries. Try again in 15 minutes' } },
      ...rest,
    });
    await open('/login');
    const user = await logIn();
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries');
    expect(screen.getByLabelText('Code')).toBeVisible();
  });

  it('offers the passkey beside the recovery codes where there is no app', async () => {
    fakePasskeys();
    serve({
      'POST /signinuser': withCode('a1b2c-3d4e5', ['passkey', 'recovery']),
      'POST /auth/passkey/options': { body: requestChallenge },
      'POST /auth/passkey/sign-in': { body: signInAnswer(sofia) },
      ...rest,
    });
    await open('/login');
    const user = await logIn();
    expect(await screen.findByLabelText('Recovery code')).toBeVisible();
    expect(screen.queryByLabelText('Code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
  });
});

describe('a passkey', () => {
  const press = async () => userEvent.setup().click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));

  it('signs in without email and password', async () => {
    fakePasskeys();
    const calls = serve({
      'POST /auth/passkey/options': { body: requestChallenge },
      'POST /auth/passkey/sign-in': { body: signInAnswer(sofia) },
      ...rest,
    });
    await open('/login');
    await press();
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect(localStorage.getItem('myToken')).toBe(TOKEN);
    const sent = calls.find((call) => call.path === '/auth/passkey/sign-in');
    expect(sent).toMatchObject({
      authorization: null,
      json: { challengeId: 'c-1', response: { id: 'cGFzc2tleQ', type: 'public-key', response: { signature: 'c2lnbmF0dXJl' } } },
    });
  });

  it('is not offered where the browser has none', async () => {
    serve({});
    await open('/login');
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });

  it('may be declined: nothing is sent, and the form stays', async () => {
    fakePasskeys({ refuses: 'NotAllowedError' });
    const calls = serve({ 'POST /auth/passkey/options': { body: requestChallenge } });
    await open('/login');
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used.');
    expect(calls.some((call) => call.path === '/auth/passkey/sign-in')).toBe(false);
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled();
    expect(localStorage.getItem('myToken')).toBeNull();
  });

  it.each([
    [
      'is not known',
      { status: 401, body: { message: 'This passkey was not accepted. Please try again' } },
      'This passkey was not accepted',
    ],
    ['belongs to a deactivated account', { status: 403, body: { message: 'This account is deactivated' } }, 'This account is deactivated'],
  ])('that %s opens nothing', async (_, reply, words) => {
    fakePasskeys();
    serve({ 'POST /auth/passkey/options': { body: requestChallenge }, 'POST /auth/passkey/sign-in': reply });
    await open('/login');
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(currentPath()).toBe('/login');
    expect(localStorage.getItem('myToken')).toBeNull();
  });
});

describe('an admin without a second factor', () => {
  it('is led to set one up, and nowhere else', async () => {
    const calls = serve({
      'POST /signinuser': { body: { ...signInAnswer(amara), enrolmentRequired: true } },
      'GET /auth/mfa': factors({ required: true }),
      ...rest,
    });
    await open('/login');
    await logIn();
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    expect(currentPath()).toBe('/enrol');
    expect(screen.queryByText('Logged in successfully!')).toBeNull();
    expect(calls.some((call) => call.path.startsWith('/admin/'))).toBe(false);
    location.hash = '#/admin/users';
    await waitFor(() => expect(currentPath()).toBe('/enrol'));
  });
});
