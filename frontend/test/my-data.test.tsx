import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DataExportWire, ErasureWire } from '../src/lib/wire/types';
import { type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);

const made: DataExportWire = {
  id: 'e-1',
  state: 'ready',
  progress: 100,
  step: null,
  byteSize: 1_234_567,
  failure: null,
  requestedAt: '2026-11-22T10:00:00.000Z',
  readyAt: '2026-11-22T10:01:00.000Z',
  expiresAt: '2026-11-23T10:00:00.000Z',
};
const erasure: ErasureWire = {
  request: null,
  erasedAtOnce: ['Your exchange key. We stop reading your exchange account.'],
  kept: [{ what: 'Your identity documents', why: 'The law asks us to keep them.', until: '5 years after your membership ends' }],
  complaint: 'You may complain to the data protection authority of the country where you live or work, and you may go to court.',
};
const asked = {
  ...erasure,
  request: {
    id: 'r-1',
    state: 'restricted' as const,
    requestedAt: '2026-11-22T10:00:00.000Z',
    answerDueAt: '2026-12-22T10:00:00.000Z',
    endedAt: null,
    reason: null,
  },
};

async function openPage(routes: Routes = {}) {
  rememberSession();
  const calls = serve({
    'GET /getuser': { body: { message: '', data: sofia } },
    'GET /me/export': { body: { message: '', data: null } },
    'GET /me/erasure': { body: { message: '', data: erasure } },
    ...routes,
  });
  await open('/my-data');
  await screen.findByRole('heading', { level: 1, name: 'My data' });
  return { calls, user: userEvent.setup() };
}

describe('a copy of my data', () => {
  it('is asked for, watched and offered once it is ready', async () => {
    const states: DataExportWire[] = [{ ...made, state: 'running', progress: 40, step: 'Your files' }, made];
    let begun = false;
    const { user } = await openPage({
      'POST /me/export': () => {
        begun = true;
        return { status: 202, body: { message: 'Your data is being put together', data: { ...made, state: 'queued', progress: 0 } } };
      },
      'GET /me/export': () => ({ body: { message: '', data: begun ? (states.length > 1 ? states.shift() : states[0]) : null } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Make a copy' }));
    expect(await screen.findByRole('progressbar', { name: /copy is being made/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make a copy' })).toBeDisabled();
    expect(await screen.findByText('Your copy is ready (1.2 MB)', undefined, { timeout: 90_000 })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make a new copy' })).toBeEnabled();
  });

  it('is fetched by a link that is asked for at that moment', async () => {
    const links: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this.getAttribute('href') ?? '');
    });
    const { user } = await openPage({
      'GET /me/export': { body: { message: '', data: made } },
      'POST /me/export/link': { body: { message: '', data: { url: '/api/v1/me/export/e-1/archive?sig=x' } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(links).toEqual(['/api/v1/me/export/e-1/archive?sig=x']));
    jest.restoreAllMocks();
  });

  it.each([
    ['failed', { ...made, state: 'failed', failure: 'Something went wrong on our side.' }, 'Something went wrong on our side.'],
    ['expired', { ...made, state: 'expired' }, /has been deleted/],
  ] as const)('that is %s says so, and another can be made', async (_, data, words) => {
    await openPage({ 'GET /me/export': { body: { message: '', data } } });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make a copy' })).toBeEnabled();
  });

  it('that cannot be looked up can be looked up again, and the rest of the page is there', async () => {
    await openPage({
      'GET /me/export': { status: 500, body: { statusCode: 500, message: 'Something went wrong on our side. Nothing was changed' } },
    });
    expect(await screen.findByText('Your data could not be loaded', undefined, { timeout: 90_000 })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request account deletion' })).toBeVisible();
  });
});

describe('being erased', () => {
  it('names what goes, what stays, why and until when, and the right to complain, before it can be asked for', async () => {
    await openPage();
    expect(await screen.findByText(/Your exchange key\. We stop reading/)).toBeVisible();
    expect(screen.getByText('Your identity documents')).toBeVisible();
    expect(screen.getByText('Until: 5 years after your membership ends.')).toBeVisible();
    expect(screen.getByText(/complain to the data protection authority/)).toBeVisible();
  });

  it('is asked for once more before it is sent, and can be taken back', async () => {
    const { user, calls } = await openPage({
      'POST /me/erasure': { status: 202, body: { message: 'We received your request', data: asked } },
      'DELETE /me/erasure': {
        body: { message: 'You took your request back', data: { ...asked, request: { ...asked.request, state: 'withdrawn' } } },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Request account deletion' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ask us to erase your account?' });
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Request account deletion' }));
    expect(await screen.findByText('You have asked us to erase your account')).toBeVisible();
    expect(screen.getByText(/We answer by 22 Dec 2026/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Withdraw the request' }));
    expect(await screen.findByRole('button', { name: 'Request account deletion' })).toBeVisible();
  });

  it('that was refused says why', async () => {
    await openPage({
      'GET /me/erasure': {
        body: { message: '', data: { ...asked, request: { ...asked.request, state: 'refused', reason: 'A court asked us' } } },
      },
    });
    expect(await screen.findByText(/A court asked us/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request account deletion' })).toBeVisible();
  });
});
