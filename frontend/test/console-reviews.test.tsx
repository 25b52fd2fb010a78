import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KycReviewDetailWire } from '../src/lib/wire/types';
import { later, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { amara, rememberSession, review } from './support/people';
import { currentPath, open } from './support/render-app';
import { alone, claimed, made, one, payment, rejected, self, start } from './support/review-cases';

jest.setTimeout(180_000);
beforeEach(rememberSession);

describe('the workbench of a KYC submission', () => {
  it('is opened from the list', async () => {
    serve({ ...start, 'GET /admin/kyc-reviews': list('kyc-reviews', [review]) });
    await open('/pendingkyc');
    await userEvent.setup().click(await screen.findByRole('link', { name: 'Virtanen Hanna' }));
    expect(currentPath()).toBe('/admin/kyc-reviews/k-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' })).toBeVisible();
  });

  it('shows the documents beside what the member typed, secrets masked', async () => {
    serve(start);
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByRole('img', { name: 'Identity document of Virtanen Hanna' })).toHaveAttribute('src', '/api/v1/files/1?sig=a');
    expect(screen.getByRole('link', { name: 'Save the PDF: Proof of address of Virtanen Hanna' })).toHaveAttribute('download');
    expect(screen.queryByRole('img', { name: /Proof of address/ })).toBeNull();
    const main = screen.getByRole('main');
    for (const text of [
      '3 Feb 1990',
      'Finland',
      'Mannerheimintie 12, Helsinki',
      '••••9fQ2',
      '••••x7Lp',
      'Read-only',
      'enableReading',
      '+358401234567',
    ])
      expect(main).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Reveal the key of Virtanen Hanna' })).toBeVisible();
  });

  it('offers what the server allows, and says why where it allows nothing', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': {
        body: { ...one, may: [], mayNot: 'This member stands in the rejected list. Restore the member first' },
      },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('This member stands in the rejected list. Restore the member first')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Approve|Reject|Reveal|Allow)/ })).toBeNull();
  });

  it('zooms and turns a document, by buttons and by keys', async () => {
    serve(start);
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    const title = 'Identity document of Virtanen Hanna';
    const picture = await screen.findByRole('img', { name: title });
    Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 500 } });
    fireEvent.load(picture);
    expect(picture).toHaveStyle({ width: '800px', transform: 'translate(-50%, -50%) rotate(0deg)' });
    await user.click(screen.getByRole('button', { name: `Zoom in: ${title}` }));
    expect(picture).toHaveStyle({ width: '1200px', height: '750px' });
    expect(screen.getByRole('status', { name: `Zoom of ${title}` })).toHaveTextContent('150%');
    await user.click(screen.getByRole('button', { name: `Rotate right: ${title}` }));
    expect(picture).toHaveStyle({ transform: 'translate(-50%, -50%) rotate(90deg)' });
    expect(picture.parentElement).toHaveStyle({ width: '750px', height: '1200px' });
    screen.getByRole('region', { name: title }).focus();
    await user.keyboard('+');
    expect(picture).toHaveStyle({ width: '1600px' });
    await user.keyboard('T0');
    expect(picture).toHaveStyle({ width: '800px', transform: 'translate(-50%, -50%) rotate(0deg)' });
    await user.keyboard('-');
    expect(screen.getByRole('status', { name: `Zoom of ${title}` })).toHaveTextContent('100%');
  });

  it('loads a picture once, whatever the record says later, and again when asked', async () => {
    let link = '/api/v1/files/1?sig=a';
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: { ...alone, idCardUrl: link } }),
      'POST /admin/kyc-reviews/k-1/decision': { status: 503, body: { message: 'Try again' } },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    const picture = await screen.findByRole('img', { name: /^Identity document/ });
    link = '/api/v1/files/1?sig=new';
    await user.click(screen.getByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(await screen.findByText('Try again')).toBeInTheDocument();
    expect(picture).toHaveAttribute('src', '/api/v1/files/1?sig=a');
    fireEvent.error(picture);
    await user.click(await screen.findByRole('button', { name: /^Load again: Identity document/ }));
    expect(screen.getByRole('img', { name: /^Identity document/ })).toHaveAttribute('src', '/api/v1/files/1?sig=new');
  });

  it('goes on to the next case at once, while the decision is on its way, and can undo it', async () => {
    const { reply, answer } = later();
    let state: KycReviewDetailWire = one;
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-0': { body: { ...one, id: 'k-0', fullName: 'Weber Jonas', queue: { ...one.queue, next: 'k-1' } } },
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
      'POST /admin/kyc-reviews/k-0/claim': claimed([self]),
      'POST /admin/kyc-reviews/k-0/leave': { body: { message: '', data: null } },
      'POST /admin/kyc-reviews/k-1/decision': () => reply,
      'POST /admin/kyc-reviews/k-1/undo': { body: { message: 'Undone', data: one } },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(currentPath()).toBe('/admin/kyc-reviews/k-0');
    expect(await screen.findByRole('heading', { level: 1, name: 'KYC of Weber Jonas' })).toBeVisible();
    state = {
      ...one,
      scheduled: { decision: 'approve', userId: amara.userId, fullName: 'Amara Okafor', self: true, dueAt: one.submittedAt },
      may: ['undo'],
    };
    await act(async () => answer({ body: { message: 'Decided', data: state } }));
    expect(await screen.findByText('Virtanen Hanna is approved.')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision').map(({ json }) => json)).toEqual([{ decision: 'approve' }]);
    state = one;
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-1'));
    expect(await screen.findByText('Virtanen Hanna is waiting again.')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/undo')).toHaveLength(1);
    expect(screen.queryByText('Virtanen Hanna is approved.')).toBeNull();
  });

  it('stays where nothing else is waiting, and can be undone there', async () => {
    let state: KycReviewDetailWire = alone;
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
      'POST /admin/kyc-reviews/k-1/decision': () => {
        state = {
          ...alone,
          scheduled: { decision: 'approve', userId: amara.userId, fullName: 'Amara Okafor', self: true, dueAt: one.submittedAt },
          may: ['undo'],
          queue: { waiting: 0, before: null, after: null, next: null },
        };
        return { body: { message: 'Decided', data: state } };
      },
      'POST /admin/kyc-reviews/k-1/undo': () => {
        state = alone;
        return { body: { message: 'Undone', data: state } };
      },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Approve Virtanen Hanna' });
    await user.keyboard('a');
    expect(await screen.findByText(/Approved by you. You can still undo this/)).toBeVisible();
    expect(screen.getByText(/Nothing else is waiting/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo the decision about Virtanen Hanna' }));
    expect(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' })).toBeEnabled();
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/undo')).toHaveLength(1);
  });

  it('tells on the next case that a decision was refused', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-0': { body: { ...one, id: 'k-0', fullName: 'Weber Jonas' } },
      'POST /admin/kyc-reviews/k-0/claim': claimed([self]),
      'POST /admin/kyc-reviews/k-0/leave': { body: { message: '', data: null } },
      'POST /admin/kyc-reviews/k-1/decision': { status: 503, body: { message: 'Try again' } },
    });
    await open('/admin/kyc-reviews/k-1');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(await screen.findByText('Virtanen Hanna: Try again')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says who has just decided it, and offers nothing', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': {
        body: {
          ...one,
          scheduled: { decision: 'reject', userId: 'u-9', fullName: 'Ada Lovelace', self: false, dueAt: one.submittedAt },
          may: [],
          mayNot: 'Ada Lovelace has just decided this case',
        },
      },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText(/Rejected by Ada Lovelace. You can still undo this/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Approve|Reject|Undo)/ })).toBeNull();
  });

  it('tells that a client of the fund takes two reviewers', async () => {
    let state: KycReviewDetailWire = { ...one, takesTwo: true };
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
      'GET /admin/kyc-reviews/k-0': { body: { ...one, id: 'k-0', fullName: 'Weber Jonas' } },
      'POST /admin/kyc-reviews/k-1/decision': () => ({ body: { message: 'Decided', data: state } }),
      'POST /admin/kyc-reviews/*': { body: { message: '', data: null } },
    });
    const view = await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText(/approved by two reviewers. You would be the first/)).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Approve Virtanen Hanna' }));
    expect(await screen.findByText('Virtanen Hanna: waiting for the approval of a second reviewer.')).toBeInTheDocument();
    view.unmount();
    state = {
      ...state,
      firstApproval: { userId: amara.userId, fullName: 'Amara Okafor', self: true, at: one.submittedAt },
      may: ['reject'],
      mayNot: 'You have approved this case. Another reviewer has to confirm it',
    };
    const again = await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('You have approved this case. Another reviewer has to confirm it')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve Virtanen Hanna' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reject Virtanen Hanna' })).toBeEnabled();
    again.unmount();
    state = { ...one, takesTwo: true, firstApproval: { userId: 'u-9', fullName: 'Ada Lovelace', self: false, at: one.submittedAt } };
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Ada Lovelace has approved. Your approval is the second of two.')).toBeVisible();
  });

  it('says until when it should be decided, in words', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString();
    let state: KycReviewDetailWire = { ...one, dueAt: inHours(5), service: 'in-time' };
    serve({ ...start, 'GET /admin/kyc-reviews/k-1': () => ({ body: state }) });
    const view = await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Due in 5 h')).toBeVisible();
    view.unmount();
    state = { ...one, dueAt: inHours(-3), service: 'overdue' };
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Overdue by 2 h')).toBeVisible();
  });

  it('says that all that waits is with others', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': {
        body: { ...one, status: 'approved', may: [], queue: { waiting: 2, before: null, after: null, next: null } },
      },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText(/All other cases are with other reviewers/)).toBeVisible();
  });

  it('says that nothing else waits', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': {
        body: { ...one, status: 'approved', may: [], queue: { waiting: 0, before: null, after: null, next: null } },
      },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText(/Nothing else is waiting/)).toBeVisible();
    for (const name of ['Previous', 'Next']) expect(screen.getByRole('button', { name })).toBeDisabled();
  });

  it('goes through the queue with J and K, but not while somebody types', async () => {
    serve({ 'GET /admin/kyc-reviews/*': (call) => ({ body: { ...one, id: call.path.split('/').at(-1) } }), ...start });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reject Virtanen Hanna' }));
    await user.type(screen.getByLabelText('Reason'), 'jk');
    expect(currentPath()).toBe('/admin/kyc-reviews/k-1');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('j');
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-2'));
    await screen.findByRole('link', { name: 'Previous' });
    await user.keyboard('k');
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-0'));
  });

  it('leaves single keys alone for whoever turned them off, and remembers it', async () => {
    serve({ 'GET /admin/kyc-reviews/*': (call) => ({ body: { ...one, id: call.path.split('/').at(-1) } }), ...start });
    const page = await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    expect(await screen.findByRole('link', { name: 'Next' })).toHaveAttribute('aria-keyshortcuts', 'J');
    await user.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
    await user.keyboard('j');
    expect(currentPath()).toBe('/admin/kyc-reviews/k-1');
    expect(screen.getByRole('link', { name: 'Next' })).not.toHaveAttribute('aria-keyshortcuts');
    page.unmount();
    await open('/admin/kyc-reviews/k-1');
    await user.click(await screen.findByRole('checkbox', { name: 'Keyboard shortcuts', checked: false }));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('j');
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-2'));
  });

  it('shows what became of it: the reason, whose it was, and the other submissions', async () => {
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': {
        body: {
          ...one,
          ...rejected,
          final: true,
          reopenedAt: '2026-11-21T09:00:00.000Z',
          others: [{ id: 'k-9', status: 'rejected', reason: 'Too dark', submittedAt: '2026-11-01T10:00:00.000Z', decidedAt: null }],
        },
      },
    });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('Please call us')).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent(/by Ada Lovelace.*Another submission was allowed 21 Nov 2026, 09:00 UTC/);
    expect(screen.getByRole('link', { name: '1 Nov 2026, 10:00 UTC' })).toHaveAttribute('href', '#/admin/kyc-reviews/k-9');
    expect(screen.queryByRole('button', { name: 'Allow another submission' })).toBeNull();
  });

  it('says why a case could not be loaded', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/kyc-reviews/k-1': { status: 404, body: { message: 'There is no such KYC submission' } } });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('There is no such KYC submission')).toBeVisible();
    expect(refused).toEqual(['There is no such KYC submission']);
  });
});

