import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OpenSessionWire } from '../src/lib/wire/types';
import { type Call, type Reply, type Routes, list, serve } from './support/api';
import { creationChallenge, fakePasskeys } from './support/passkeys';
import { amara, emptyWallet, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, laptop, stepUpWanted, tenCodes } from './support/second-factors';

jest.setTimeout(180_000);

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const at = '2026-11-20T14:05:00.000Z';
const here: OpenSessionWire = {
  id: 's-1',
  current: true,
  device: CHROME,
  place: '192.0.2.0/24',
  createdAt: at,
  lastSeenAt: at,
  endsAt: at,
};
const phone: OpenSessionWire = { ...here, id: 's-2', current: false, device: SAFARI };

const secret = {
  message: '',
  data: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Tidemark:sofia%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tidemark',
  },
};

async function openSecurity(more: Routes = {}, person = sofia) {
  rememberSession();
  const calls = serve({
    'GET /getuser': { body: { message: '', data: person } },
    'GET /wallet/*': { body: emptyWallet },
    'GET /admin/*': list('any', []),
    'GET /auth/mfa': factors(),
    'GET /auth/sessions': { body: { message: '', data: [here, phone] } },
    ...more,
  });
  await open('/security');
  await screen.findByRole('heading', { level: 1, name: 'Security' });
  return { calls, user: userEvent.setup() };
}

const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

describe('the security page', () => {
  it('opens for admins in the console', async () => {
    await openSecurity({}, amara);
    expect(currentPath()).toBe('/admin/security');
    expect(await screen.findByRole('link', { name: /Pending KYC/ })).toBeVisible();
  });

  it('is reached from the profile, from the account menu and from the navigation', async () => {
    rememberSession();
    serve({ 'GET /getuser': { body: { message: '', data: sofia } } });
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Lindqvist Sofia' }));
    for (const place of [
      screen.getByRole('main'),
      document.getElementById('account-menu')!,
      screen.getByRole('navigation', { name: 'Main' }),
    ])
      expect(within(place).getByRole('link', { name: 'Security' })).toHaveAttribute('href', '#/security');
  });
});

describe('the password', () => {
  async function fill(current: string, password: string, confirmation: string) {
    const page = await openSecurity({
      'POST /auth/password': (call): Reply =>
        (call.json as { currentPassword: string }).currentPassword === 'old words'
          ? { body: { message: 'Your password was changed, and your other sessions were ended', data: null } }
          : {
              status: 400,
              body: { message: 'Check the form', errors: [{ field: 'currentPassword', message: 'This is not your current password' }] },
            },
    });
    await page.user.type(screen.getByLabelText('Current password'), current);
    await page.user.type(screen.getByLabelText('New password'), password);
    await page.user.type(screen.getByLabelText('Confirm new password'), confirmation);
    return { ...page, button: screen.getByRole('button', { name: 'Change password' }) };
  }

  it('is changed by the current one and a new one typed twice', async () => {
    const { calls, user, button } = await fill('old words', 'a longer new one', 'a longer new one');
    await user.click(button);
    expect(await screen.findByText('Your password was changed, and your other sessions were ended')).toBeInTheDocument();
    expect(made(calls, 'POST', '/auth/password')[0]?.json).toEqual({ currentPassword: 'old words', newPassword: 'a longer new one' });
    expect(screen.getByLabelText('Current password')).toHaveValue('');
    expect(made(calls, 'GET', '/auth/sessions').length).toBeGreaterThan(1);
  });

  it('can not be sent while the two differ, and says so', async () => {
    const { button } = await fill('old words', 'a longer new one', 'a longer new');
    expect(button).toBeDisabled();
    expect(screen.getByText('password does not match')).toBeVisible();
  });

  it('stays as it is when the current one is wrong', async () => {
    const { user, button } = await fill('something', 'a longer new one', 'a longer new one');
    await user.click(button);
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('This is not your current password'));
  });
});

