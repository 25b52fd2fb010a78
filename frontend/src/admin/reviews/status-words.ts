import type { ReviewDecisionWire } from '../../lib/wire/types';

export const statusWords: Record<ReviewDecisionWire['status'], { tone: 'up' | 'down' | 'info'; words: string }> = {
  pending: { tone: 'info', words: 'Pending' },
  approved: { tone: 'up', words: 'Approved' },
  rejected: { tone: 'down', words: 'Rejected' },
};
