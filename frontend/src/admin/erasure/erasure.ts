import { request } from '../../lib/api';
import type { Answer, ErasureReviewWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export type ErasureReview = ErasureReviewWire;

export const states: Record<ErasureReview['state'], StateWords> = {
  restricted: { tone: 'warn', words: 'Waiting for an answer' },
  withdrawn: { tone: 'neutral', words: 'Withdrawn' },
  refused: { tone: 'info', words: 'Refused' },
  completed: { tone: 'neutral', words: 'Account closed' },
};

export type Decision = { decision: 'complete' } | { decision: 'refuse'; reason: string };

export const decide = async (id: string, decision: Decision) =>
  (await request<Answer<ErasureReview>>(`/admin/erasure-requests/${encodeURIComponent(id)}/decide`, { method: 'POST', json: decision }))
    .body;
