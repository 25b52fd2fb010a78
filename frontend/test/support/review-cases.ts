import type {
  KycReviewDetailWire,
  PaymentDetailWire,
  RejectionReasonWire,
  ReviewCaseWire,
  ReviewClaimedWire,
  ReviewDecisionWire,
  ReviewWatchWire,
  SeenBeforeWire,
} from '../../src/lib/wire/types';
import { type Call, type Routes, list } from './api';
import { amara, review } from './people';

export const around: ReviewCaseWire = {
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
/** No document of a case was seen before. */
export const neverSeen: SeenBeforeWire = {
  pictures: {
    'id-card': { comparison: 'full', uses: [], hasMore: false },
    'proof-of-address': { comparison: 'full', uses: [], hasMore: false },
  },
  number: { isRecorded: false, uses: [], hasMore: false },
  isComplete: true,
};
export const one: KycReviewDetailWire = { ...review, ...around, requests: [], checked: [], seenBefore: neverSeen };

/** Nothing else is waiting: a decision leads nowhere. */
export const alone: KycReviewDetailWire = { ...one, queue: { waiting: 1, before: null, after: null, next: null } };

/** Gives the pictures that are loaded addresses, which this window cannot. `created`: how many there are. */
export async function withBlobs(test: (created: () => number) => Promise<void>): Promise<void> {
  let created = 0;
  const before = Object.getOwnPropertyDescriptor(URL, 'createObjectURL');
  URL.createObjectURL = () => `blob:http://localhost/${(created += 1)}`;
  try {
    await test(() => created);
  } finally {
    if (before) Object.defineProperty(URL, 'createObjectURL', before);
    else Reflect.deleteProperty(URL, 'createObjectURL');
  }
}
export const rejected: Partial<ReviewDecisionWire> = {
  status: 'rejected',
  reason: 'Please call us',
  reasonCode: 'other',
  decidedAt: '2026-11-20T14:05:00.000Z',
  decidedBy: { userId: 'u-9', fullName: 'Ada Lovelace' },
  may: [],
};
export const payment: PaymentDetailWire = {
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
  pictureSeenBefore: [],
  onChain: null,
};
export const reasons: RejectionReasonWire[] = [
  {
    id: 'kyc.address-old',
    subject: 'kyc',
    code: 'address-old',
    label: 'Proof of address is too old',
    sentence: 'Your proof of address is older than three months.',
    advice: 'Please send a newer one.',
    document: 'proof-of-address',
  },
  { id: 'kyc.other', subject: 'kyc', code: 'other', label: 'Another reason', sentence: null, advice: null, document: null },
];
export const watch = (viewers: ReviewWatchWire['viewers'] = []) => ({ body: { message: '', data: { viewers, renewAfterSeconds: 15 } } });
export const claimed = (viewers: ReviewWatchWire['viewers'], claim: ReviewClaimedWire['claim'] = mine) => ({
  body: { message: '', data: { viewers, renewAfterSeconds: 15, claim } satisfies ReviewClaimedWire },
});
export const mine = {
  userId: amara.userId,
  fullName: 'Amara Okafor',
  since: '2026-11-20T10:40:00.000Z',
  until: '2026-11-20T10:50:00.000Z',
  self: true,
};
export const hers = { ...mine, userId: 'u-9', fullName: 'Ada Lovelace', since: '2026-11-20T10:31:00.000Z', self: false };
export const ada = { userId: 'u-9', fullName: 'Ada Lovelace', since: '2026-11-20T10:31:00.000Z', self: false };
export const self = { userId: amara.userId, fullName: 'Amara Okafor', since: '2026-11-20T10:40:00.000Z', self: true };

export const start: Routes = {
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
export const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
