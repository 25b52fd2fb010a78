import type { ErasureReviewWire, FailedJobWire } from '../../src/lib/wire/types';

/** A job that was given up. */
export const failedJob: FailedJobWire = {
  id: 'exchange~sync-1',
  queue: 'exchange',
  job: 'exchange.sync-account',
  attempts: 6,
  addedAt: '2026-11-20T12:00:00.000Z',
  failedAt: '2026-11-20T13:00:00.000Z',
  failure: 'the exchange is out of reach',
  may: ['retry', 'drop'],
};

/** A request to be erased that waits for an answer. */
export const erasureRequest: ErasureReviewWire = {
  id: 'x-1',
  state: 'restricted',
  requestedAt: '2026-09-01T08:00:00.000Z',
  answerDueAt: '2099-10-01T08:00:00.000Z',
  endedAt: null,
  reason: null,
  userId: 'u-1',
  fullName: 'Sofia Lindqvist',
  email: 'sofia@example.com',
  membership: 'trade club',
  decidedBy: null,
  decidedByName: null,
  may: ['complete', 'refuse'],
  erasedAtOnce: ['Your exchange key.'],
  kept: [{ what: 'Your name and contact', why: 'The law asks us to keep them.', until: '5 years after your membership ends' }],
  historyUntil: null,
  historyErasedAt: null,
  identityUntil: null,
  identityErasedAt: null,
};
