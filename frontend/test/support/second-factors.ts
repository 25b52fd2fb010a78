import type { PasskeyWire, SecondFactorsWire } from '../../src/lib/wire/types';
import type { Reply } from './api';

export const laptop: PasskeyWire = { id: 'p-1', name: 'Work laptop', createdAt: '2026-11-01T08:00:00.000Z', lastUsedAt: null };

const none: SecondFactorsWire = { totp: false, passkeys: [], recoveryCodesLeft: 0, required: false };

/** GET /auth/mfa */
export const factors = (have: Partial<SecondFactorsWire> = {}): Reply => ({ body: { message: '', data: { ...none, ...have } } });

export const tenCodes = Array.from({ length: 10 }, (_, index) => `aaaa${index}-bbbb${index}`);

/** What an act answers that wants a confirmation first. */
export const stepUpWanted: Reply = { status: 403, body: { statusCode: 403, message: 'Please confirm that it is you', stepUp: true } };

/** What everything but the way to a second factor answers to a session that has to set one up. */
export const enrolmentWanted: Reply = {
  status: 403,
  body: { statusCode: 403, message: 'Please set up a second factor first', enrolmentRequired: true },
};
