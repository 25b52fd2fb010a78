import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Routes, serve } from './support/api';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const TOKEN = 'A'.repeat(43);
const start: Routes = {
  'GET /team-invitation': {
    body: { message: '', data: { email: 'ivo@club.example', teamRole: 'signal author', expiresAt: '2099-01-01T00:00:00.000Z' } },
  },
};
const fill = async (password = 'seven lanterns over the harbour') => {
  const user = userEvent.setup({ delay: null });
  await user.type(await screen.findByLabelText(text('auth.register.field.firstName')), 'Ivo');
  await user.type(screen.getByLabelText(text('auth.register.field.surname')), 'Marin');
  await user.type(screen.getByLabelText(text('auth.register.field.password')), password);
  await user.type(screen.getByLabelText(text('auth.register.field.confirmation')), password);
  await user.click(screen.getByRole('button', { name: text('auth.join.submit') }));
};

describe('the page of an invitation', () => {
  it('creates the account with the token of the link, and leads to the sign-in', async () => {
    const calls = serve({
      ...start,
      'POST /team-invitation/accept': { status: 201, body: { message: 'Your account is ready', data: null } },
    });
    await open(`/join/${TOKEN}`);
    expect(await screen.findByText(/signal author.*ivo@club\.example/)).toBeVisible();
    expect(currentPath()).toBe('/join');
    await fill();
    await waitFor(() => expect(currentPath()).toBe('/login'));
    const sent = calls.find(({ method }) => method === 'POST');
    expect(sent?.json).toEqual({ firstName: 'Ivo', lastName: 'Marin', password: 'seven lanterns over the harbour', language: 'en' });
    expect(sent?.authorization).toContain(TOKEN);
  });

  it('says why a link cannot be used', async () => {
    const message = 'This invitation is invalid or has expired. Ask for a new one';
    serve({ 'GET /team-invitation': { status: 400, body: { statusCode: 400, message } } });
    await open(`/join/${TOKEN}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByLabelText(text('auth.register.field.password'))).toBeNull();
  });

  it('asks for the link where there is none', async () => {
    serve({});
    await open('/join');
    expect(await screen.findByText(text('auth.join.noLink'))).toBeVisible();
  });

  it('shows beside the field what is wrong with a password', async () => {
    const message = 'This password is too easy to guess. Choose another one';
    serve({
      ...start,
      'POST /team-invitation/accept': { status: 400, body: { statusCode: 400, message, errors: [{ field: 'password', message }] } },
    });
    await open(`/join/${TOKEN}`);
    await fill();
    await waitFor(() =>
      expect(screen.getByLabelText(text('auth.register.field.password'))).toHaveAccessibleDescription(expect.stringContaining(message)),
    );
  });
});