describe('the authenticator app', () => {
  it('is set up with a QR code or its secret, and gives the recovery codes once', async () => {
    let on = false;
    const { calls, user } = await openSecurity({
      'GET /auth/mfa': () => factors(on ? { totp: true, recoveryCodesLeft: 10 } : {}),
      'POST /auth/mfa/totp': { body: secret },
      'POST /auth/mfa/totp/confirm': (call): Reply => {
        on = (call.json as { otp: string }).otp === '123456';
        return on
          ? { body: { message: '', data: { recoveryCodes: tenCodes } } }
          : { status: 400, body: { message: 'Check the form', errors: [{ field: 'otp', message: 'x' }] } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Set up the app' }));
    const code = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h7v1H4z/);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy secret' }));
    expect(await navigator.clipboard.readText()).toBe(secret.data.secret);

    const turnOn = screen.getByRole('button', { name: 'Turn on' });
    expect(turnOn).toBeDisabled();
    await user.type(screen.getByLabelText('Code'), '000000');
    await user.click(turnOn);
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Check the form/));
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(turnOn);

    const dialog = await screen.findByRole('dialog', { name: 'Store your recovery codes' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(tenCodes);
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Copy all' }));
    expect(await navigator.clipboard.readText()).toBe(tenCodes.join('\n'));
    expect(within(dialog).getByRole('button', { name: 'Download' })).toBeEnabled();
    expect(within(dialog).getByRole('button', { name: 'Print' })).toBeEnabled();
    const done = within(dialog).getByRole('button', { name: 'Done' });
    expect(done).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: 'I have stored them' }));
    await user.click(done);
    await waitFor(() => expect(screen.queryByText(tenCodes[0] ?? '')).toBeNull());
    expect(await screen.findByText('10 left')).toBeVisible();
    expect(made(calls, 'POST', '/auth/mfa/totp/confirm').map((call) => call.json)).toEqual([{ otp: '000000' }, { otp: '123456' }]);
  });

  it('is removed after a question and a confirmation', async () => {
    let on = true;
    let confirmed = false;
    const { calls, user } = await openSecurity({
      'GET /auth/mfa': () => factors(on ? { totp: true, recoveryCodesLeft: 8 } : {}),
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: at } } };
      },
      'DELETE /auth/mfa/totp': () => {
        if (!confirmed) return stepUpWanted;
        on = false;
        return { body: { message: '', data: null } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const question = screen.getByRole('dialog', { name: 'Remove the authenticator app?' });
    await user.click(within(question).getByRole('button', { name: 'Remove the app' }));
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Code'),
      '123456{Enter}',
    );
    expect(await screen.findByRole('button', { name: 'Set up the app' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(made(calls, 'DELETE', '/auth/mfa/totp')).toHaveLength(2);
  });

  it('stays, with the reason, when it is the last factor of an admin', async () => {
    const sentence = 'An administrator needs a second factor. Add another one before you remove this one';
    const { user } = await openSecurity(
      {
        'GET /auth/mfa': factors({ totp: true, recoveryCodesLeft: 8, required: true }),
        'DELETE /auth/mfa/totp': { status: 409, body: { message: sentence } },
      },
      amara,
    );
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('button', { name: 'Remove the app' }));
    expect(await within(screen.getByRole('dialog')).findByText(sentence)).toBeVisible();
  });
});

describe('passkeys', () => {
  it('are added with a name', async () => {
    fakePasskeys();
    let passkeys = [laptop];
    const { calls, user } = await openSecurity({
      'GET /auth/mfa': () => factors({ passkeys, recoveryCodesLeft: 10 }),
      'POST /auth/mfa/passkeys/options': { body: creationChallenge },
      'POST /auth/mfa/passkeys': () => {
        passkeys = [laptop, { ...laptop, id: 'p-2', name: 'Phone' }];
        return { status: 201, body: { message: '', data: { passkey: passkeys[1], recoveryCodes: null } } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(screen.getByLabelText('Name'), ' Phone ');
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }));
    expect(await within(await screen.findByRole('list', { name: 'Your passkeys' })).findByText('Phone')).toBeVisible();
    expect(made(calls, 'POST', '/auth/mfa/passkeys')[0]?.json).toMatchObject({
      challengeId: 'c-2',
      name: 'Phone',
      response: { id: 'cGFzc2tleQ', response: { attestationObject: 'YXR0ZXN0YXRpb24' } },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['NotAllowedError', /No passkey was created/],
    ['InvalidStateError', /already has a passkey for your account/],
  ])('are not stored when the browser says %s', async (refuses, words) => {
    fakePasskeys({ refuses });
    const { calls, user } = await openSecurity({ 'POST /auth/mfa/passkeys/options': { body: creationChallenge } });
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(screen.getByLabelText('Name'), 'Phone{Enter}');
    expect(await screen.findByText(words)).toBeVisible();
    expect(made(calls, 'POST', '/auth/mfa/passkeys')).toEqual([]);
  });

  it('are not offered where the browser has none', async () => {
    await openSecurity();
    expect(await screen.findByText(/This browser cannot create passkeys/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('are removed by name', async () => {
    const { calls, user } = await openSecurity({
      'GET /auth/mfa': factors({ totp: true, passkeys: [laptop], recoveryCodesLeft: 10 }),
      'DELETE /auth/mfa/passkeys/p-1': { body: { message: '', data: null } },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Work laptop' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Remove the passkey “Work laptop”?' })).getByRole('button', { name: 'Remove the passkey' }),
    );
    expect(await screen.findByText('The passkey “Work laptop” is removed.')).toBeInTheDocument();
    expect(made(calls, 'DELETE', '/auth/mfa/passkeys/p-1')).toHaveLength(1);
  });
});

describe('recovery codes', () => {
  it('are made anew, and shown once', async () => {
    const { user } = await openSecurity({
      'GET /auth/mfa': factors({ totp: true, recoveryCodesLeft: 2 }),
      'POST /auth/mfa/recovery-codes': { body: { message: '', data: { recoveryCodes: tenCodes } } },
    });
    expect(await screen.findByText('2 left')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make new codes' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Make new recovery codes?' })).getByRole('button', { name: 'Make new codes' }),
    );
    expect(within(await screen.findByRole('dialog', { name: 'Store your recovery codes' })).getAllByRole('listitem')).toHaveLength(10);
  });

  it('are not spoken of without a second factor', async () => {
    await openSecurity();
    await screen.findByRole('button', { name: 'Set up the app' });
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });
});

describe('the sessions', () => {
  it('are listed with this one marked, and any other can be ended', async () => {
    let open = [here, phone];
    const { calls, user } = await openSecurity({
      'GET /auth/sessions': () => ({ body: { message: '', data: open } }),
      'DELETE /auth/sessions/s-2': () => {
        open = [here];
        return { body: { message: 'The session has ended', data: null } };
      },
    });
    const sessions = await screen.findByRole('list', { name: 'Your sessions' });
    expect(await within(sessions).findByText(/Chrome on Linux/)).toHaveTextContent('This session');
    expect(within(sessions).queryByRole('button', { name: /Chrome on Linux/ })).toBeNull();
    await user.click(within(sessions).getByRole('button', { name: 'End the session of Safari on iPhone' }));
    await waitFor(() => expect(within(sessions).queryByText('Safari on iPhone')).toBeNull());
    expect(made(calls, 'DELETE', '/auth/sessions/s-2')).toHaveLength(1);
  });

  it('say why one could not be ended', async () => {
    const { user } = await openSecurity({ 'DELETE /auth/sessions/s-2': { status: 404, body: { message: 'There is no such session' } } });
    await user.click(await screen.findByRole('button', { name: 'End the session of Safari on iPhone' }));
    expect(await screen.findByText('There is no such session')).toBeInTheDocument();
  });
});
