import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  KycReviewDetailWire,
  PaymentDetailWire,
  RejectionReasonWire,
  ReviewCaseWire,
  ReviewClaimedWire,
  ReviewDecisionWire,
  ReviewWatchWire,
} from '../src/lib/wire/types';
import { type Call, type Routes, access, later, list, serve } from './support/api';
import { sockets, withFakeSockets } from './support/fake-socket';
import { amara, rememberSession, review } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);

const around: ReviewCaseWire = {
  member: {
    surname: 'Virtanen',
    firstName: 'Hanna',
    dateOfBirth: '1990-02-03',
    country: 'Finland',
    phoneNumber: '+358401234567',
    registeredAt: '2026-09-19T08:00:00.000Z',
    deactivated: false,
  },
  others: [],
  queue: { waiting: 3, before: 'k-0', after: 'k-2', next: 'k-0' },
};
const one: KycReviewDetailWire = { ...review, ...around };
const rejected: Partial<ReviewDecisionWire> = {
  status: 'rejected',
  reason: 'Please call us',
  reasonCode: 'other',
  decidedAt: '2026-11-20T14:05:00.000Z',
  decidedBy: { userId: 'u-9', fullName: 'Ada Lovelace' },
  may: [],
};
const payment: PaymentDetailWire = {
  ...around,
  queue: { waiting: 1, before: null, after: null, next: null },
  id: 'pay-1',
  userId: 'u-7',
  fullName: 'Hanna Virtanen',
  email: 'hanna@example.com',
  membership: 'trade club',
  amount: '50',
  currency: 'USD',
  proofOfPaymentUrl: '/api/v1/files/5?sig=a',
  txid: 'ab'.repeat(32),
  submittedAt: '2026-11-20T13:00:00.000Z',
  status: 'pending',
  reason: null,
  reasonCode: null,
  final: false,
  reopenedAt: null,
  decidedAt: null,
  decidedBy: null,
  may: ['approve', 'reject'],
  mayNot: null,
  restricted: false,
  viewers: [],
  feeToday: '50',
  isFeeToday: true,
  payTo: [
    { id: 'btc', address: 'bc1qexample' },
    { id: 'usdt-trc20', address: 'TExample' },
  ],
  txidUsedBefore: [],
  onChain: null,
};
const reasons: RejectionReasonWire[] = [
  {
    id: 'kyc.address-old',
    subject: 'kyc',
    code: 'address-old',
    label: 'Proof of address is too old',
    sentence: 'Your proof of address is older than three months.',
    advice: 'Please send a newer one.',
  },
  { id: 'kyc.other', subject: 'kyc', code: 'other', label: 'Another reason', sentence: null, advice: null },
];
const watch = (viewers: ReviewWatchWire['viewers'] = []) => ({ body: { message: '', data: { viewers, renewAfterSeconds: 15 } } });
const claimed = (viewers: ReviewWatchWire['viewers'], claim: ReviewClaimedWire['claim'] = mine) => ({
  body: { message: '', data: { viewers, renewAfterSeconds: 15, claim } satisfies ReviewClaimedWire },
});
const mine = {
  userId: amara.userId,
  fullName: 'Amara Okafor',
  since: '2026-11-20T10:40:00.000Z',
  until: '2026-11-20T10:50:00.000Z',
  self: true,
};
const hers = { ...mine, userId: 'u-9', fullName: 'Ada Lovelace', since: '2026-11-20T10:31:00.000Z', self: false };
const ada = { userId: 'u-9', fullName: 'Ada Lovelace', since: '2026-11-20T10:31:00.000Z', self: false };
const self = { userId: amara.userId, fullName: 'Amara Okafor', since: '2026-11-20T10:40:00.000Z', self: true };

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/rejection-reasons': list('rejection-reasons', reasons),
  'GET /admin/kyc-reviews/k-1': { body: one },
  'GET /admin/payments/pay-1': { body: payment },
  'POST /admin/kyc-reviews/k-1/claim': claimed([self]),
  'POST /admin/kyc-reviews/k-1/leave': { body: { message: '', data: null } },
  'POST /admin/payments/pay-1/watch': watch([self]),
  'POST /admin/payments/pay-1/leave': { body: { message: '', data: null } },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

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
      'Reads only',
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
    expect(screen.getByRole('status', { name: `Zoom of ${title}` })).toHaveTextContent('150 %');
    await user.click(screen.getByRole('button', { name: `Rotate right: ${title}` }));
    expect(picture).toHaveStyle({ transform: 'translate(-50%, -50%) rotate(90deg)' });
    expect(picture.parentElement).toHaveStyle({ width: '750px', height: '1200px' });
    screen.getByRole('region', { name: title }).focus();
    await user.keyboard('+');
    expect(picture).toHaveStyle({ width: '1600px' });
    await user.keyboard('T0');
    expect(picture).toHaveStyle({ width: '800px', transform: 'translate(-50%, -50%) rotate(0deg)' });
    await user.keyboard('-');
    expect(screen.getByRole('status', { name: `Zoom of ${title}` })).toHaveTextContent('100 %');
  });

  it('loads a picture once, whatever the record says later, and again when asked', async () => {
    let link = '/api/v1/files/1?sig=a';
    serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: { ...one, idCardUrl: link } }),
      'POST /admin/kyc-reviews/k-1/approve': { status: 503, body: { message: 'Try again' } },
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

  it('leads on once it is decided, with the focus on the next', async () => {
    let state: KycReviewDetailWire = one;
    const { reply, answer } = later();
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
      'POST /admin/kyc-reviews/k-1/approve': () => reply,
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Approve Virtanen Hanna' });
    await user.click(button);
    expect(button).toHaveTextContent('Approving…');
    state = {
      ...one,
      status: 'approved',
      may: [],
      decidedAt: '2026-11-20T14:05:00.000Z',
      decidedBy: { userId: amara.userId, fullName: 'Amara Okafor' },
      queue: { waiting: 2, before: 'k-0', after: 'k-2', next: 'k-0' },
    };
    await act(async () => answer({ body: { message: 'KYC approved', data: state } }));
    const next = await screen.findByRole('link', { name: 'Next in queue (2 waiting)' });
    expect(next).toHaveFocus();
    expect(screen.getByRole('main')).toHaveTextContent(/Decided 20 Nov 2026, 14:05 UTC by Amara Okafor/);
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/approve')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-0'));
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
    expect(await screen.findByText(/Every other case that waits is with another reviewer/)).toBeVisible();
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
    await user.click(screen.getByRole('button', { name: 'Keep waiting' }));
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
    expect(screen.getByRole('main')).toHaveTextContent(/by Ada Lovelace.*Another try was allowed 21 Nov 2026, 09:00 UTC/);
    expect(screen.getByRole('link', { name: '1 Nov 2026, 10:00 UTC' })).toHaveAttribute('href', '#/admin/kyc-reviews/k-9');
    expect(screen.queryByRole('button', { name: 'Allow another try' })).toBeNull();
  });

  it('says why a case could not be loaded', async () => {
    serve({ ...start, 'GET /admin/kyc-reviews/k-1': { status: 404, body: { message: 'There is no such KYC submission' } } });
    await open('/admin/kyc-reviews/k-1');
    expect(await screen.findByText('There is no such KYC submission')).toBeVisible();
  });
});

