import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Routes, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { emptyConsole } from './support/empty-console';
import { creationChallenge, fakePasskeys } from './support/passkeys';
import { amara, emptyWallet, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { enrolmentWanted, factors, laptop, tenCodes } from './support/second-factors';

jest.setTimeout(180_000);

/** A server that opens nothing to this session before its first second factor stands. */
function closed(): { routes: Routes; openAll: () => void } {
  let enrolled = false;
  return {
    openAll: () => {
      enrolled = true;
    },
    routes: {
      'GET /getuser': () => (enrolled ? { body: { message: '', data: amara } } : enrolmentWanted),
      'GET /admin/*': (call) => (enrolled ? emptyConsole(call) : enrolmentWanted),
      'GET /auth/mfa': () => factors({ required: true, ...(enrolled && { totp: true, recoveryCodesLeft: 10 }) }),
      'GET /logout': { body: { message: 'bye' } },
    },
  };
}

beforeEach(rememberSession);

describe('a session that has to set up a second factor', () => {
  it.each(['/admin', '/security', '/profile', '/login', '/enrol'])(
    'is led from %s to the page for that, after a reload too',
    async (path) => {
      serve(closed().routes);
      await open(path);
      expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
      expect(currentPath()).toBe('/enrol');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByRole('navigation')).toBeNull();
    },
  );

  it('goes on to the dashboard once the app is set up and the codes are stored', async () => {
    const { routes, openAll } = closed();
    serve({
      ...routes,
      'POST /auth/mfa/totp': {
        body: { message: '', data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' } },
      },
      'POST /auth/mfa/totp/confirm': () => {
        openAll();
        return { body: { message: '', data: { recoveryCodes: tenCodes } } };
      },
    });
    await open('/enrol');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Set up the app' }));
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Store your recovery codes' });
    expect(currentPath()).toBe('/enrol');
    await user.click(within(dialog).getByRole('checkbox', { name: 'I have stored them' }));
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  it('goes on with a passkey as well', async () => {
    fakePasskeys();
    const { routes, openAll } = closed();
    serve({
      ...routes,
      'POST /auth/mfa/passkeys/options': { body: creationChallenge },
      'POST /auth/mfa/passkeys': () => {
        openAll();
        return { status: 201, body: { message: '', data: { passkey: laptop, recoveryCodes: tenCodes } } };
      },
    });
    await open('/enrol');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(screen.getByLabelText('Name'), 'Work laptop{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Store your recovery codes' });
    await user.click(within(dialog).getByRole('checkbox', { name: 'I have stored them' }));
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(currentPath()).toBe('/admin'));
  });

  it('can sign out', async () => {
    const calls = serve(closed().routes);
    await open('/enrol');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(localStorage.getItem('myToken')).toBeNull();
    expect(calls.some((call) => call.path === '/logout')).toBe(true);
  });

  it('is ended by the server like any other', async () => {
    serve({ ...closed().routes, 'GET /auth/mfa': { status: 401, body: { message: 'Please sign in' } } });
    await open('/enrol');
    await waitFor(() => expect(currentPath()).toBe('/login'));
    expect(localStorage.getItem('myToken')).toBeNull();
  });
});

it('leads there from within the app, too, when any call says so', async () => {
  const refused = loggedRefusals();
  serve({
    'GET /getuser': { body: { message: '', data: amara } },
    'GET /auth/mfa': factors({ required: true }),
    'GET /admin/*': enrolmentWanted,
  });
  await open('/admin');
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  expect(new Set(refused)).toEqual(new Set(['Please set up a second factor first']));
});

it('is not for those who have nothing to set up', async () => {
  serve({ 'GET /getuser': { body: { message: '', data: sofia } }, 'GET /wallet/*': { body: emptyWallet } });
  await open('/enrol');
  await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
});
