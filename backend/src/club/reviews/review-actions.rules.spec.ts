import { describe, expect, it } from '@jest/globals';
import { allowedActionsFor, type Reviewable } from './review-actions.rules.js';

const waiting: Reviewable = {
  status: 'pending',
  isClosed: false,
  memberRejected: false,
  claimedBy: null,
  scheduled: null,
  hasApproved: false,
  mayAsk: false,
};

describe('what an admin may do with a submission', () => {
  it('is to decide what waits', () => {
    expect(allowedActionsFor(waiting)).toEqual({ may: ['approve', 'reject'], mayNot: null });
  });

  it.each(['approved', 'rejected'] as const)('is nothing with one that is %s', (status) => {
    expect(allowedActionsFor({ ...waiting, status })).toEqual({ may: [], mayNot: null });
  });

  it('is to allow another try after a final rejection', () => {
    expect(allowedActionsFor({ ...waiting, status: 'rejected', isClosed: true })).toEqual({ may: ['allow-retry'], mayNot: null });
  });

  it('is nothing while another reviewer holds the case, and says who', () => {
    const held = { may: [], mayNot: 'Ada Lovelace is reviewing this case. Take it over first, or leave it to them' };
    expect(allowedActionsFor({ ...waiting, claimedBy: 'Ada Lovelace' })).toEqual(held);
    expect(allowedActionsFor({ ...waiting, status: 'approved', claimedBy: 'Ada Lovelace' })).toEqual({ may: [], mayNot: null });
  });

  it('is to undo one’s own decision for a moment, and nothing with that of another', () => {
    expect(allowedActionsFor({ ...waiting, scheduled: { fullName: 'Ada Lovelace', self: true } })).toEqual({ may: ['undo'], mayNot: null });
    expect(allowedActionsFor({ ...waiting, scheduled: { fullName: 'Ada Lovelace', self: false } })).toEqual({
      may: [],
      mayNot: 'Ada Lovelace has just decided this case',
    });
  });

  it('is to ask for a document again where that can be, also for who has approved', () => {
    expect(allowedActionsFor({ ...waiting, mayAsk: true }).may).toEqual(['approve', 'reject', 'ask']);
    expect(allowedActionsFor({ ...waiting, mayAsk: true, hasApproved: true }).may).toEqual(['reject', 'ask']);
    expect(allowedActionsFor({ ...waiting, mayAsk: true, status: 'approved' }).may).toEqual([]);
    expect(allowedActionsFor({ ...waiting, mayAsk: true, claimedBy: 'Ada Lovelace' }).may).toEqual([]);
  });

  it('is not to approve twice where two have to', () => {
    expect(allowedActionsFor({ ...waiting, hasApproved: true })).toEqual({
      may: ['reject'],
      mayNot: 'You have approved this case. Another reviewer has to confirm it',
    });
  });

  it.each([waiting, { ...waiting, status: 'rejected', isClosed: true } as const])(
    'is nothing while the member stands in the rejected list, and says why',
    (submission) => {
      expect(allowedActionsFor({ ...submission, memberRejected: true })).toEqual({
        may: [],
        mayNot: 'This member stands in the rejected list. Restore the member first',
      });
    },
  );
});
