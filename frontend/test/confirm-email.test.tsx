import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { later, serve } from './support/api';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

async function show(state: DocumentVisibilityState): Promise<void> {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
}

const asked = (calls: ReturnType<typeof serve>) => calls.filter((call) => call.path === '/confirmemail');

describe('the link of the confirm mail', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('confirms with the token as Bearer, drops it from the address and leads to the login', async () => {
    const calls = serve({ 'GET /confirmemail': { body: { message: 'Your email is confirmed', data: null } } });
    await open('/emailconfirm/mail-token');
    expect(await screen.findByText('Your email is confirmed')).toBeVisible();
    expect(location.hash).toBe('#/emailconfirm');
    expect(screen.getByRole('link', { name: text('auth.mail.toLogin') })).toHaveAttribute('href', expect.stringContaining('#/login'));
    expect(asked(calls).map((call) => call.authorization)).toEqual(['Bearer mail-token']);
  });

  it('spends nothing while nobody sees the page', async () => {
    await show('hidden');
    const calls = serve({ 'GET /confirmemail': { body: { message: 'Your email is confirmed', data: null } } });
    await open('/emailconfirm/mail-token');
    await screen.findByText('Loading...');
    expect(asked(calls)).toEqual([]);
    await show('visible');
    expect(await screen.findByText('Your email is confirmed')).toBeVisible();
    expect(asked(calls)).toHaveLength(1);
  });

  it('asks once, however often the page is hidden while the answer is under way', async () => {
    const { reply, answer } = later();
    const calls = serve({ 'GET /confirmemail': () => reply });
    await open('/emailconfirm/mail-token');
    await waitFor(() => expect(asked(calls)).toHaveLength(1));
    await show('hidden');
    await show('visible');
    await act(async () => answer({ body: { message: 'Your email is confirmed', data: null } }));
    expect(await screen.findByText('Your email is confirmed')).toBeVisible();
    expect(asked(calls)).toHaveLength(1);
  });

  it('says why a link did not work, and sends a new one', async () => {
    const calls = serve({
      'GET /confirmemail': { status: 400, body: { statusCode: 400, message: 'This link is invalid or has expired' } },
      'POST /auth/resend-confirmation': { body: { message: 'A new mail is on its way', data: null } },
    });
    await open('/emailconfirm/old');
    expect(await screen.findByText('This link is invalid or has expired')).toBeVisible();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'sofia@example.com');
    await user.click(screen.getByRole('button', { name: text('auth.mail.newLink') }));
    expect(await screen.findByText('A new mail is on its way')).toBeInTheDocument();
    expect(calls.find((call) => call.path === '/auth/resend-confirmation')?.json).toEqual({ email: 'sofia@example.com' });
  });

  it('asks for the link when the token is gone after a reload', async () => {
    const calls = serve({});
    await open('/emailconfirm');
    expect(await screen.findByText(text('auth.confirm.noLink'))).toBeVisible();
    expect(asked(calls)).toEqual([]);
  });
});
