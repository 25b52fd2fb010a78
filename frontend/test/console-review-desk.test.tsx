import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KycReviewDetailWire, ReviewClaimedWire, ReviewWatchWire } from '../src/lib/wire/types';
import { access, serve, type Routes } from './support/api';
import { sockets, withFakeSockets } from './support/fake-socket';
import { rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { ada, alone, claimed, hers, made, mine, one, rejected, self, start, watch, withBlobs } from './support/review-cases';

jest.setTimeout(180_000);
beforeEach(rememberSession);

describe('a case decided by keyboard', () => {
  const notOpened = { ...alone, opened: { idCard: false, proofOfAddress: false } };
  const heading = () => screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' });

  it('is approved with A, but only once both documents were opened', async () => {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: notOpened },
      'POST /admin/kyc-reviews/k-1/decision': { body: { message: 'ok', data: alone } },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    const picture = await screen.findByRole('img', { name: /^Identity document/ });
    const approvals = () => made(calls, 'POST', '/admin/kyc-reviews/k-1/decision');
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeDisabled();
    expect(screen.getByText('Open both documents before you approve.')).toBeVisible();
    fireEvent.load(picture);
    await user.keyboard('a');
    expect(approvals()).toEqual([]);
    // jsdom opens no other pages.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(screen.getByRole('link', { name: /^Save the PDF/ }));
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
    await user.keyboard('a');
    await waitFor(() => expect(approvals()).toHaveLength(1));
  });

  it('is rejected with the number of a reason and Enter', async () => {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: alone },
      'POST /admin/kyc-reviews/k-1/decision': { body: { message: 'ok', data: alone } },
    });
    await open('/admin/kyc-reviews/k-1');
    await heading();
    const user = userEvent.setup();
    await user.keyboard('1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Virtanen Hanna?' }));
    expect(await dialog.findByText(/The member sees: “Your proof of address is older/)).toBeVisible();
    expect(dialog.getByLabelText('What is wrong')).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision').map(({ json }) => json)).toEqual([
        { decision: 'reject', code: 'address-old', outcome: 'try-again' },
      ]),
    );
  });

  it('takes another number in the dialog, and numbers typed as words stay words', async () => {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: alone },
      'POST /admin/kyc-reviews/k-1/decision': { body: { message: 'ok', data: alone } },
    });
    await open('/admin/kyc-reviews/k-1');
    await heading();
    const user = userEvent.setup();
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Virtanen Hanna?' }));
    await dialog.findByRole('option', { name: '2. Another reason' });
    await user.keyboard('2{Enter}');
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision')).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), 'Call 1');
    await user.click(dialog.getByRole('button', { name: 'Reject Virtanen Hanna' }));
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision').map(({ json }) => json)).toEqual([
        { decision: 'reject', code: 'other', reason: 'Call 1', outcome: 'try-again' },
      ]),
    );
  });

  it('leads through cases with A alone, never back to one that was decided, and U undoes the last', async () => {
    const names = { 'k-1': 'Virtanen Hanna', 'k-2': 'Weber Jonas', 'k-3': 'Ek Bo' };
    const queues = {
      'k-1': { waiting: 3, before: null, after: 'k-2', next: 'k-2' },
      // Read before the first was decided.
      'k-2': { waiting: 3, before: 'k-1', after: 'k-3', next: 'k-1' },
      'k-3': { waiting: 3, before: 'k-2', after: null, next: 'k-1' },
    };
    const routes: Routes = Object.fromEntries(
      (['k-1', 'k-2', 'k-3'] as const).flatMap((id) => [
        [`GET /admin/kyc-reviews/${id}`, { body: { ...one, id, fullName: names[id], queue: queues[id] } }],
        [`POST /admin/kyc-reviews/${id}/claim`, claimed([self])],
        [`POST /admin/kyc-reviews/${id}/leave`, { body: { message: '', data: null } }],
        [`POST /admin/kyc-reviews/${id}/decision`, { body: { message: 'ok', data: one } }],
        [`POST /admin/kyc-reviews/${id}/undo`, { body: { message: 'ok', data: one } }],
      ]),
    );
    const calls = serve({ ...start, ...routes });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    for (const name of Object.values(names)) {
      await screen.findByRole('heading', { level: 1, name: `KYC of ${name}` });
      await user.keyboard('a');
    }
    await screen.findByText('Ek Bo is approved.');
    expect(currentPath()).toBe('/admin/kyc-reviews/k-3');
    expect(calls.filter(({ path }) => path.endsWith('/decision')).map(({ path }) => path.split('/')[3])).toEqual(['k-1', 'k-2', 'k-3']);
    await user.keyboard('u');
    await waitFor(() => expect(made(calls, 'POST', '/admin/kyc-reviews/k-3/undo')).toHaveLength(1));
    await user.keyboard('u');
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-2'));
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-2/undo')).toHaveLength(1);
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
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
  });

  it('has the pictures of the next case loaded, and shows them without asking again', async () => {
    const next = { ...one, id: 'k-0', idCardUrl: '/api/v1/files/8?sig=a', proofOfAddressUrl: '/api/v1/files/9?sig=b' };
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: { ...one, proofOfAddressType: 'image/jpeg' } },
      'GET /admin/kyc-reviews/k-0': { body: next },
      'GET /files/*': { body: 'a picture', headers: { 'Tidemark-Pages': '1' } },
    });
    await withBlobs(async (created) => {
      await open('/admin/kyc-reviews/k-1');
      await heading();
      await waitFor(() => expect(created()).toBe(2));
      const asked = () => calls.filter(({ path }) => path.startsWith('/files/')).map(({ path, search }) => [path, search.get('preload')]);
      const preloaded = [
        ['/files/8', '1'],
        ['/files/9/pages/1', '1'],
      ];
      expect(asked()).toEqual(preloaded);
      await userEvent.setup().keyboard('k');
      await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-0'));
      expect(await screen.findByRole('img', { name: /^Identity document/ })).toHaveAttribute('src', 'blob:http://localhost/1');
      expect(screen.getByRole('img', { name: /^Proof of address/ })).toHaveAttribute('src', 'blob:http://localhost/2');
      expect(asked()).toEqual(preloaded);
    });
  });
});