describe('the workbench of a payment', () => {
  it('shows the proof beside what is due, where it should have gone, and the transfer', async () => {
    serve(start);
    await open('/admin/payments/pay-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment of Hanna Virtanen' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Proof of payment of Hanna Virtanen' })).toHaveAttribute('src', '/api/v1/files/5?sig=a');
    const main = screen.getByRole('main');
    for (const text of ['$50', 'Trade club', 'bc1qexample', 'TExample', 'ab'.repeat(32), 'No other payment has this transaction ID.'])
      expect(main).toHaveTextContent(text);
    for (const link of within(main).queryAllByRole('link')) expect(link.getAttribute('href')).toMatch(/^(#\/|\/api\/v1\/files\/)/);
  });

  it('warns of a transfer that was shown before: by whom, when, and what became of it', async () => {
    const use = {
      id: 'pay-0',
      userId: 'u-3',
      fullName: 'Jonas Weber',
      amount: '50',
      status: 'approved' as const,
      reason: null,
      submittedAt: '2026-10-01T10:00:00.000Z',
      decidedAt: '2026-10-02T10:00:00.000Z',
    };
    serve({ ...start, 'GET /admin/payments/pay-1': { body: { ...payment, txidUsedBefore: [use] } } });
    await open('/admin/payments/pay-1');
    expect(await screen.findByText('One other payment has this transaction ID')).toBeVisible();
    const row = screen.getByRole('link', { name: 'Jonas Weber' }).closest('li');
    expect(row).toHaveTextContent('Jonas Weber$50ApprovedSent 1 Oct 2026, 10:00 UTC, decided 2 Oct 2026, 10:00 UTC');
    expect(screen.getByRole('link', { name: 'Jonas Weber' })).toHaveAttribute('href', '#/admin/payments/pay-0');
  });

  it.each([
    [true, 'The same picture was sent before', 'Same picture'],
    [false, 'A similar picture was sent before', 'Similar picture'],
  ])('names other proofs with the picture, and links to them: the same %s', async (isSame, title, link) => {
    const use = {
      id: 'pay-0',
      userId: 'u-9',
      fullName: 'Jonas Weber',
      amount: '50',
      status: 'rejected' as const,
      reason: null,
      submittedAt: '2026-10-01T10:00:00.000Z',
      decidedAt: null,
      proofOfPaymentUrl: '/api/v1/files/f-0?signed',
      isSame,
    };
    serve({ ...start, 'GET /admin/payments/pay-1': { body: { ...payment, pictureSeenBefore: [use] } } });
    await open('/admin/payments/pay-1');
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Jonas Weber' })).toHaveAttribute('href', '#/admin/payments/pay-0');
    expect(screen.getByText(link)).toBeVisible();
    expect(screen.getByRole('button', { name: 'View: Proof of payment of Jonas Weber' })).toBeVisible();
  });

  it('says that the fee has changed, and that no id was given', async () => {
    serve({ ...start, 'GET /admin/payments/pay-1': { body: { ...payment, txid: null, feeToday: '60', isFeeToday: false } } });
    await open('/admin/payments/pay-1');
    expect(await screen.findByText('Has changed since')).toBeVisible();
    expect(screen.getByText(/Not given/)).toBeVisible();
  });

  it('reads loading.... while a decision runs', async () => {
    const { reply, answer } = later();
    serve({ ...start, 'POST /admin/payments/pay-1/approve': () => reply });
    await open('/admin/payments/pay-1');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Approve Hanna Virtanen' }));
    expect(screen.getByRole('button', { name: 'loading.... Hanna Virtanen' })).toBeDisabled();
    await act(async () => answer({ body: { message: 'ok', data: {} } }));
    expect(screen.getByText('The payment of Hanna Virtanen is approved.')).toBeInTheDocument();
  });
});