describe('rejecting', () => {
  async function ask(routes: Routes = {}) {
    const calls = serve({ ...start, 'POST /admin/kyc-reviews/k-1/reject': { body: { message: 'ok', data: {} } }, ...routes });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reject Virtanen Hanna' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Reject Virtanen Hanna?' }));
    await dialog.findByRole('option', { name: '1. Proof of address is too old' });
    return { calls, user, dialog, confirm: dialog.getByRole('button', { name: 'Reject Virtanen Hanna' }) };
  }
  const sent = (calls: Call[]) => made(calls, 'POST', '/admin/kyc-reviews/k-1/reject').map(({ json }) => json);

  it('takes a reason of the server’s list, and shows what the member reads', async () => {
    const { calls, user, dialog, confirm } = await ask();
    expect(confirm).toBeDisabled();
    await user.selectOptions(dialog.getByLabelText('What is wrong'), '1. Proof of address is too old');
    expect(
      dialog.getByText('The member reads: “Your proof of address is older than three months. Please send a newer one.”'),
    ).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Final' }));
    expect(dialog.getByText('The member reads: “Your proof of address is older than three months.”')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Try again' }));
    await user.click(confirm);
    await waitFor(() => expect(sent(calls)).toEqual([{ code: 'address-old', outcome: 'try-again' }]));
    expect(made(calls, 'GET', '/admin/rejection-reasons')[0]?.search.get('filter')).toBe('{"subject":"kyc"}');
  });

  it('asks for words where the reason says nothing by itself, and can be final', async () => {
    const { calls, user, dialog, confirm } = await ask();
    await user.selectOptions(dialog.getByLabelText('What is wrong'), '2. Another reason');
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText('Reason'), ' Please call us ');
    await user.click(dialog.getByRole('radio', { name: 'Final' }));
    await user.click(confirm);
    await waitFor(() => expect(sent(calls)).toEqual([{ code: 'other', reason: 'Please call us', outcome: 'final' }]));
  });

  it('keeps what was typed when the server refuses, and says why', async () => {
    const { user, dialog, confirm } = await ask({
      'POST /admin/kyc-reviews/k-1/reject': { status: 400, body: { message: 'A final decision needs a reason' } },
    });
    await user.type(dialog.getByLabelText('Reason'), 'Please call us');
    await user.click(confirm);
    expect(await dialog.findByText('A final decision needs a reason')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Please call us');
  });

  it('keeps what was typed when the confirmation is cancelled', async () => {
    const { user, dialog, confirm } = await ask({ 'GET /auth/mfa': factors(), 'POST /admin/kyc-reviews/k-1/reject': stepUpWanted });
    await user.type(dialog.getByLabelText('Reason'), 'Please call us');
    await user.click(confirm);
    const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(confirm).toBeEnabled());
    expect(dialog.queryByText('Please confirm that it is you')).toBeNull();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Please call us');
  });

  it('can be taken back when it was final, for a reason', async () => {
    let state: KycReviewDetailWire = { ...one, ...rejected, final: true, may: ['allow-retry'] };
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
      'POST /admin/kyc-reviews/k-1/allow-retry': () => {
        state = { ...state, reopenedAt: '2026-11-21T09:00:00.000Z', may: [] };
        return { body: { message: 'ok', data: state } };
      },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    expect(await screen.findByText('Final: the member cannot submit again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Allow another try' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Allow Virtanen Hanna another try?' }));
    await user.type(dialog.getByLabelText('Reason'), 'The member called us');
    await user.click(dialog.getByRole('button', { name: 'Allow another try' }));
    expect(await screen.findByText(/Another try was allowed/)).toBeVisible();
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/allow-retry')[0]?.json).toEqual({ reason: 'The member called us' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

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

describe('the workbench of a payment', () => {
  it('shows the proof beside what is due, where it should have gone, and the transfer', async () => {
    serve(start);
    await open('/admin/payments/pay-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment of Hanna Virtanen' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Proof of payment of Hanna Virtanen' })).toHaveAttribute('src', '/api/v1/files/5?sig=a');
    const main = screen.getByRole('main');
    for (const text of ['$50', 'Trade club', 'bc1qexample', 'TExample', 'ab'.repeat(32), 'No other payment names this transfer.'])
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
    expect(await screen.findByText('One other payment names this transfer')).toBeVisible();
    const row = screen.getByRole('link', { name: 'Jonas Weber' }).closest('li');
    expect(row).toHaveTextContent('Jonas Weber$50ApprovedSent 1 Oct 2026, 10:00 UTC, decided 2 Oct 2026, 10:00 UTC');
    expect(screen.getByRole('link', { name: 'Jonas Weber' })).toHaveAttribute('href', '#/admin/payments/pay-0');
  });

  it('says that the fee has changed, and that no id was given', async () => {
    serve({ ...start, 'GET /admin/payments/pay-1': { body: { ...payment, txid: null, feeToday: '60', isFeeToday: false } } });
    await open('/admin/payments/pay-1');
    expect(await screen.findByText('Has changed since')).toBeVisible();
    expect(screen.getByText(/The member gave none/)).toBeVisible();
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
