import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MyPaymentWire, SubscriptionWire } from '../src/lib/wire/types';
import { type Routes, serve } from './support/api';
import { answer, paid, seen, unquoted, waiting } from './support/invoice-payment';
import { rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';
import { type FakeUpload, fakeUploads } from './support/uploads';

jest.setTimeout(180_000);

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TRC20 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const subscription: SubscriptionWire = {
  membership: 'trade club',
  fee: '50',
  currency: 'USD',
  wallets: [
    { id: 'btc', address: BTC, checksum: { first: 'bc1qcr', last: '306fyu' }, uri: `bitcoin:${BTC}` },
    { id: 'usdt-trc20', address: TRC20, checksum: { first: 'TR7NHq', last: 'zgjLj6' }, uri: null },
  ],
  invoiceId: null,
};
const payment: MyPaymentWire = {
  status: 'pending',
  reason: null,
  final: false,
  amount: '50',
  txid: null,
  submittedAt: '2026-11-20T14:05:00.000Z',
  decidedAt: null,
};
const picture = new File([new Uint8Array(4)], 'proof.png', { type: 'image/png' });

async function openPage(person: Partial<typeof sofia> = {}, more: Routes = {}) {
  rememberSession();
  const calls = serve({
    'GET /getuser': { body: { message: '', data: { ...sofia, ...person } } },
    'GET /me/subscription': { body: { message: '', data: subscription } },
    ...more,
  });
  await open('/subscriptionpayment');
  await screen.findByRole('heading', { level: 1, name: 'Subscription' });
  return { calls, user: userEvent.setup({ applyAccept: false }) };
}

describe('the subscription page', () => {
  let uploads: FakeUpload[];
  beforeEach(() => {
    uploads = fakeUploads();
  });

  it('shows the fee of the membership and both addresses, whole and to copy', async () => {
    const { user } = await openPage();
    expect(await screen.findByText('$50')).toBeVisible();
    for (const [name, address, ends] of [
      ['Bitcoin', BTC, /begins with bc1qcr and ends with 306fyu/],
      ['USDT (Trc20)', TRC20, /begins with TR7NHq and ends with zgjLj6/],
    ] as const) {
      expect(screen.getByText(address)).toBeVisible();
      expect(screen.getByText(address).closest('li')).toHaveTextContent(ends);
      expect(screen.getByRole('img', { name: new RegExp(`QR code .*the ${name.replace(/[()]/g, '\\$&')} address`) })).toBeVisible();
      await user.click(screen.getByRole('button', { name: `Copy ${name} address` }));
      expect(await navigator.clipboard.readText()).toBe(address);
      expect(await screen.findByRole('button', { name: 'Copied!' })).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull());
    }
  });

  it('takes the proof, without which there is nothing to send, and makes the status pending', async () => {
    const { user } = await openPage();
    const made = await screen.findByRole('button', { name: 'Payment made' });
    expect(made).toBeDisabled();
    await user.upload(screen.getByLabelText('Proof of payment'), picture);
    await user.type(screen.getByLabelText(/Transaction ID/), ` ${'ab'.repeat(32)} `);
    await user.click(made);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({ method: 'POST', address: '/api/v1/createpayment' });
    expect([...(uploads[0]?.form.entries() ?? [])].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
      ['membership', 'trade club'],
      ['amount', '50'],
      ['txid', 'ab'.repeat(32)],
      ['proofOfPayment', 'proof.png'],
    ]);
    act(() => uploads[0]?.progress(40));
    expect(screen.getByRole('button', { name: 'Uploading… 40%' })).toBeDisabled();
    await act(async () =>
      uploads[0]?.answer(201, { message: 'Payment success apply wait for approval', data: { paymentStatus: 'pending' } }),
    );
    await waitFor(() => expect(currentPath()).toBe('/profile'));
    expect(await screen.findByText('Payment success apply wait for approval')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Subscription' }).parentElement).toHaveTextContent('In review');
  });

  it('leaves an empty transaction id out, and a file that is no picture', async () => {
    const { user } = await openPage();
    await user.upload(await screen.findByLabelText('Proof of payment'), new File(['%PDF'], 'proof.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('Choose a JPEG, PNG or WebP picture')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Payment made' })).toBeDisabled();
    await user.upload(screen.getByLabelText('Proof of payment'), picture);
    await user.click(screen.getByRole('button', { name: 'Payment made' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.form.has('txid')).toBe(false);
  });

  it.each([
    [
      'a refused file',
      { status: 400, body: { message: 'Check the form', errors: [{ field: 'proofOfPayment', message: 'This is no picture' }] } },
      'Proof of payment',
      'This is no picture',
    ],
    [
      'an id that paid before',
      { status: 409, body: { message: 'Paid before', errors: [{ field: 'txid', message: 'This transaction has paid before' }] } },
      /Transaction ID/,
      'This transaction has paid before',
    ],
  ])('shows %s beside its field', async (_, { status, body }, label, words) => {
    const { user } = await openPage();
    await user.upload(await screen.findByLabelText('Proof of payment'), picture);
    await user.click(screen.getByRole('button', { name: 'Payment made' }));
    await act(async () => uploads[0]?.answer(status, body));
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(words)));
    expect(screen.getByRole('button', { name: 'Payment made' })).toBeEnabled();
  });

  it('shows what holds when it was sent in another tab', async () => {
    let paymentStatus: 'pending' | null = null;
    const { user } = await openPage(
      {},
      {
        'GET /getuser': () => ({ body: { message: '', data: { ...sofia, paymentStatus } } }),
        'GET /me/payment': { body: { message: '', data: payment } },
      },
    );
    await user.upload(await screen.findByLabelText('Proof of payment'), picture);
    await user.click(screen.getByRole('button', { name: 'Payment made' }));
    paymentStatus = 'pending';
    await act(async () => uploads[0]?.answer(409, { message: 'A payment is waiting already' }));
    expect(await screen.findByText('We have your proof of payment')).toBeVisible();
  });

  it.each([
    ['pending', 'We have your proof of payment'],
    ['approved', 'Your subscription is paid'],
  ] as const)('shows no form while the payment is %s', async (paymentStatus, words) => {
    const { calls } = await openPage(
      { paymentStatus },
      { 'GET /me/payment': { body: { message: '', data: { ...payment, status: paymentStatus } } } },
    );
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Payment made' })).toBeNull();
    expect(calls.some((call) => call.path === '/me/payment')).toBe(true);
  });

  it('quotes the reason of a rejection and takes another proof', async () => {
    await openPage(
      { paymentStatus: 'rejected' },
      { 'GET /me/payment': { body: { message: '', data: { ...payment, status: 'rejected', reason: 'The amount is missing' } } } },
    );
    expect(await screen.findByText(/“The amount is missing”/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Payment made' })).toBeDisabled();
  });

  it('takes no other proof after a final rejection, and says so', async () => {
    await openPage(
      { paymentStatus: 'rejected' },
      {
        'GET /me/payment': {
          body: { message: '', data: { ...payment, status: 'rejected', reason: 'The proof is not genuine', final: true } },
        },
      },
    );
    expect(await screen.findByText('Your payment was declined')).toBeVisible();
    expect(screen.getByText(/“The proof is not genuine” This decision is final/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Payment made' })).toBeNull();
    expect(screen.queryByText(BTC)).toBeNull();
  });

  it('says so when the fee can not be read, and asks nobody to pay', async () => {
    await openPage({}, { 'GET /me/subscription': { status: 403, body: { message: 'Members only' } } });
    expect(await screen.findByText('The fee could not be loaded')).toBeVisible();
    expect(screen.queryByText(BTC)).toBeNull();
  });
});

describe('the subscription page with an invoice', () => {
  const invoiced: Routes = { 'GET /me/subscription': { body: { message: '', data: { ...subscription, invoiceId: 'i-3' } } } };

  it('offers a locked price above the two addresses, which stay with the form', async () => {
    await openPage({}, { ...invoiced, 'GET /me/invoices/i-3/payment': answer(unquoted) });
    const choice = await screen.findByRole('button', { name: text('pay.choose.start.bitcoin') });
    expect(screen.getByText(text('pay.other'))).toBeVisible();
    expect(choice.compareDocumentPosition(screen.getByText(BTC)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText(TRC20)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Payment made' })).toBeDisabled();
  });

  it('follows the payment: the subscription is paid without a proof', async () => {
    let paymentStatus: 'approved' | null = null;
    const { user } = await openPage(
      {},
      {
        ...invoiced,
        'GET /getuser': () => ({ body: { message: '', data: { ...sofia, paymentStatus } } }),
        'GET /me/payment': { body: { message: '', data: { ...payment, status: 'approved', decidedAt: '2026-11-20T14:30:00.000Z' } } },
        'GET /me/invoices/i-3/payment': answer({ ...waiting, hasDemoWallet: true }),
        'POST /me/invoices/i-3/demo-payment': () => {
          paymentStatus = 'approved';
          return answer(paid);
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: text('pay.demo.pay') }));
    expect(await screen.findByText('Your subscription is paid')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Payment made' })).toBeNull();
    expect(screen.queryByText(BTC)).toBeNull();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('names no other way to pay while a payment is on its way', async () => {
    await openPage({}, { ...invoiced, 'GET /me/invoices/i-3/payment': answer(seen) });
    expect(await screen.findByText(text('pay.state.seen.title'))).toBeVisible();
    expect(screen.queryByText(text('pay.other'))).toBeNull();
  });

  it('offers no locked price where the server names no invoice, and asks for none', async () => {
    const { invoiceId: _, ...earlier } = subscription;
    const { calls } = await openPage({}, { 'GET /me/subscription': { body: { message: '', data: earlier } } });
    expect(await screen.findByText(BTC)).toBeVisible();
    expect(screen.queryByText(text('pay.title'))).toBeNull();
    expect(calls.some(({ path }) => path.startsWith('/me/invoices'))).toBe(false);
  });

  it('keeps both addresses when the locked price can not be loaded', async () => {
    await openPage({}, { ...invoiced, 'GET /me/invoices/i-3/payment': { status: 404, body: { message: 'There is no such invoice' } } });
    expect(await screen.findByText('There is no such invoice')).toBeVisible();
    expect(screen.getByText(BTC)).toBeVisible();
  });
});

describe('the referrals', () => {
  it('show code and link, to copy, and who came', async () => {
    rememberSession();
    const calls = serve({
      'GET /getuser': { body: { message: '', data: sofia } },
      'GET /getrefferals': {
        body: { message: '', data: [{ surName: 'Nkemelu', firstName: 'Ada', country: 'Nigeria' }] },
        headers: { 'X-Total-Count': '1' },
      },
    });
    await open('/refferals');
    const link = `http://localhost/#/register/${sofia.refferalId}`;
    expect(await screen.findByText(sofia.refferalId)).toBeVisible();
    expect(screen.getByText(link)).toBeVisible();
    expect(await screen.findByRole('row', { name: /1 Nkemelu Ada Nigeria/ })).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(calls.find((call) => call.path === '/getrefferals')?.search.toString()).toBe('page=1&perPage=25');
  });

  it('say so when nobody came yet, and when they can not be read', async () => {
    rememberSession();
    serve({
      'GET /getuser': { body: { message: '', data: sofia } },
      'GET /getrefferals': { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } },
    });
    const view = await open('/refferals');
    expect(await screen.findByText('Nobody yet')).toBeVisible();
    view.unmount();
    serve({
      'GET /getuser': { body: { message: '', data: sofia } },
      'GET /getrefferals': { status: 403, body: { message: 'You are not allowed to do this' } },
    });
    await open('/refferals');
    expect(await screen.findByText('You are not allowed to do this')).toBeVisible();
  });
});
