import type { KycReviewWire, MemberWire, ProfileWire } from '../../src/lib/wire/types';
import { storeSession } from '../../src/lib/session-token';

export const TOKEN = 'a-session-token';

export const sofia: ProfileWire = {
  userId: 'u-1',
  email: 'sofia@example.com',
  fullName: 'Lindqvist Sofia',
  surName: 'Lindqvist',
  otherName: 'Sofia',
  phoneNumber: '+4670123456',
  country: 'Sweden',
  dob: '1991-04-12',
  membership: 'trade club',
  kycStatus: null,
  paymentStatus: null,
  image_url: null,
  userRole: 'trade club',
  color: 'white',
  refferalId: 'TM-7K3Q9',
};

export const jonas: ProfileWire = {
  ...sofia,
  userId: 'u-2',
  email: 'jonas@example.com',
  fullName: 'Weber Jonas',
  otherName: 'Jonas',
  membership: 'hedge fund',
  userRole: 'hedge fund',
};
export const amara: ProfileWire = {
  ...sofia,
  userId: 'u-0',
  email: 'amara@example.com',
  fullName: 'Okafor Amara',
  otherName: 'Amara',
  membership: null,
  userRole: 'admin',
};

/** The sign-in answer of the same person. */
export function signInAnswer({ refferalId, ...profile }: ProfileWire) {
  return { message: 'Signed in', token: TOKEN, data: { ...profile, refferal_id: refferalId } };
}

/** A browser in which somebody signed in earlier. */
export function rememberSession(): void {
  storeSession(TOKEN);
}

export const emptyWallet = { message: '', data: [], total_balance: '0', syncedAt: null, assets: [] };
export const wallet = {
  message: '',
  total_balance: '48213.774512340000000000',
  syncedAt: '2026-11-20T14:05:00.000Z',
  data: [
    { walletName: 'Spot', balance: '31204.11000000' },
    { walletName: 'USDⓈ-M Futures', balance: '17009.66451234' },
  ],
  assets: [
    { coin: 'BTC', free: '0.34120000', locked: '0.01', value: '31900.12' },
    { coin: 'LUNC', free: '1200000.00000001', locked: '0', value: null },
  ],
};

export const member: MemberWire = {
  id: 'u-1',
  fullName: 'Lindqvist Sofia',
  email: 'sofia@example.com',
  userType: 'trade club',
  createdDate: '2026-09-19T08:00:00.000Z',
  restricted: false,
  keyRefusedAt: null,
  venue: 'binance',
  keyState: 'valid',
  keyHint: '9fQ2',
  lastSyncedAt: '2026-11-20T14:05:00.000Z',
  nextSyncAt: null,
  lastRunState: 'done',
  lastError: null,
  state: 'current',
  lag: 60,
  gaps: 0,
  warnings: 0,
  futuresAvailable: true,
  unsearched: 0,
  complete: true,
  lastRun: null,
  totalBalance: '48213.77451234',
};

export const review: KycReviewWire = {
  id: 'k-1',
  userId: 'u-7',
  fullName: 'Virtanen Hanna',
  email: 'hanna@example.com',
  userType: 'trade club',
  platform: 'binance',
  country: 'Finland',
  address: 'Mannerheimintie 12, Helsinki',
  apiKeyMasked: '••••9fQ2',
  secretKeyMasked: '••••x7Lp',
  exchangeLoginGiven: false,
  keyState: 'valid',
  keyRights: ['enableReading'],
  idCardUrl: '/api/v1/files/1?sig=a',
  proofOfAddressUrl: '/api/v1/files/2?sig=b',
  proofOfAddressType: 'application/pdf',
  opened: { idCard: true, proofOfAddress: true },
  scheduled: null,
  firstApproval: null,
  takesTwo: false,
  submittedAt: '2026-11-20T13:00:00.000Z',
  asked: null,
  resubmittedAt: null,
  dueAt: '2026-11-21T13:00:00.000Z',
  service: 'in-time',
  claim: null,
  status: 'pending',
  reason: null,
  reasonCode: null,
  final: false,
  reopenedAt: null,
  decidedAt: null,
  decidedBy: null,
  may: ['approve', 'reject', 'reveal'],
  mayNot: null,
  restricted: false,
  viewers: [],
};
