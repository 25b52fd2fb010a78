import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepDestination, takeDestination } from '../src/lib/destination';
import { serve } from './support/api';
import { emptyWallet, rememberSession, signInAnswer, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);

const rest = { 'GET /wallet/*': { body: emptyWallet }, 'GET /getuser': { body: { message: '', data: sofia } } };

async function signIn() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), sofia.email);
  await user.type(screen.getByLabelText('Password'), 'secret words');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('an address that needs a session', () => {
  it('is opened after signing in, with its search', async () => {
    serve({ 'POST /signinuser': { body: signInAnswer(sofia) }, ...rest });
    await open('/user-trade-history?tab=positions');
    await waitFor(() => expect(currentPath()).toBe('/login'));
    await signIn();
    await waitFor(() => expect(currentPath()).toBe('/user-trade-history?tab=positions'));
  });

  it('is not opened for the next person after somebody has signed out there', async () => {
    rememberSession();
    serve({ 'POST /signinuser': { body: signInAnswer(sofia) }, 'GET /logout': { body: { message: 'bye' } }, ...rest });
    await open('/performance');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Lindqvist Sofia' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(currentPath()).toBe('/login'));
    await signIn();
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
  });

  it.each([
    '//other.example/path',
    '/\\other.example',
    'https://other.example',
    'javascript:alert(1)',
    '/login',
    '/changepassword/token',
    '/',
  ])('is never %s', (path) => {
    keepDestination(path);
    expect(takeDestination()).toBeNull();
    sessionStorage.setItem('tidemark:destination', path);
    expect(takeDestination()).toBeNull();
  });

  it('is taken once', () => {
    keepDestination('/profile');
    expect([takeDestination(), takeDestination()]).toEqual(['/profile', null]);
  });
});
