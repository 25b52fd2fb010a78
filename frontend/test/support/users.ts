import type { RejectedUserResourceWire, UserDetailWire, UserResourceWire } from '../../src/lib/wire/types';
import { amara } from './people';

export const hanna: UserResourceWire = {
  id: 'u-7',
  userId: 'u-7',
  surName: 'Virtanen',
  firstName: 'Hanna',
  email: 'hanna@example.com',
  phoneNumber: '+358401234567',
  country: 'Finland',
  dob: '1990-02-03',
  membership: 'trade club',
  referralNum: 3,
  refferalId: 'TM-H4NN4',
  createdDate: '2026-09-19T08:00:00.000Z',
  kyc: 'approved',
  payment: null,
  status: 'active',
  role: 'trade club',
  teamRole: null,
  rejectedAt: null,
  erasure: null,
  may: ['deactivate', 'delete'],
  mayNot: {},
};

export const OWN_ACCOUNT = 'You cannot deactivate or delete your own account';

/** Whoever is signed in. */
export const self: UserResourceWire = {
  ...hanna,
  id: amara.userId,
  userId: amara.userId,
  surName: 'Okafor',
  firstName: 'Amara',
  membership: null,
  role: 'admin',
  teamRole: 'admin',
  kyc: null,
  may: [],
  mayNot: { deactivate: OWN_ACCOUNT, delete: OWN_ACCOUNT },
};

export const jo: UserResourceWire = {
  ...hanna,
  id: 'u-8',
  userId: 'u-8',
  surName: 'Berg',
  firstName: 'Jo',
  email: 'jo@example.com',
  membership: 'hedge fund',
  role: 'hedge fund',
  status: 'deactivated',
  may: ['activate', 'delete'],
};

export const gone: RejectedUserResourceWire = {
  ...hanna,
  rejectedAt: '2026-11-20T14:05:09.000Z',
  rejectedDate: '2026-11-20',
  rejectedTime: '14:05:09',
  may: ['restore'],
};

export const hannaDetail: UserDetailWire = {
  ...hanna,
  emailConfirmedAt: '2026-09-19T08:30:00.000Z',
  termsVersion: '2026-09',
  lastSignInAt: null,
  referredBy: { id: 'u-9', fullName: 'Tola Adeyemi' },
};
