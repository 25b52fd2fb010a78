import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProfileWire } from '../src/lib/wire/types';
import { type Routes, serve } from './support/api';
import { jonas, rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

beforeEach(rememberSession);

const paid: ProfileWire = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };

describe('mail preferences', () => {
  const held = { news: true, signals: false };
  const openProfile = async (profile: ProfileWire, choose: Routes[string]) => {
    const calls = serve({
      'GET /getuser': { body: { message: '', data: profile } },
      'GET /me/mail-preferences': { body: { message: '', data: held } },
      'POST /me/mail-preferences': choose,
    });
    await open('/profile');
    await screen.findByRole('heading', { level: 2, name: text('profile.email.title') });
    await screen.findByRole('checkbox', { name: 'News of the club' });
    return { calls, user: userEvent.setup() };
  };

  it('of a trade club member: news, unless they say no, and signals, if they say yes', async () => {
    const { calls, user } = await openProfile(paid, {
      body: { message: 'Your mail preferences were saved', data: { news: true, signals: true } },
    });
    expect(screen.getByRole('checkbox', { name: 'News of the club' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Trade signals' })).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Trade signals' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Trade signals' })).toBeChecked());
    expect(calls.filter(({ method }) => method === 'POST').map(({ json }) => json)).toEqual([{ signals: true }]);
    expect(await screen.findByText('Your mail preferences were saved')).toBeVisible();
  });

  it('stay as they were where they could not be saved', async () => {
    const { user } = await openProfile({ ...paid, paymentStatus: null }, { status: 503, body: { statusCode: 503, message: 'Not now' } });
    expect(screen.getByText(/They come once your subscription is active\./)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Trade signals' }));
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Trade signals' })).not.toBeChecked();
  });

  it('of a hedge fund member have no signals', async () => {
    await openProfile({ ...jonas, paymentStatus: 'approved' }, { body: {} });
    expect(screen.queryByRole('checkbox', { name: 'Trade signals' })).toBeNull();
  });
});
