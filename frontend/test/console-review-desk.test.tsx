import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KycReviewDetailWire, ReviewClaimedWire, ReviewWatchWire } from '../src/lib/wire/types';
import { access, serve } from './support/api';
import { sockets, withFakeSockets } from './support/fake-socket';
import { rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { ada, claimed, hers, made, mine, one, rejected, self, start, watch } from './support/review-cases';

jest.setTimeout(180_000);
beforeEach(rememberSession);

describe('a case decided by keyboard', () => {
  const notOpened = { ...one, opened: { idCard: false, proofOfAddress: false } };
  const heading = () => screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' });

  it('is approved with A, but only once both documents were opened', async () => {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: notOpened },
      'POST /admin/kyc-reviews/k-1/approve': { body: { message: 'ok', data: one } },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    const picture = await screen.findByRole('img', { name: /^Identity document/ });
    const approvals = () => made(calls, 'POST', '/admin/kyc-reviews/k-1/approve');
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeDisabled();
    expect(screen.getByText('Open both documents before you approve.')).toBeVisible();
    fireEvent.load(picture);
    await user.keyboard('a');
    expect(approvals()).toEqual([]);
    fireEvent.click(screen.getByRole('link', { name: /^Save the PDF/ }));
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
    await user.keyboard('a');
    await waitFor(() => expect(approvals()).toHaveLength(1));
  });

  it('is rejected with the number of a reason and Enter', async () => {
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-1/reject': { body: { message: 'ok', data: one } } });
    await open('/admin/kyc-reviews/k-1');
    await heading();
    const user = userEvent.setup();
    await user.keyboard('1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Virtanen Hanna?' }));
    expect(await dialog.findByText(/The member reads: “Your proof of address is older/)).toBeVisible();
    expect(dialog.getByLabelText('What is wrong')).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/reject').map(({ json }) => json)).toEqual([
        { code: 'address-old', outcome: 'try-again' },
      ]),
    );
  });

  it('takes another number in the dialog, and numbers typed as words stay words', async () => {
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-1/reject': { body: { message: 'ok', data: one } } });
    await open('/admin/kyc-reviews/k-1');
    await heading();
    const user = userEvent.setup();
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Virtanen Hanna?' }));
    await dialog.findByRole('option', { name: '2. Another reason' });
    await user.keyboard('2{Enter}');
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/reject')).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), 'Call 1');
    await user.click(dialog.getByRole('button', { name: 'Reject Virtanen Hanna' }));
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/reject').map(({ json }) => json)).toEqual([
        { code: 'other', reason: 'Call 1', outcome: 'try-again' },
      ]),
    );
  });

  it('tells about its keys with ?, and which number each reason has', async () => {
    serve(start);
    await open('/admin/kyc-reviews/k-1');
    await heading();
    const user = userEvent.setup();
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await waitFor(() => expect(dialog).toHaveTextContent(/AApprove.*1Proof of address is too old2Another reason/));
    await user.keyboard('a');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keys' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  it('leaves every key alone where shortcuts are off', async () => {
    const calls = serve(start);
    await open('/admin/kyc-reviews/k-1');
    await heading();
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('ar1?');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/approve')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
  });

  it('has the pictures of the next case loaded, and shows them without asking again', async () => {
    const created: Blob[] = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => `blob:http://localhost/${created.push(blob as Blob)}`;
    try {
      const next = {
        ...one,
        id: 'k-0',
        idCardUrl: '/api/v1/files/8?sig=a',
        proofOfAddressUrl: '/api/v1/files/9?sig=b',
        proofOfAddressType: 'image/jpeg',
      };
      const calls = serve({ ...start, 'GET /admin/kyc-reviews/k-0': { body: next }, 'GET /files/*': { body: 'a picture' } });
      await open('/admin/kyc-reviews/k-1');
      await heading();
      await waitFor(() => expect(created).toHaveLength(2));
      const asked = calls.filter(({ path }) => path.startsWith('/files/'));
      expect(asked.map(({ path, search }) => [path, search.get('preload')])).toEqual([
        ['/files/8', '1'],
        ['/files/9', '1'],
      ]);
      await userEvent.setup().keyboard('k');
      await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-0'));
      expect(await screen.findByRole('img', { name: /^Identity document/ })).toHaveAttribute('src', 'blob:http://localhost/1');
      expect(screen.getByRole('img', { name: /^Proof of address/ })).toHaveAttribute('src', 'blob:http://localhost/2');
    } finally {
      URL.createObjectURL = createObjectURL;
    }
  });
});

