import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import type { Answer, SignalPracticeWire } from '../../../lib/wire/types';

/** The wire's words are our own here. */
export type SignalPractice = SignalPracticeWire;

export const signalPracticeQuery = queryOptions({
  queryKey: ['track-record', 'practice'],
  queryFn: async ({ signal }): Promise<SignalPractice> =>
    (await request<Answer<SignalPractice>>('/track-record/practice', { signal, authorization: 'none' })).body.data,
});
