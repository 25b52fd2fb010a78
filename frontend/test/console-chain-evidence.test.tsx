import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ChainEvidenceTransferWire, ChainEvidenceWire, PaymentDetailWire } from '../src/lib/wire/types';
import { list, serve } from './support/api';
import { loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const payment: PaymentDetailWire = {
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
  payTo: [],
  txidUsedBefore: [],
  pictureSeenBefore: [],
  onChain: null,
};
const bitcoin: ChainEvidenceWire = { chain: 'bitcoin', coin: 'BTC', result: 'not-found', transfers: [] };
const tron: ChainEvidenceWire = { chain: 'tron', coin: 'USDT', result: 'not-found', transfers: [] };
const transfer: ChainEvidenceTransferWire = {
  address: 'TExample',
  amount: '50.0042',
  state: 'final',
  reason: null,
  confirmations: { have: 25, need: 19 },
  blockTime: '2026-11-20T12:55:00.000Z',
  countedFor: null,
};

async function openCase(changes: Partial<PaymentDetailWire>) {
  serve({
    'GET /getuser': { body: { message: '', data: amara } },
    'GET /admin/payments/pay-1': { body: { ...payment, ...changes } },
    'POST /admin/payments/pay-1/watch': { body: { message: '', data: { viewers: [], renewAfterSeconds: 15 } } },
    'POST /admin/payments/pay-1/leave': { body: { message: '', data: null } },
    'GET /admin/*': list('any', []),
  });
  await open('/admin/payments/pay-1');
  return (await screen.findByRole('heading', { name: 'Transaction ID' })).closest('section')!;
}
const found = (changes: Partial<ChainEvidenceTransferWire> = {}): Partial<PaymentDetailWire> => ({
  onChain: [bitcoin, { ...tron, result: 'found', transfers: [{ ...transfer, ...changes }] }],
});

describe('what the chains show of a transaction id', () => {
  it('is where it was found, with amount, address, time and confirmations', async () => {
    const card = await openCase(found());
    expect(card).toHaveTextContent('Found on TRON');
    expect(card).toHaveTextContent(
      'StateConfirmed25 confirmationsAmount50.0042 USDTToTExample, an address of oursTime20 Nov 2026, 12:55 UTCCounted forNo invoice',
    );
    expect(card).toHaveTextContent('No other payment has this transaction ID.');
    expect(card).not.toHaveTextContent('Bitcoin');
  });

  it('names the invoice that it was counted for already', async () => {
    const card = await openCase(found({ countedFor: { id: 'i-1', number: 'TM-2026-000007' } }));
    expect(within(card).getByRole('link', { name: 'Invoice TM-2026-000007' })).toHaveAttribute('href', '#/admin/invoices/i-1');
  });

  it('is a dash with a reason where it is unknown', async () => {
    const card = await openCase(found({ state: 'rejected', reason: 'reverted', amount: null, blockTime: null }));
    expect(card).toHaveTextContent('Not countedThe transaction failed; no money was transferred');
    for (const reason of ['A failed transaction has no amount', 'A failed transaction has no recipient', 'Not in a block yet'])
      expect(within(card).getByTitle(reason)).toHaveTextContent('–');
    expect(card).not.toHaveTextContent('an address of ours');
  });

  it('says that a transaction pays somebody else', async () => {
    const card = await openCase({ onChain: [{ ...bitcoin, result: 'found' }, tron] });
    expect(card).toHaveTextContent('Found on Bitcoin, but it does not pay our address');
  });

  it('is no verdict where nothing was found', async () => {
    const card = await openCase({ onChain: [bitcoin, { ...tron, result: 'unavailable' }] });
    expect(card).toHaveTextContent(
      'BitcoinNot found yet. It may still appear.TRONThe blockchain source can’t be reached. Try again in a moment.',
    );
    expect(card).not.toHaveTextContent(/fake|invalid/i);
  });

  it('names a chain that is not set up', async () => {
    expect(await openCase({ onChain: [bitcoin, { ...tron, result: 'not-set-up' }] })).toHaveTextContent('TRONNot set up');
  });

  it('says so where no chain is set up', async () => {
    const card = await openCase({ onChain: [bitcoin, tron].map((one) => ({ ...one, result: 'not-set-up' as const })) });
    expect(card).toHaveTextContent('No blockchain source is set up.');
  });
});

describe('a payment that the chain itself showed', () => {
  it('has no document on its page', async () => {
    await openCase({ ...found(), proofOfPaymentUrl: null, status: 'approved', may: [] });
    expect(screen.getByText('Found on chain')).toBeVisible();
    expect(screen.queryByRole('img', { name: /Proof of payment/ })).toBeNull();
  });

  it('has none in the list', async () => {
    serve({
      'GET /getuser': { body: { message: '', data: amara } },
      'GET /admin/*': list('any', []),
      'GET /admin/payments': list('payments', [{ ...payment, proofOfPaymentUrl: null }]),
    });
    await open('/admin/payments');
    expect(await loadedTable('Pending payments')).toHaveTextContent('Found on chain');
    expect(screen.queryByRole('button', { name: /^View: Proof of payment/ })).toBeNull();
  });
});