describe('two admins on one case', () => {
  it('see each other, and oneself is nobody else', async () => {
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-1/claim': claimed([ada, self]) });
    const view = await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Ada Lovelace is looking at this since 10:31 UTC')).toBeVisible();
    const [said] = made(calls, 'POST', '/admin/kyc-reviews/k-1/claim');
    expect(said?.json).toEqual({ visit: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/) });
    view.unmount();
    await waitFor(() => expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/leave').map(({ json }) => json)).toEqual([said?.json]));
  });

  it('are named when they are several', async () => {
    serve({ ...start, 'POST /admin/kyc-reviews/k-1/claim': claimed([ada, { ...ada, userId: 'u-5', fullName: 'Bo Ek' }, self]) });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('2 other admins are looking at this')).toBeVisible();
    expect(screen.getByText(/Ada Lovelace since 10:31 UTC, Bo Ek since 10:31 UTC/)).toBeVisible();
  });

  it('are told who holds the case, and may take it over', async () => {
    let claim: ReviewClaimedWire['claim'] = hers;
    const held = { claim: hers, may: [], mayNot: 'Ada Lovelace is reviewing this case. Take it over first, or leave it to them' };
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: claim === hers ? { ...one, ...held } : { ...one, claim } }),
      'POST /admin/kyc-reviews/k-1/claim': ({ json }) => {
        if ((json as { takeOver?: boolean }).takeOver) claim = mine;
        return claimed([ada, self], claim);
      },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Ada Lovelace has been reviewing this case since 10:31 UTC')).toBeVisible();
    expect(screen.queryByText(/is looking at this/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Take over' }));
    expect(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
    expect(screen.queryByText(/has been reviewing this case/)).toBeNull();
    expect(screen.getByText('Ada Lovelace is looking at this since 10:31 UTC')).toBeVisible();
    const [first, second] = made(calls, 'POST', '/admin/kyc-reviews/k-1/claim').map(({ json }) => json as { visit: string });
    expect(second).toEqual({ visit: first?.visit, takeOver: true });
  });

  it('say why a case cannot be taken over', async () => {
    serve({
      ...start,
      'POST /admin/kyc-reviews/k-1/claim': ({ json }) =>
        (json as { takeOver?: boolean }).takeOver ? { status: 503, body: { message: 'Try again' } } : claimed([ada, self], hers),
    });
    await open('/admin/kyc-reviews/k-1');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Take over' }));
    expect(await screen.findByText('Try again')).toBeVisible();
  });

  it('only look where they may not decide', async () => {
    const calls = serve({
      ...start,
      'GET /me/access': access('support', ['kyc.read']),
      'POST /admin/kyc-reviews/k-1/watch': watch([self]),
    });
    await open('/admin/kyc-reviews/k-1');
    await screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' });
    await waitFor(() => expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/watch')).toHaveLength(1));
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/claim')).toEqual([]);
  });
});

describe('a case that is open', () => {
  withFakeSockets();

  it('hears at once who comes and what is decided', async () => {
    let viewers: ReviewWatchWire['viewers'] = [self];
    let claim: ReviewClaimedWire['claim'] = mine;
    let state: KycReviewDetailWire = one;
    serve({
      ...start,
      'POST /admin/kyc-reviews/k-1/claim': () => claimed(viewers, claim),
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
    });
    await open('/admin/kyc-reviews/k-1');
    await screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' });
    const socket = sockets.at(-1)!;
    await act(async () => socket.accept());
    expect(socket.said).toContainEqual(expect.objectContaining({ type: 'subscribe', topics: expect.arrayContaining(['reviews']) }));
    expect(screen.queryByText(/is looking at this/)).toBeNull();
    viewers = [self, ada];
    await act(async () => socket.tell({ type: 'event', topic: 'reviews', data: { review: 'kyc', id: 'k-1', change: 'presence' } }));
    expect(await screen.findByText('Ada Lovelace is looking at this since 10:31 UTC')).toBeVisible();
    claim = hers;
    await act(async () => socket.tell({ type: 'event', topic: 'reviews', data: { review: 'kyc', id: 'k-1', change: 'claim' } }));
    expect(await screen.findByText('Ada Lovelace has been reviewing this case since 10:31 UTC')).toBeVisible();
    state = { ...one, ...rejected };
    await act(async () => socket.tell({ type: 'event', topic: 'reviews', data: { review: 'kyc', id: 'k-1', change: 'decided' } }));
    expect(await screen.findByText('Please call us')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('says again that it is looked at while it can be seen, which tells it who else does', async () => {
    let viewers: ReviewWatchWire['viewers'] = [self];
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-1/claim': () => claimed(viewers) });
    await open('/admin/kyc-reviews/k-1');
    await screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' });
    const before = made(calls, 'POST', '/admin/kyc-reviews/k-1/claim').length;
    viewers = [self, ada];
    await act(async () => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('Ada Lovelace is looking at this since 10:31 UTC')).toBeVisible();
    const all = made(calls, 'POST', '/admin/kyc-reviews/k-1/claim');
    expect(all.length).toBe(before + 1);
    expect(new Set(all.map(({ json }) => (json as { visit: string }).visit)).size).toBe(1);
  });
});
