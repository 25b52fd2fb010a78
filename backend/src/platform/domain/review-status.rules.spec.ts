import { describe, expect, it } from '@jest/globals';
import { canMove, next, ReviewMoveRefused, type ReviewMove, type ReviewStatus } from './review-status.rules.js';

const statuses: (ReviewStatus | null)[] = [null, 'pending', 'approved', 'rejected'];
const moves: ReviewMove[] = ['submit', 'approve', 'reject'];
const allowed = new Map<string, ReviewStatus>([
  ['null submit', 'pending'],
  ['rejected submit', 'pending'],
  ['pending approve', 'approved'],
  ['pending reject', 'rejected'],
]);

describe('review status', () => {
  it.each(statuses.flatMap((status) => moves.map((move) => [status, move] as const)))(
    'from %s by %s goes where the table says',
    (status, move) => {
      const to = allowed.get(`${status} ${move}`);
      expect(canMove(status, move)).toBe(to !== undefined);
      if (to) expect(next('KYC', status, move)).toBe(to);
      else expect(() => next('KYC', status, move)).toThrow(ReviewMoveRefused);
    },
  );
});
