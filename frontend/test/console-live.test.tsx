import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { type Routes, list, serve } from './support/api';
import { FakeSocket, sockets } from './support/fake-socket';
import { amara, rememberSession, review } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);

const original = globalThis.WebSocket;
beforeEach(() => {
  rememberSession();
  sockets.length = 0;
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  globalThis.WebSocket = original;
});

const start: Routes = { 'GET /getuser': { body: { message: '', data: amara } }, 'GET /admin/*': list('any', []) };
const tell = (message: object) => act(async () => sockets.at(-1)!.tell(message));

describe('the console while something happens elsewhere', () => {
  it('shows a new submission, and takes away what another admin has decided, without a reload', async () => {
    let pending = [review];
    serve({ ...start, 'GET /admin/kyc-reviews': () => list('kyc-reviews', pending) });
    await open('/pendingkyc');
    await screen.findByText('Virtanen Hanna');
    await act(async () => sockets.at(-1)!.accept());
    pending = [review, { ...review, id: 'k-2', userId: 'u-8', fullName: 'Weber Jonas' }];
    await tell({ type: 'event', topic: 'account', data: { userId: 'u-8', changed: 'kyc', state: 'pending' } });
    expect(await screen.findByText('Weber Jonas')).toBeVisible();
    pending = [];
    await tell({ type: 'event', topic: 'account', data: { userId: 'u-7', changed: 'kyc', state: 'approved' } });
    await waitFor(() => expect(screen.queryByText('Virtanen Hanna')).toBeNull());
  });

  it('shows in the list who opens a case, and that they left', async () => {
    let viewers: (typeof review)['viewers'] = [];
    serve({ ...start, 'GET /admin/kyc-reviews': () => list('kyc-reviews', [{ ...review, viewers }]) });
    await open('/pendingkyc');
    await screen.findByText('Virtanen Hanna');
    await act(async () => sockets.at(-1)!.accept());
    viewers = [{ userId: 'u-9', fullName: 'Ada Lovelace', since: '2026-11-20T10:31:00.000Z' }];
    await tell({ type: 'event', topic: 'reviews', data: { review: 'kyc', id: 'k-1', change: 'presence' } });
    expect(await screen.findByText('Ada Lovelace is looking')).toBeVisible();
    viewers = [];
    await tell({ type: 'event', topic: 'reviews', data: { review: 'kyc', id: 'k-1', change: 'presence' } });
    await waitFor(() => expect(screen.queryByText('Ada Lovelace is looking')).toBeNull());
  });

  it('reads a list once for many changes at one moment, and after it may have missed some', async () => {
    const calls = serve(start);
    await open('/admin/erasure-requests');
    await screen.findByText('No erasure requests');
    await act(async () => sockets.at(-1)!.accept());
    const read = () => calls.filter(({ path }) => path === '/admin/erasure-requests').length;
    expect(read()).toBe(1);
    await act(async () => {
      for (let n = 0; n < 50; n += 1)
        sockets.at(-1)!.tell({ type: 'event', topic: 'account', data: { userId: `u-${n}`, changed: 'erasure', state: 'restricted' } });
    });
    await waitFor(() => expect(read()).toBe(2));
    await tell({ type: 'resync' });
    await waitFor(() => expect(read()).toBe(3));
  });
});
