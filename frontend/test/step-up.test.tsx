import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { request } from '../src/lib/api';
import { endSession } from '../src/lib/session';
import { upload } from '../src/lib/upload';
import { type Call, type Reply, type Routes, serve } from './support/api';
import { fakePasskeys, requestChallenge } from './support/passkeys';
import { emptyWallet, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, laptop, stepUpWanted } from './support/second-factors';
import { fakeUploads } from './support/uploads';

jest.setTimeout(180_000);

const wrong = (message: string): Reply => ({ status: 401, body: { statusCode: 401, message, stepUp: true, mfa: [] } });

/** A server whose one act wants a confirmation, and takes one proof. */
function guarded(right: Record<string, string>, more: Routes = {}): Routes {
  let confirmed = false;
  return {
    'GET /getuser': { body: { message: '', data: sofia } },
    'GET /wallet/*': { body: emptyWallet },
    'GET /auth/mfa': factors(),
    'POST /auth/step-up': (call) => {
      confirmed = JSON.stringify(call.json) === JSON.stringify(right);
      return confirmed
        ? { body: { message: '', data: { confirmedUntil: '2026-11-20T14:05:00.000Z' } } }
        : wrong('This is not your password');
    },
    'POST /auth/step-up/passkey/options': { body: requestChallenge },
    'POST /auth/step-up/passkey': () => {
      confirmed = true;
      return { body: { message: '', data: { confirmedUntil: '2026-11-20T14:05:00.000Z' } } };
    },
    'POST /act': () => (confirmed ? { status: 201, body: { message: 'done', data: 7 } } : stepUpWanted),
    ...more,
  };
}

const act1 = () => request<{ data: number }>('/act', { method: 'POST', json: { what: 'it' } });
const acts = (calls: Call[]) => calls.filter((call) => call.path === '/act');
const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

/** Opens the app and makes the call; the answer is looked at later. */
async function begin<T>(routes: Routes, call: () => Promise<T>) {
  rememberSession();
  const calls = serve(routes);
  await open('/trade-dashboard');
  await screen.findByRole('heading', { name: 'Hello, Sofia' });
  let answer: Promise<T>;
  act(() => {
    answer = call();
    // Looked at below; until then a refusal is nobody's surprise.
    answer.catch(() => undefined);
  });
  return { calls, answer: answer!, user: userEvent.setup() };
}

const confirm = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Confirm' }));

describe('an act that wants a confirmation', () => {
  beforeEach(() => localStorage.clear());

  it('asks for the password, makes the call once more, and answers as if nothing had been', async () => {
    const { calls, answer, user } = await begin(guarded({ password: 'secret words' }), act1);
    const field = within(await dialog()).findByLabelText('Password');
    await user.type(await field, 'secret words');
    expect(await field).toHaveFocus();
    await confirm(user);
    await expect(answer).resolves.toMatchObject({ status: 201, body: { data: 7 } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(acts(calls).map((call) => call.json)).toEqual([{ what: 'it' }, { what: 'it' }]);
  });

  it('asks for a code where there is an app, and takes a recovery code', async () => {
    const { calls, answer, user } = await begin(
      guarded({ otp: 'a1b2c-3d4e5' }, { 'GET /auth/mfa': factors({ totp: true, recoveryCodesLeft: 9 }) }),
      act1,
    );
    expect(await within(await dialog()).findByLabelText('Code')).toHaveAttribute('inputmode', 'numeric');
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(screen.getByLabelText('Recovery code'), 'a1b2c-3d4e5');
    await confirm(user);
    await expect(answer).resolves.toMatchObject({ status: 201 });
    expect(calls.find((call) => call.path === '/auth/step-up')?.json).toEqual({ otp: 'a1b2c-3d4e5' });
  });

  it('takes a passkey', async () => {
    fakePasskeys();
    const { calls, answer, user } = await begin(guarded({}, { 'GET /auth/mfa': factors({ passkeys: [laptop] }) }), act1);
    await user.click(await within(await dialog()).findByRole('button', { name: 'Use a passkey' }));
    await expect(answer).resolves.toMatchObject({ status: 201 });
    expect(calls.find((call) => call.path === '/auth/step-up/passkey')?.json).toMatchObject({
      challengeId: 'c-1',
      response: { id: 'cGFzc2tleQ' },
    });
  });

  it('stays open after a wrong password, and does not take it for the end of the session', async () => {
    const { calls, answer, user } = await begin(guarded({ password: 'right' }), act1);
    await user.type(await within(await dialog()).findByLabelText('Password'), 'wrong');
    await confirm(user);
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This is not your password'));
    expect(localStorage.getItem('myToken')).not.toBeNull();
    expect(acts(calls)).toHaveLength(1);
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), 'right');
    await confirm(user);
    await expect(answer).resolves.toMatchObject({ status: 201 });
  });

  it('does not end the session either when a passkey is refused or not given', async () => {
    fakePasskeys();
    const refused = { status: 401, body: { statusCode: 401, message: 'This passkey was not accepted. Please try again' } };
    const { user } = await begin(
      guarded({}, { 'GET /auth/mfa': factors({ passkeys: [laptop] }), 'POST /auth/step-up/passkey': refused }),
      act1,
    );
    await user.click(await within(await dialog()).findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('This passkey was not accepted. Please try again')).toBeVisible();
    expect(localStorage.getItem('myToken')).not.toBeNull();
  });

  it('is refused with its own sentence when somebody cancels', async () => {
    const { calls, answer, user } = await begin(guarded({ password: 'right' }), act1);
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await expect(answer).rejects.toMatchObject({ status: 403, message: 'Please confirm that it is you' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(acts(calls)).toHaveLength(1);
  });

  it('is made once more and not for ever', async () => {
    const { calls, answer, user } = await begin(guarded({ password: 'right' }, { 'POST /act': stepUpWanted }), act1);
    await user.type(await within(await dialog()).findByLabelText('Password'), 'right');
    await confirm(user);
    await expect(answer).rejects.toMatchObject({ status: 403 });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(acts(calls)).toHaveLength(2);
  });

  it('shares the question with whatever is refused at the same time', async () => {
    const { calls, answer, user } = await begin(guarded({ password: 'right' }), () => Promise.all([act1(), act1()]));
    await user.type(await within(await dialog()).findByLabelText('Password'), 'right');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await confirm(user);
    await expect(answer).resolves.toHaveLength(2);
    expect(calls.filter((call) => call.path === '/auth/step-up')).toHaveLength(1);
  });

  it('is dropped when the session ends meanwhile', async () => {
    const { answer } = await begin(guarded({ password: 'right' }), act1);
    await dialog();
    act(endSession);
    await expect(answer).rejects.toMatchObject({ status: 403 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(currentPath()).toBe('/login'));
  });

  it('may be an upload', async () => {
    const uploads = fakeUploads();
    const { answer, user } = await begin(guarded({ password: 'right' }), () =>
      upload<{ message: string }>('/file', new FormData(), () => undefined),
    );
    await act(async () => uploads[0]?.answer(403, stepUpWanted.body));
    await user.type(await within(await dialog()).findByLabelText('Password'), 'right');
    await confirm(user);
    await waitFor(() => expect(uploads).toHaveLength(2));
    await act(async () => uploads[1]?.answer(200, { message: 'there' }));
    await expect(answer).resolves.toEqual({ message: 'there' });
  });
});