describe('a PDF', () => {
  it('is shown page by page as pictures of the server, and saved only on demand', async () => {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: alone },
      'GET /files/*': { body: 'a picture', headers: { 'Tidemark-Pages': '2' } },
    });
    await withBlobs(async () => {
      await open('/admin/kyc-reviews/k-1');
      const title = 'Proof of address of Virtanen Hanna';
      expect(await screen.findByRole('img', { name: title })).toHaveAttribute('src', 'blob:http://localhost/1');
      expect(screen.getByText('Page 1 of 2')).toBeVisible();
      const user = userEvent.setup();
      await user.click(screen.getByRole('button', { name: 'Next page' }));
      expect(await screen.findByText('Page 2 of 2')).toBeVisible();
      await waitFor(() => expect(screen.getByRole('img', { name: title })).toHaveAttribute('src', 'blob:http://localhost/2'));
      expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
      await user.click(screen.getByRole('button', { name: 'Previous page' }));
      await waitFor(() => expect(screen.getByRole('img', { name: title })).toHaveAttribute('src', 'blob:http://localhost/1'));
      expect(calls.filter(({ path }) => path.startsWith('/files/')).map(({ path }) => path)).toEqual([
        '/files/2/pages/1',
        '/files/2/pages/2',
      ]);
      expect(screen.getByRole('link', { name: `Save the PDF: ${title}` })).toHaveAttribute('download');
    });
  });

  it('that cannot be shown says why, and can still be saved', async () => {
    serve({
      ...start,
      'GET /files/2/pages/1': { status: 422, body: { message: 'This PDF cannot be shown. Save it to open it elsewhere' } },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('This PDF cannot be shown. Save it to open it elsewhere')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Save the PDF/ })).toHaveAttribute('href', '/api/v1/files/2?sig=b');
  });
});

describe('two admins on one case', () => {
  it('see each other, and oneself is nobody else', async () => {
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-1/claim': claimed([ada, self]) });
    const view = await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Ada Lovelace has had this open since 10:31 UTC')).toBeVisible();
    const [said] = made(calls, 'POST', '/admin/kyc-reviews/k-1/claim');
    expect(said?.json).toEqual({ visit: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/) });
    view.unmount();
    await waitFor(() => expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/leave').map(({ json }) => json)).toEqual([said?.json]));
  });

  it('are named when they are several', async () => {
    serve({ ...start, 'POST /admin/kyc-reviews/k-1/claim': claimed([ada, { ...ada, userId: 'u-5', fullName: 'Bo Ek' }, self]) });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('2 other admins have this open')).toBeVisible();
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
    expect(screen.queryByText(/has had this open/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Take over' }));
    expect(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
    expect(screen.queryByText(/has been reviewing this case/)).toBeNull();
    expect(screen.getByText('Ada Lovelace has had this open since 10:31 UTC')).toBeVisible();
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
    expect(screen.queryByText(/has had this open/)).toBeNull();
    viewers = [self, ada];
    await act(async () => socket.tell({ type: 'event', topic: 'reviews', data: { review: 'kyc', id: 'k-1', change: 'presence' } }));
    expect(await screen.findByText('Ada Lovelace has had this open since 10:31 UTC')).toBeVisible();
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
    expect(await screen.findByText('Ada Lovelace has had this open since 10:31 UTC')).toBeVisible();
    const all = made(calls, 'POST', '/admin/kyc-reviews/k-1/claim');
    expect(all.length).toBe(before + 1);
    expect(new Set(all.map(({ json }) => (json as { visit: string }).visit)).size).toBe(1);
  });
});
